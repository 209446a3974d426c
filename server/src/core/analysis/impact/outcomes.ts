/** Computes the outcomes of a serve in all 10,000 buckets. Asks the evaluator once for each range of buckets. */
import { getOrCreate } from '../../json/madeOnce.js';
import type { Environment, Outcome as Evaluated, Results } from '../../evaluation/evaluate.js';
import { evaluate } from '../../evaluation/evaluate.js';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { evaluatorsWho } from '../../evaluation/sdks/sdks.js';
import type { Serve, Toggle } from '../../evaluation/toggles.js';
import { User } from '../../evaluation/user.js';
import type { Value } from '../../evaluation/values/values.js';
import { whole } from '../../targeting/values/shares.js';

export type Outcome =
  | { readonly kind: 'variation'; readonly index: number; readonly value: Value }
  | { readonly kind: 'code-default' | 'unknown' };

/** A half-open range of buckets in which everyone has the same outcome. */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly outcome: Outcome;
  /** Outcomes of all evaluators, in the order of `evaluators`; usually, all outcomes are equal. */
  readonly all: readonly Outcome[];
}

/** Sorted ranges that cover all 10,000 buckets. */
export type Ranges = readonly Range[];

export function rangesBetweenCuts(serves: readonly Serve[]): readonly Pick<Range, 'start' | 'end'>[] {
  const splits = serves.filter((serve) => typeof serve === 'object');
  const cuts = splits.flat(2).filter((cut) => cut > 0 && cut < whole);
  const starts = [...new Set([0, ...cuts])].sort((a, b) => a - b);
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? whole }));
}

/** Compares values instead of indexes, because users do not notice if variations are reordered. */
export function areSameOutcome(a: Outcome, b: Outcome): boolean {
  if (a.kind === 'unknown' || b.kind === 'unknown') return false;
  if (a.kind !== 'variation' || b.kind !== 'variation') return a.kind === b.kind;
  return a.value.type === b.value.type && a.value.text === b.value.text;
}

export class Outcomes {
  readonly #known = new Map<string, Ranges>();

  constructor(private readonly toggle: Toggle) {}

  of(serve: Serve): Ranges {
    return getOrCreate(this.#known, JSON.stringify(serve), () => this.#rangesOf(serve));
  }

  #rangesOf(serve: Serve): Ranges {
    if (serve === 'unknown') return [unknownRange];
    // Java always reads `disabledServe`, so the borders of its ranges matter as well.
    const uncut = rangesBetweenCuts([serve, this.toggle.disabledServe]);
    const ranges: Range[] = [];
    for (const { start, end } of uncut) {
      const all = this.#outcomesIn(start, serve);
      const last = ranges.at(-1);
      if (last !== undefined && all.every((each, which) => isSameVariation(last.all[which] ?? unknown, each)))
        ranges[ranges.length - 1] = { ...last, end };
      else ranges.push({ start, end, outcome: all[0] ?? unknown, all });
    }
    return ranges;
  }

  #outcomesIn(bucket: number, serve: Serve): readonly Outcome[] {
    // If `disabledServe` is left to the service, it is assumed to serve a variation.
    const disabledServe = this.toggle.disabledServe === 'unknown' ? 0 : this.toggle.disabledServe;
    const toggle = {
      ...this.toggle,
      isEnabled: true,
      prerequisites: [],
      rules: [],
      defaultServe: serve,
      disabledServe,
    };
    const user = new User(undefined, new Map(), 0, undefined, new Map([[toggle.key, bucket]]));
    return outcomesOf(toggle, evaluate(toggle, user, nothingElse));
  }
}

/** Outcomes of all evaluators, in the order of `evaluators`. */
export function outcomesOf(toggle: Toggle, results: Results): readonly Outcome[] {
  // Python throws where the other SDKs return the code default.
  return results.map(({ outcome }) => outcomeOf(toggle, outcome === 'throws' ? 'code-default' : outcome));
}

export function outcomeOf({ variations, returnType }: Toggle, outcome: Evaluated | undefined): Outcome {
  if (outcome === 'code-default') {
    // If the return type is unknown, it is also unknown what SDKs return for a variation without a value.
    const isDefaultKnown = returnType !== undefined || variations.every(({ type }) => type !== 'null');
    return { kind: isDefaultKnown ? outcome : 'unknown' };
  }
  const value = typeof outcome === 'number' ? variations[outcome] : undefined;
  if (value === undefined || value.type === 'unknown' || typeof outcome !== 'number') return { kind: 'unknown' };
  return { kind: 'variation', index: outcome, value };
}

/** Whether everyone gets the same value from both serves, by the official rules. */
export function areSameRanges(a: Ranges, b: Ranges): boolean {
  let [atA, atB, start] = [0, 0, 0];
  while (start < whole) {
    const [left, right] = [a[atA] ?? unknownRange, b[atB] ?? unknownRange];
    if (!areSameOutcome(left.outcome, right.outcome)) return false;
    start = Math.min(left.end, right.end);
    if (left.end === start) atA += 1;
    if (right.end === start) atB += 1;
  }
  return true;
}

/** The evaluators whose outcomes differ. Both lists must be in the order of `evaluators`. */
export function evaluatorsThatDiffer(a: readonly Outcome[], b: readonly Outcome[]): Evaluators {
  return evaluatorsWho((which) => !areSameOutcome(a[which] ?? unknown, b[which] ?? unknown));
}

function isSameVariation(a: Outcome, b: Outcome): boolean {
  return areSameOutcome(a, b) && (a.kind !== 'variation' || b.kind !== 'variation' || a.index === b.index);
}

export const unknown: Outcome = { kind: 'unknown' };
const unknownRange: Range = { start: 0, end: whole, outcome: unknown, all: [] };

const nothingElse: Environment = { toggle: () => 'unknown', segment: () => 'unknown' };
