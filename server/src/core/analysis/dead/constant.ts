/**
 * Detects toggles that give every user the same value in every official SDK, at any time, until the toggle or a toggle
 * that it requires changes. The proof covers how each SDK treats prerequisites (evaluation.md 8, rows 1, 2, 28 to 32).
 */
import { Budget } from '../../budget.js';
import { getOrCreate } from '../../json/madeOnce.js';
import type { ReceivedToggle } from '../../evaluation/environment.js';
import type { Environment } from '../../evaluation/evaluate.js';
import { MAX_PREREQUISITE_DEPTH } from '../../evaluation/evaluate.js';
import { all, none } from '../../evaluation/sdks/sdks.js';
import type { Prerequisite, Toggle } from '../../evaluation/toggles.js';
import type { ReturnType } from '../../evaluation/values/values.js';
import { equalFor, returnedBy, returnTypes, valueOf } from '../../evaluation/values/values.js';
import { isAnybodyLeft } from '../space/decisionList.js';
import type { Outcome } from '../impact/outcomes.js';
import { areSameOutcome, Outcomes, unknown } from '../impact/outcomes.js';
import { Rules } from './findings.js';
import { conditionsOf } from './required.js';
import { throwersOf } from './throwing.js';

export type Constant = Extract<Outcome, { kind: 'variation' }>;

/** @returns the outcome of all users, with the lowest index among equal variations; undefined if it is not proved */
export function constantOutcome(
  { toggle, environment, obstacle }: Pick<ReceivedToggle, 'toggle' | 'environment' | 'obstacle'>,
  budget = new Budget(),
): Constant | undefined {
  if (obstacle !== undefined) return undefined;
  // Java always reads `disabledServe`, and returns the code default if this serve selects no variation.
  if ([...givenBy(toggle, [toggle.disabledServe])].some(({ kind }) => kind !== 'variation')) return undefined;
  let constant: Constant | undefined;
  for (const given of new PossibleOutcomes(environment, budget).of(toggle, MAX_PREREQUISITE_DEPTH)) {
    if (given === 'ended') continue;
    if (!isServed(given) || (constant !== undefined && !areSameOutcome(given, constant))) return undefined;
    if (constant === undefined || given.index < constant.index) constant = given;
  }
  return constant !== undefined && isHandedOnByAll(constant, toggle.returnType) ? constant : undefined;
}

/** Some SDKs treat a null variation as if nothing were served. */
function isServed(outcome: Outcome): outcome is Constant {
  return outcome.kind === 'variation' && outcome.value.type !== 'null';
}

/** If the return type is unknown, values were read as strings, and SDKs may parse these strings as any type. */
function isHandedOnByAll({ value }: Constant, returnType: ReturnType | undefined): boolean {
  if (returnType !== undefined) return returnedBy(value, returnType) === all;
  const text = String(JSON.parse(value.text));
  return returnTypes.every((type) => {
    const read = valueOf(text, type);
    return typeof read === 'string' || returnedBy(read, type) === all;
  });
}

/** `ended`: evaluation stops because a toggle is missing or too deep or, only in Node, a prerequisite is unmet. */
type PossibleOutcome = Outcome | 'ended';

/** Computes which outcomes a toggle may have. Includes every outcome that users can get, and perhaps others. */
class PossibleOutcomes {
  readonly #known = new Map<string, readonly PossibleOutcome[]>();

  constructor(
    private readonly environment: Environment,
    private readonly budget: Budget,
  ) {}

  *of(toggle: Toggle, depth: number): Generator<PossibleOutcome> {
    // In Go, the maximum depth applies to disabled toggles as well.
    if (depth === 0) yield 'ended';
    if (!toggle.isEnabled) yield* givenBy(toggle, [toggle.disabledServe]);
    else if (depth > 0 && (yield* this.#required(toggle, depth - 1))) yield* this.#decided(toggle);
  }

  /** Yields the outcomes of users who do not meet a prerequisite. @returns whether anyone may meet all prerequisites */
  *#required(toggle: Toggle, depth: number): Generator<PossibleOutcome, boolean> {
    for (const prerequisite of toggle.prerequisites) {
      const met = this.#metBy(prerequisite, depth);
      if (met === undefined) yield unknown;
      if (met?.isByAll === true) continue;
      yield* givenBy(toggle, [toggle.disabledServe, toggle.defaultServe]);
      yield 'ended';
      if (met?.isByNone === true) return false;
    }
    return true;
  }

  #metBy(
    { key = '', value }: Prerequisite,
    depth: number,
  ): { readonly isByAll: boolean; readonly isByNone: boolean } | undefined {
    const required = this.environment.toggle(key);
    if (required === 'unknown') return undefined;
    if (required === 'missing') return { isByAll: false, isByNone: true };
    const givens = getOrCreate(this.#known, `${depth} ${key}`, () => [...this.of(required, depth)]);
    if (!givens.every((given) => given === 'ended' || isServed(given))) return undefined;
    if (required.returnType === undefined) return { isByAll: false, isByNone: false };
    const met = givens.map((given) => (given !== 'ended' && isServed(given) ? equalFor(given.value, value) : none));
    return { isByAll: met.every((each) => each === all), isByNone: met.every((each) => each === none) };
  }

  *#decided(toggle: Toggle): Generator<PossibleOutcome> {
    if (conditionsOf([toggle]).some((condition) => throwersOf(condition, this.environment) !== none)) {
      yield unknown;
      return;
    }
    const { list } = Rules.of(toggle, this.budget);
    for (const [at, { serve }] of list.entries.entries())
      if (isAnybodyLeft(list, at) !== false) yield* givenBy(toggle, [serve]);
  }
}

function* givenBy(toggle: Toggle, serves: readonly Toggle['defaultServe'][]): Generator<Outcome> {
  const outcomes = new Outcomes(toggle);
  for (const serve of serves) yield* outcomes.of(serve).map(({ outcome }) => outcome);
}
