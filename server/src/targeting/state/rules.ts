/** Which rule of one state is which rule of another: by name, and one that is only called otherwise by what it does. Pure. */
import type { Plain } from './state.js';
import { asObject, listIn } from './state.js';

/** A rule of the earlier state, of the later one, or of both. */
export interface RulePair {
  readonly was: PlacedRule | undefined;
  readonly now: PlacedRule | undefined;
}

export interface PlacedRule {
  readonly rule: Plain;
  /** From 0. */
  readonly index: number;
}

/** @returns of two normalised contents: the rules that are gone, then those of the later one in their order */
export function pairRules(before: Plain, after: Plain): readonly RulePair[] {
  const [earlier, later] = [rulesByKey(before), rulesByKey(after)];
  const gone = new Map([...earlier].filter(([key]) => !later.has(key)));
  const goneByDeeds = new Map([...gone].map(([key, { rule }]) => [deeds(rule), key]));
  const rest = [...later].map(([key, now]): RulePair => {
    const known = earlier.get(key);
    if (known !== undefined) return { was: known, now };
    const oldKey = goneByDeeds.get(deeds(now.rule)) ?? key;
    const renamed = gone.get(oldKey);
    gone.delete(oldKey);
    return { was: renamed, now };
  });
  return [...[...gone.values()].map((was): RulePair => ({ was, now: undefined })), ...rest];
}

/** Keys are the names; those that stand twice, or are missing, are told apart by how many of them came before. */
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

/** Then names alone do not tell which rule is which. */
export function haveTwins(content: Plain): boolean {
  const names = listIn(content, 'rules').map((item) => nameOf(asObject(item) ?? {}));
  return new Set(names).size < names.length;
}

/** Empty for a rule without one. */
export function nameOf({ name }: Plain): string {
  return typeof name === 'string' ? name : '';
}

function deeds({ conditions, serve }: Plain): string {
  return JSON.stringify([conditions, serve]);
}
