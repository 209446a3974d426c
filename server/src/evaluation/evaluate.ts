/** Evaluates a toggle for a user, for the rules and for all SDKs at once (evaluation.md 3, and 8 for where they differ). */
import { variationOfBucket } from './buckets.js';
import type { Decision } from './decisions.js';
import { Decisions } from './decisions.js';
import type { Evaluators } from './sdks.js';
import { all, defaultWhereUnmet, eachOf, evaluators, go, java, node, none, official, python, rust } from './sdks.js';
import type { Condition, Prerequisite, Rule, Segments, Serve, Toggle } from './toggles.js';
import type { User } from './user.js';
import { equalFor, handedOnBy, nothing } from './values.js';
import type { Verdict } from './verdict.js';
import { everyOf, holdsForNone } from './verdict.js';

/** What SDKs know. A toggle that is `missing` does not reach them; of one that is `unknown`, nobody knows. */
export interface Environment {
  readonly toggle: (key: string) => Toggle | 'missing' | 'unknown';
  readonly segment: Segments;
}

/** The index of a variation, or what happens instead. */
export type Outcome = number | 'code-default' | 'throws' | 'depends';

export interface Result {
  readonly outcome: Outcome;
  /** The one that decided, by its index. */
  readonly rule: number | undefined;
}

/** One for each of `evaluators`, in their order. */
export type Results = readonly Result[];

/** How deep prerequisites may be nested. */
const deepest = 20;

export function evaluate(toggle: Toggle, user: User, environment: Environment): Results {
  return resultsOf(toggle, decide(toggle, user, environment));
}

/** What is decided, and the way to it. */
export function decide(toggle: Toggle, user: User, environment: Environment): Decisions {
  return new Evaluation(user, environment).finish(toggle);
}

export function resultsOf(toggle: Toggle, decisions: Decisions): Results {
  return evaluators.map((_, place) => {
    const who = 1 << place;
    const decision = decisions.of(who);
    return { outcome: outcomeOf(who, toggle, decision), rule: decision.rule };
  });
}

class Evaluation {
  /** A toggle that several require is evaluated once for each depth that it is reached at: prerequisites of prerequisites multiply. */
  readonly #decided = new Map<string, Decisions>();

  readonly #verdictOf: (condition: Condition) => Verdict;

  constructor(
    readonly user: User,
    readonly environment: Environment,
  ) {
    this.#verdictOf = (condition) => condition.of(user, environment.segment);
  }

  /** What is decided of the toggle that was asked for, also where its evaluation has ended without a serve. */
  finish(toggle: Toggle): Decisions {
    const decisions = this.#decide(toggle, deepest);
    for (const who of eachOf(all)) {
      const { kind } = decisions.of(who);
      const byDefault = (who & defaultWhereUnmet) !== none;
      if (kind === 'ended') this.#serve(toggle, byDefault ? toggle.defaultServe : toggle.disabledServe, who, decisions);
      else if (kind === 'thrown' && who === node) this.#serve(toggle, toggle.defaultServe, who, decisions);
    }
    // Java looks at the disabledServe in any case, and gives up where it serves nothing.
    const aside = new Decisions();
    this.#serve(toggle, toggle.disabledServe, java, aside);
    if (aside.of(java).kind !== 'served') decisions.set(java, aside.of(java));
    return decisions;
  }

