/** Evaluates a toggle for a user by the official rules and for all SDKs at once (evaluation.md 3; differences in 8). */
import { getOrCreate } from '../json/madeOnce.js';
import { variationOfBucket } from './buckets.js';
import type { Decision } from './decisions.js';
import { Decisions } from './decisions.js';
import type { Evaluators } from './sdks/sdks.js';
import {
  all,
  defaultWhereUnmet,
  eachOf,
  evaluators,
  go,
  java,
  node,
  none,
  official,
  python,
  rust,
} from './sdks/sdks.js';
import type { Prerequisite, Rule, Segments, Serve, Split, Toggle } from './toggles.js';
import type { User } from './user.js';
import { equalFor, returnedBy, nothing } from './values/values.js';
import { everyOf, holdsForNone } from './verdict.js';

/** Toggles and segments that SDKs receive, by key. `missing`: SDKs do not receive the toggle or segment. */
export interface Environment {
  readonly toggle: (key: string) => Toggle | 'missing' | 'unknown';
  readonly segment: Segments;
}

/** The outcome in an application: the index of a variation, the code default, an exception, or unknown. */
export type Outcome = number | 'code-default' | 'throws' | 'depends';

export interface Result {
  readonly outcome: Outcome;
  readonly rule: number | undefined;
}

/** A result for each evaluator, in the order of `evaluators`. */
export type Results = readonly Result[];

export const MAX_PREREQUISITE_DEPTH = 20;

export function evaluate(toggle: Toggle, user: User, environment: Environment): Results {
  return resultsOf(toggle, decide(toggle, user, environment));
}

/** Evaluates a toggle; the decisions include the prerequisites and rules that led to them. */
export function decide(toggle: Toggle, user: User, environment: Environment): Decisions {
  return new Evaluation(user, environment).finish(toggle);
}

export function resultsOf(toggle: Toggle, decisions: Decisions): Results {
  const results: Result[] = [];
  let result: Result | undefined;
  for (let place = 0; place < evaluators.length; place += 1) {
    const decision = decisions.of(1 << place);
    const outcome = outcomeOf(1 << place, toggle, decision);
    // The previous result is reused, because evaluators usually agree.
    if (result?.outcome !== outcome || result.rule !== decision.rule) result = { outcome, rule: decision.rule };
    results.push(result);
  }
  return results;
}

class Evaluation {
  /** Decisions by depth and toggle. Without this cache, shared prerequisites would be evaluated again and again. */
  #decided: Map<string, Decisions> | undefined;

  constructor(
    readonly user: User,
    readonly environment: Environment,
  ) {}

  /** Decides about the requested toggle. Evaluators that stopped early use the default or `disabledServe`. */
  finish(toggle: Toggle): Decisions {
    const decisions = this.#decide(toggle, MAX_PREREQUISITE_DEPTH);
    const ended = decisions.whose('ended');
    this.#serve(toggle, toggle.defaultServe, ended & defaultWhereUnmet, decisions);
    this.#serve(toggle, toggle.disabledServe, ended & ~defaultWhereUnmet, decisions);
    this.#serve(toggle, toggle.defaultServe, decisions.whose('thrown') & node, decisions);
    // Java always reads `disabledServe`, and returns the code default if this serve selects no variation.
    const disabled = this.#served(toggle, toggle.disabledServe);
    if (disabled.kind !== 'served') decisions.set(java, disabled);
    return decisions;
  }

  #decide(toggle: Toggle, depth: number): Decisions {
    const decisions = new Decisions();
    // In Go, the depth limit also applies to disabled toggles.
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
    this.#decided ??= new Map();
    return getOrCreate(this.#decided, `${depth} ${toggle.key}`, () => this.#decide(toggle, depth));
  }

  /** @returns the evaluators in `open` for which the prerequisite is met */
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

  /** @returns evaluators for which the rule decides */
  #match(
    toggle: Toggle,
    { conditions, serve }: Rule,
    index: number,
    open: Evaluators,
    decisions: Decisions,
  ): Evaluators {
    const verdict = everyOf(conditions, (condition) => condition.of(this.user, this.environment.segment));
    if (verdict === holdsForNone) return none;
    const { holds, depends, throws } = verdict;
    decisions.set(depends & open, { kind: 'depends', rule: index });
    decisions.set(throws & open, { kind: 'thrown', rule: index });
    this.#serve(toggle, serve, holds & open, decisions, index);
    const byGo = decisions.of(go);
    // In Go, a rule that serves null does not match (evaluation.md row 38).
    const isNull = byGo.kind === 'served' && toggle.variations[byGo.index]?.type === 'null';
    const decided = open & ((holds & (isNull ? ~go : all)) | depends | throws);
    decisions.rules.push({ index, decides: decided, depends: depends & open });
    return decided;
  }

  #serve(toggle: Toggle, serve: Serve, who: Evaluators, decisions: Decisions, rule?: number): void {
    if (who === none) return;
    const decision = this.#served(toggle, serve, rule);
    decisions.set(who, decision);
    if (typeof serve !== 'object') return;
    // Python serves the last variation if no range contains the bucket.
    const last = toggle.variations.length - 1;
    if (decision.kind === 'nothing' && last >= 0 && this.#ofBucket(toggle, serve) === undefined)
      decisions.set(who & python, { kind: 'served', index: last, rule });
    // SDKs generate a missing user key; Go also replaces an empty key.
    if (this.user.key === '' && !this.user.buckets.has(toggle.key)) decisions.set(who & go, { kind: 'depends', rule });
  }

  /** The official decision, which also applies to all evaluators that `#serve` does not treat specially. */
  #served(toggle: Toggle, serve: Serve, rule?: number): Decision {
    if (serve === 'unknown') return { kind: 'depends', rule };
    const index = typeof serve === 'number' ? serve : this.#ofBucket(toggle, serve);
    if (index === 'unknown') return { kind: 'depends', rule };
    return index !== undefined && index < toggle.variations.length
      ? { kind: 'served', index, rule }
      : { kind: 'nothing', rule };
  }

  /** @returns a variation's index; undefined if no range contains the bucket; `unknown` if the bucket is unknown */
  #ofBucket({ key }: Toggle, serve: Split): number | 'unknown' | undefined {
    const bucket = this.user.bucketIn(key);
    return bucket === undefined ? 'unknown' : variationOfBucket(serve, bucket);
  }
}

function outcomeOf(who: Evaluators, toggle: Toggle, decision: Decision): Outcome {
  if (decision.kind === 'depends') return 'depends';
  if (decision.kind !== 'served') return who === python ? 'throws' : 'code-default';
  const value = toggle.variations[decision.index] ?? nothing;
  return (returnedBy(value, toggle.returnType) & who) !== none ? decision.index : 'code-default';
}
