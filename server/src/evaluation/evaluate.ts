/** Evaluates a toggle for a user, for the rules and for all SDKs at once (evaluation.md 3, and 8 for where they differ). */
import { bucketOf, variationOfBucket } from './buckets.js';
import type { Decision } from './decisions.js';
import { Decisions } from './decisions.js';
import type { Evaluator, Evaluators } from './sdks.js';
import { all, evaluators, go, java, node, none, official, placesIn, python, rust } from './sdks.js';
import type { Prerequisite, Rule, Segments, Serve, Toggle } from './toggles.js';
import type { User } from './user.js';
import { equalFor, nothing } from './values.js';
import type { Verdict } from './verdict.js';
import { everyOf } from './verdict.js';

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
  const evaluation = new Evaluation(user, environment);
  const decisions = evaluation.decide(toggle, all, deepest);
  evaluation.finish(toggle, decisions);
  return evaluators.map((evaluator, place) => {
    const decision = decisions.of(place) ?? { kind: 'depends' };
    return { outcome: outcomeOf(evaluator, toggle, decision), rule: decision.rule };
  });
}

/** Whether all conditions of a rule hold. */
export function verdictOf(rule: Rule, user: User, { segment }: Environment): Verdict {
  return everyOf(rule.conditions, (condition) => condition.of(user, segment));
}

/** The bucket that a user has in every split of a toggle, and the variation whose it is. */
export function servedBy(toggle: Toggle, serve: Serve, user: User): number | undefined {
  return typeof serve === 'number' ? serve : variationOfBucket(serve, bucketOf(user.key ?? '', toggle.key));
}

class Evaluation {
  constructor(
    readonly user: User,
    readonly environment: Environment,
  ) {}

  decide(toggle: Toggle, asked: Evaluators, depth: number): Decisions {
    const decisions = new Decisions();
    // To Go, a disabled toggle is too deep as well.
    const tooDeep = depth > 0 ? none : asked & (toggle.isEnabled ? all : go);
    decisions.set(tooDeep, { kind: 'ended' });
    let open = asked & ~tooDeep;
    if (!toggle.isEnabled) {
      this.#serve(toggle, toggle.disabledServe, undefined, open, decisions);
      return decisions;
    }
    for (const prerequisite of toggle.prerequisites)
      open &= this.#require(toggle, prerequisite, open, depth - 1, decisions);
    for (const [index, rule] of toggle.rules.entries()) {
      if (open === none) return decisions;
      open &= ~this.#match(toggle, rule, index, open, decisions);
    }
    this.#serve(toggle, toggle.defaultServe, undefined, open, decisions);
    return decisions;
  }

  /** What the SDKs make of the toggle that was asked for, when its evaluation has ended without a serve. */
  finish(toggle: Toggle, decisions: Decisions): void {
    for (const place of placesIn(all)) {
      const [who, kind] = [1 << place, decisions.of(place)?.kind];
      const byDefault = (who & (node | python)) !== none;
      if (kind === 'ended')
        this.#serve(toggle, byDefault ? toggle.defaultServe : toggle.disabledServe, undefined, who, decisions);
      else if (kind === 'thrown' && who === node) this.#serve(toggle, toggle.defaultServe, undefined, who, decisions);
    }
    // Java looks at the disabledServe in any case.
    if (!this.#isServed(toggle, servedBy(toggle, toggle.disabledServe, this.user)))
      decisions.set(java, { kind: 'nothing' });
  }

  /** @returns those for whom it is met */
  #require(
    toggle: Toggle,
    { key, value }: Prerequisite,
    open: Evaluators,
    depth: number,
    decisions: Decisions,
  ): Evaluators {
    if (open === none) return none;
    const required = this.environment.toggle(key);
    if (typeof required === 'string') {
      decisions.set(open, { kind: required === 'missing' ? 'ended' : 'depends' });
      return none;
    }
    const below = this.decide(required, open, depth);
    let met = none;
    for (const place of placesIn(open)) {
      const [who, decision] = [1 << place, below.of(place) ?? { kind: 'depends' as const }];
      const served = decision.kind === 'served' ? required.variations[decision.index] : undefined;
      if (served !== undefined && (equalFor(served, value) & who) !== none) met |= who;
      else if (decision.kind === 'served') this.#leaveUnmet(toggle, who, decisions);
      else if (decision.kind !== 'nothing') decisions.set(who, { kind: decision.kind });
      else if ((who & (official | rust | node)) !== none) this.#leaveUnmet(toggle, who, decisions);
      else decisions.set(who, { kind: 'thrown' });
    }
    return met;
  }

  /** @param who one evaluator */
  #leaveUnmet(toggle: Toggle, who: Evaluators, decisions: Decisions): void {
    if (who === node) decisions.set(who, { kind: 'ended' });
    else this.#serve(toggle, who === python ? toggle.defaultServe : toggle.disabledServe, undefined, who, decisions);
  }

  /** @returns those for whom the rule decides */
  #match(toggle: Toggle, rule: Rule, index: number, open: Evaluators, decisions: Decisions): Evaluators {
    const { holds, depends, throws } = verdictOf(rule, this.user, this.environment);
    decisions.set(depends & open, { kind: 'depends', rule: index });
    decisions.set(throws & open, { kind: 'thrown', rule: index });
    this.#serve(toggle, rule.serve, index, holds & open, decisions);
    // To Go, a rule that serves null has not matched (evaluation.md row 38).
    const served = servedBy(toggle, rule.serve, this.user) ?? -1;
    const isNull = toggle.variations[served]?.type === 'null';
    return (holds & (isNull ? ~go : all)) | depends | throws;
  }

  #serve(toggle: Toggle, serve: Serve, rule: number | undefined, who: Evaluators, decisions: Decisions): void {
    if (who === none) return;
    const index = servedBy(toggle, serve, this.user);
    decisions.set(who, this.#isServed(toggle, index) ? { kind: 'served', index, rule } : { kind: 'nothing', rule });
    if (typeof serve === 'number') return;
    // To Python, a bucket of nobody is the last variation's.
    const last = toggle.variations.length - 1;
    if (index === undefined && last >= 0) decisions.set(who & python, { kind: 'served', index: last, rule });
    // Where a user has no key, SDKs make one up; Go does so where it is empty, too.
    if (this.user.key === undefined) decisions.set(who, { kind: 'depends', rule });
    if (this.user.key === '') decisions.set(who & go, { kind: 'depends', rule });
  }

  #isServed({ variations }: Toggle, index: number | undefined): index is number {
    return index !== undefined && index < variations.length;
  }
}

function outcomeOf(evaluator: Evaluator, toggle: Toggle, decision: Decision): Outcome {
  if (decision.kind === 'depends') return 'depends';
  if (decision.kind !== 'served') return evaluator === 'python' ? 'throws' : 'code-default';
  return isHandedOn(evaluator, toggle, decision.index) ? decision.index : 'code-default';
}

/** Whether the call of an application gives the value (evaluation.md 6). */
function isHandedOn(evaluator: Evaluator, { variations, returnType }: Toggle, index: number): boolean {
  const { type, text } = variations[index] ?? nothing;
  // A text that is null is one to Java and Python alone.
  if (type === 'null') return returnType === 'json' || evaluator === 'java' || evaluator === 'python';
  if (evaluator !== 'java' || type !== 'number' || !/^-?\d+$/.test(text)) return true;
  return Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31;
}
