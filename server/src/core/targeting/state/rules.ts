/** Pairs the rules of two states by name, and renamed rules by their conditions and serve. */
import type { Plain } from './state.js';
import { asObject, listIn, orderedText } from './state.js';

/** A rule that is in the earlier state (`was`), in the later state (`now`), or in both. */
export interface RulePair {
  readonly was: PlacedRule | undefined;
  readonly now: PlacedRule | undefined;
}

export interface PlacedRule {
  readonly rule: Plain;
  readonly index: number;
}

export interface PairedRules {
  /** Removed rules, then the rules of the later state in order. */
  readonly pairs: readonly RulePair[];
  /** False if several changed rules have the same name, so that only their order distinguishes them. */
  readonly isSure: boolean;
}

/** @param isElsewhere whether `after` is from another environment: renamed rules are then paired only by conditions */
export function pairRules(before: Plain, after: Plain, isElsewhere = false): PairedRules {
  const pairing = new Pairing(placedIn(before), placedIn(after));
  pairing.match(({ rule }) => orderedText(rule));
  const isSure = pairing.match(({ rule }) => nameOf(rule));
  pairing.match(({ rule }) => orderedText([rule['conditions'], rule['serve']]));
  if (isElsewhere) pairing.match(({ rule }) => orderedText(rule['conditions']));
  if (isElsewhere) return { pairs: pairing.pairs, isSure };
  pairing.matchSimilar();
  // Pair rules with different names and serves, but with the same conditions and the same preceding rule.
  pairing.match(({ rule, index }, side) => orderedText([pairing.behind(side, index), rule['conditions']]));
  return { pairs: pairing.pairs, isSure };
}

class Pairing {
  /** Maps each paired rule of the later state to its partner in the earlier state. */
  readonly #found = new Map<PlacedRule, PlacedRule>();

  constructor(
    private readonly earlier: readonly PlacedRule[],
    private readonly later: readonly PlacedRule[],
  ) {}

  get pairs(): readonly RulePair[] {
    const gone = this.#unmatched('earlier').map((was): RulePair => ({ was, now: undefined }));
    return [...gone, ...this.later.map((now): RulePair => ({ was: this.#found.get(now), now }))];
  }

  /** Pairs unmatched rules with the same key, in order. @returns false if a key occurs twice on one side */
  match(keyOf: (rule: PlacedRule, side: 'earlier' | 'later') => string): boolean {
    const waiting = new Map<string, PlacedRule[]>();
    for (const was of this.#unmatched('earlier')) {
      const key = keyOf(was, 'earlier');
      const known = waiting.get(key);
      if (known === undefined) waiting.set(key, [was]);
      else known.push(was);
    }
    let isSure = [...waiting.values()].every(({ length }) => length < 2);
    const seen = new Set<string>();
    for (const now of this.#unmatched('later')) {
      const key = keyOf(now, 'later');
      isSure &&= !seen.has(key);
      seen.add(key);
      const was = waiting.get(key)?.shift();
      if (was !== undefined) this.#found.set(now, was);
    }
    return isSure;
  }

  /** Pairs unmatched rules that share a mark (see `Marks`), if each rule has only one possible partner. */
  matchSimilar(): void {
    const [earlier, later] = [new Marks(this.earlier), new Marks(this.later)];
    const isLeft = new Set([...this.#unmatched('earlier'), ...this.#unmatched('later')]);
    const like = (rule: PlacedRule, marks: Marks) => marks.sharedWith(rule).filter((other) => isLeft.has(other));
    for (const now of this.#unmatched('later')) {
      const [was, another] = like(now, earlier);
      if (was !== undefined && another === undefined && like(was, later).length === 1) this.#found.set(now, was);
    }
  }

  /** The preceding rule, as its index in the earlier state; -1 for the first rule, undefined if it is not paired. */
  behind(side: 'earlier' | 'later', index: number): number | undefined {
    if (side === 'earlier' || index === 0) return index - 1;
    const before = this.later[index - 1];
    return before && this.#found.get(before)?.index;
  }

  #unmatched(side: 'earlier' | 'later'): readonly PlacedRule[] {
    if (side === 'later') return this.later.filter((now) => !this.#found.has(now));
    const matched = new Set(this.#found.values());
    return this.earlier.filter((was) => !matched.has(was));
  }
}

/** Finds rules by marks: conditions, or an object with its comparison. A mark must be unique among the side's rules. */
class Marks {
  readonly #ruleWith = new Map<string, PlacedRule | undefined>();

  constructor(rules: readonly PlacedRule[]) {
    for (const rule of rules)
      for (const mark of marksOf(rule)) this.#ruleWith.set(mark, this.#ruleWith.has(mark) ? undefined : rule);
  }

  sharedWith(rule: PlacedRule): readonly PlacedRule[] {
    return [...new Set(marksOf(rule).flatMap((mark) => this.#ruleWith.get(mark) ?? []))];
  }
}

function marksOf({ rule: { conditions } }: PlacedRule): readonly string[] {
  const objects = (Array.isArray(conditions) ? conditions : []).flatMap((condition) => {
    const { type, subject, predicate, objects: list } = asObject(condition) ?? {};
    return (Array.isArray(list) ? list : []).map((object) => JSON.stringify([type, subject, predicate, object]));
  });
  return [...new Set([orderedText(conditions), ...objects])];
}

function placedIn(content: Plain): readonly PlacedRule[] {
  return listIn(content, 'rules').map((item, index) => ({ rule: asObject(item) ?? {}, index }));
}

/** Rules by name. Rules with the same name, or without a name, are numbered in order. */
export function rulesByKey(content: Plain): ReadonlyMap<string, PlacedRule> {
  const seen = new Map<unknown, number>();
  const entries = listIn(content, 'rules').map((item, index): [string, PlacedRule] => {
    const rule = asObject(item) ?? {};
    const times = seen.get(nameOf(rule)) ?? 0;
    seen.set(nameOf(rule), times + 1);
    return [`${times} ${nameOf(rule)}`, { rule, index }];
  });
  return new Map(entries);
}

/** Whether two rules have the same name, so that names do not identify the rules. */
export function haveTwins(content: Plain): boolean {
  const names = listIn(content, 'rules').map((item) => nameOf(asObject(item) ?? {}));
  return new Set(names).size < names.length;
}

/** @returns '' for a rule without a name */
export function nameOf({ name }: Plain): string {
  return typeof name === 'string' ? name : '';
}