  #decide(toggle: Toggle, depth: number): Decisions {
    const decisions = new Decisions();
    // To Go, a disabled toggle is too deep as well.
    const tooDeep = depth > 0 ? none : toggle.isEnabled ? all : go;
    decisions.set(tooDeep, { kind: 'ended' });
    let open = all & ~tooDeep;
    if (!toggle.isEnabled) {
      this.#serve(toggle, toggle.disabledServe, open, decisions);
      return decisions;
    }
    for (const prerequisite of toggle.prerequisites)
      open &= this.#require(toggle, prerequisite, open, depth - 1, decisions);
    let index = 0;
    for (const rule of toggle.rules) {
      if (open === none) return decisions;
      open &= ~this.#match(toggle, rule, index, open, decisions);
      index += 1;
    }
    this.#serve(toggle, toggle.hasUnknownRules ? 'unknown' : toggle.defaultServe, open, decisions);
    return decisions;
  }

  #decideOnce(toggle: Toggle, depth: number): Decisions {
    const key = `${depth} ${toggle.key}`;
    const decisions = this.#decided.get(key) ?? this.#decide(toggle, depth);
    this.#decided.set(key, decisions);
    return decisions;
  }

  /** @returns those of `open` for whom it is met */
  #require(
    toggle: Toggle,
    { key, value }: Prerequisite,
    open: Evaluators,
    depth: number,
    decisions: Decisions,
  ): Evaluators {
    if (open === none) return none;
    const required = key === undefined ? 'unknown' : this.environment.toggle(key);
    if (typeof required === 'string') {
      decisions.prerequisites.push({ reached: open, met: none, required });
      decisions.set(open, { kind: required === 'missing' ? 'ended' : 'depends' });
      return none;
    }
    const below = this.#decideOnce(required, depth);
    let met = none;
    for (const who of eachOf(open)) {
      const decision = below.of(who);
      const served = decision.kind === 'served' ? required.variations[decision.index] : undefined;
      const isUnmet =
        decision.kind === 'served' || (decision.kind === 'nothing' && (who & (official | rust | node)) !== none);
      if (served !== undefined && (equalFor(served, value) & who) !== none) met |= who;
      else if (isUnmet && who === node) decisions.set(who, { kind: 'ended' });
      else if (isUnmet)
        this.#serve(toggle, who === python ? toggle.defaultServe : toggle.disabledServe, who, decisions);
      else decisions.set(who, { kind: decision.kind === 'nothing' ? 'thrown' : decision.kind });
    }
    decisions.prerequisites.push({ reached: open, met, required: below });
    return met;
  }

  /** @returns those for whom the rule decides */
  #match(
    toggle: Toggle,
    { conditions, serve }: Rule,
    index: number,
    open: Evaluators,
    decisions: Decisions,
  ): Evaluators {
    const verdict = everyOf(conditions, this.#verdictOf);
    if (verdict === holdsForNone) return none;
    const { holds, depends, throws } = verdict;
    decisions.set(depends & open, { kind: 'depends', rule: index });
    decisions.set(throws & open, { kind: 'thrown', rule: index });
    this.#serve(toggle, serve, holds & open, decisions, index);
    const byGo = decisions.of(go);
    // To Go, a rule that serves null has not matched (evaluation.md row 38).
    const isNull = byGo.kind === 'served' && toggle.variations[byGo.index]?.type === 'null';
    const decided = open & ((holds & (isNull ? ~go : all)) | depends | throws);
    decisions.rules.set(index, decided);
    return decided;
  }

  #serve(toggle: Toggle, serve: Serve, who: Evaluators, decisions: Decisions, rule?: number): void {
    if (serve === 'unknown') {
      decisions.set(who, { kind: 'depends', rule });
      return;
    }
    const last = toggle.variations.length - 1;
    const set = (index: number) => {
      decisions.set(who, index <= last ? { kind: 'served', index, rule } : { kind: 'nothing', rule });
    };
    if (typeof serve === 'number') {
      set(serve);
      return;
    }
    const bucket = this.user.bucketIn(toggle.key);
    const index = variationOfBucket(serve, bucket ?? 0);
    set(index ?? Infinity);
    // To Python, a bucket of nobody is the last variation's.
    if (index === undefined && last >= 0) decisions.set(who & python, { kind: 'served', index: last, rule });
    // Where a user has no key, SDKs make one up; Go does so where it is empty, too.
    if (bucket === undefined) decisions.set(who, { kind: 'depends', rule });
    if (this.user.key === '' && !this.user.buckets.has(toggle.key)) decisions.set(who & go, { kind: 'depends', rule });
  }
}

function outcomeOf(who: Evaluators, toggle: Toggle, decision: Decision): Outcome {
  if (decision.kind === 'depends') return 'depends';
  if (decision.kind !== 'served') return who === python ? 'throws' : 'code-default';
  const value = toggle.variations[decision.index] ?? nothing;
  return (handedOnBy(value, toggle.returnType) & who) !== none ? decision.index : 'code-default';
}
