/** Two random changes of one list of rules, with the known intention of each side. */
import { asObject, listIn } from '../../server/src/core/targeting/state/state.js';
import type { Plain } from '../../server/src/core/targeting/state/state.js';
import type { Random } from '../fuzz/random.js';

export type MergeCase = Readonly<Record<'base' | 'ours' | 'theirs', string>>;

interface Rule {
  /** Does not change; it is the first object of the condition. */
  readonly id: string;
  readonly name: string;
  readonly objects: readonly string[];
  readonly select: number;
}

/** Each side renames, moves, inserts, deletes or edits one or two rules. */
export function mergeCase(chance: Random): MergeCase {
  const base = Array.from({ length: 2 + chance.below(6) }, (_, index) => ruleOf(`r${index}`, chance));
  return {
    base: textOf(base),
    ours: textOf(changed(base, 'ours', chance)),
    theirs: textOf(changed(base, 'theirs', chance)),
  };
}

function ruleOf(id: string, chance: Random): Rule {
  const more = Array.from({ length: chance.below(3) }, (_, index) => `${id}-${index}`);
  return { id, name: `rule ${id}`, objects: [id, ...more], select: chance.below(2) };
}

function changed(base: readonly Rule[], by: string, chance: Random): readonly Rule[] {
  const rules = [...base];
  for (let left = 1 + chance.below(2); left > 0; left -= 1) change(rules, `${by} ${left}`, chance);
  return rules;
}

function change(rules: Rule[], by: string, chance: Random): void {
  const at = chance.below(rules.length);
  const kind = chance.pick(['rename', 'move', 'move', 'insert', 'delete', 'serve', 'object'] as const);
  const rule = rules[at];
  if (kind === 'insert' || rule === undefined) rules.splice(at, 0, ruleOf(`new by ${by}`, chance));
  else if (kind === 'rename') rules[at] = { ...rule, name: `${rule.name} by ${by}` };
  else if (kind === 'serve') rules[at] = { ...rule, select: 2 + chance.below(2) };
  else if (kind === 'object') rules[at] = { ...rule, objects: [...rule.objects, `by ${by}`] };
  else {
    rules.splice(at, 1);
    if (kind === 'move') rules.splice(chance.below(rules.length + 1), 0, rule);
  }
}

function textOf(rules: readonly Rule[]): string {
  const written = rules.map(({ name, objects, select }) => ({
    name,
    conditions: [{ type: 'string', subject: 's', predicate: 'is one of', objects }],
    serve: { select },
  }));
  const variations = ['a', 'b', 'c', 'd'].map((value) => ({ value }));
  return `${JSON.stringify({ content: { rules: written, variations } }, undefined, 2)}\n`;
}

function rulesIn(text: string): readonly Rule[] | undefined {
  try {
    return listIn(asObject((JSON.parse(text) as Plain)['content']) ?? {}, 'rules').map((item) => {
      const { name, conditions, serve } = item as { name: string; conditions: { objects: string[] }[]; serve: Plain };
      const objects = conditions[0]?.objects ?? [];
      return { id: objects[0] ?? '', name, objects, select: Number(serve['select']) };
    });
  } catch {
    return undefined;
  }
}

/** Changes that a merge without markers lacks or has in excess. Rules are known by identity, not by how the merge finds them. */
export function mistakesIn(text: string, sides: MergeCase): readonly string[] {
  const merged = rulesIn(text);
  if (merged === undefined) return ['no JSON'];
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map((side) => rulesIn(side) ?? []) as [
    readonly Rule[],
    readonly Rule[],
    readonly Rule[],
  ];
  const ids = [...new Set([...base, ...ours, ...theirs, ...merged].map(({ id }) => id))];
  const find = (rules: readonly Rule[], id: string) => rules.find((rule) => rule.id === id);
  const odd = ids.filter((id) => {
    if (merged.filter((rule) => rule.id === id).length > 1) return true;
    const [was, own, now, got] = [base, ours, theirs, merged].map((rules) => find(rules, id));
    return !isMerged(was, own, now, got);
  });
  return [...odd.map((id) => `rule ${id}`), ...misplaced([base, ours, theirs, merged])];
}

/** One side changed who matches a rule, and the other what it serves: only a person can decide. */
export function mixesOneRule(sides: MergeCase): boolean {
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map((side) => rulesIn(side) ?? []);
  return (base ?? []).some(({ id }) => {
    const [own, now] = [ours, theirs].map((rules) => rules?.find((rule) => rule.id === id));
    return own && now && own.select !== now.select && !same(own.objects, now.objects);
  });
}

export function bothAdd({ base, ours, theirs }: MergeCase): boolean {
  const known = new Set(rulesIn(base)?.map(({ id }) => id));
  return [ours, theirs].every((side) => rulesIn(side)?.some(({ id }) => !known.has(id)));
}

function isMerged(was?: Rule, own?: Rule, now?: Rule, got?: Rule): boolean {
  if (own === undefined || now === undefined) {
    const other = own ?? now;
    // A side that deletes a rule does not know that the other side changed it.
    return was === undefined ? isSame(got, other) : got === undefined && (other === undefined || isSame(was, other));
  }
  if (was === undefined || got === undefined) return false;
  const isField = (key: 'name' | 'select') =>
    got[key] === (own[key] === was[key] ? now[key] : own[key]) &&
    (own[key] === was[key] || now[key] === was[key] || own[key] === now[key]);
  const objects = new Set([...own.objects, ...now.objects]);
  const isObjects = same([...got.objects].sort(), [...objects].sort());
  // The rule would serve users for whom neither side meant it.
  const isMixed = [own, now].every((side) => got.select !== side.select || !same(got.objects, side.objects));
  const bothDiffer = own.select !== now.select && !same(own.objects, now.objects);
  return isField('name') && isField('select') && isObjects && !(isMixed && bothDiffer);
}

function isSame(a?: Rule, b?: Rule): boolean {
  return same(a, b);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Pairs of rules in another order than that of the side that changed it. A new rule may leave a neighbour that the other side moved, if it
 * was between that one and another: no order is what both want.
 */
function misplaced(lists: readonly (readonly Rule[])[]): readonly string[] {
  const [base, ours, theirs, merged] = lists.map((rules) => new Map(rules.map(({ id }, place) => [id, place])));
  const ids = [...(merged?.keys() ?? [])];
  return ids.flatMap((a, at) =>
    ids.slice(at + 1).flatMap((b) => {
      const [was, own, now] = [base, ours, theirs].map((places) => isBefore(places, a, b));
      if (was === undefined && isTorn([base, ours, theirs], a, b)) return [];
      const wanted = own === was ? (now ?? own) : now === was ? (own ?? now) : own;
      return wanted === false ? [`${a} before ${b}`] : [];
    }),
  );
}

function isTorn([base, ...sides]: readonly Places[], a: string, b: string): boolean {
  const [added, known] = base?.has(a) === true ? [b, a] : [a, b];
  return sides.some((side) =>
    [...(base?.keys() ?? [])].some((other) => {
      const isBetween = isBefore(side, known, added) === isBefore(side, added, other);
      const turned = sides.some((each) => isBefore(each, known, other) === !isBefore(side, known, other));
      return isBefore(side, added, other) !== undefined && isBetween && turned;
    }),
  );
}

type Places = ReadonlyMap<string, number> | undefined;

function isBefore(places: Places, a: string, b: string): boolean | undefined {
  const [first, second] = [places?.get(a), places?.get(b)];
  return first === undefined || second === undefined ? undefined : first < second;
}
