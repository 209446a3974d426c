/** Checks a merge or a propagation of two changes of one toggle item by item, identified by name. */
import { isDeepStrictEqual } from 'node:util';
import { everyoneOf, areSame, hold } from './claims.js';
import { idOf } from './generate.js';
import type { Condition, Serve, Toggle } from './model.js';

export interface ThreeWays {
  readonly base: Toggle;
  readonly ours: Toggle;
  readonly theirs: Toggle;
}

type Items = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** @returns undefined if a name or a value is ambiguous, or a serve means a missing variation */
function itemsOf({ disabled, content }: Toggle): Items | undefined {
  const { rules, variations, prerequisites = [], disabledServe, defaultServe } = content;
  const serves = [disabledServe, defaultServe, ...rules.map(({ serve }) => serve)];
  if (serves.some(({ select = 0, split = [] }) => select >= variations.length || split.length > variations.length))
    return undefined;
  if (hasDoubles({ disabled, content })) return undefined;
  const byName = ({ select, split }: Serve) =>
    JSON.stringify(
      split === undefined
        ? variations[select ?? -1]?.name
        : variations.flatMap(({ name }, index) => (split[index] ? `${name}: ${split[index]}` : [])).sort(),
    );
  const all: (readonly [string, Readonly<Record<string, string>>])[] = [
    ['disabled', { is: String(disabled) }],
    ['disabledServe', { is: byName(disabledServe) }],
    ['defaultServe', { is: byName(defaultServe) }],
    ...variations.map(({ name, value }) => [`variation ${name}`, { value }] as const),
    ...prerequisites.map(({ key, ...is }) => [`prerequisite ${key}`, { is: JSON.stringify(is) }] as const),
    ...rules.map(({ name, conditions, serve }) => {
      const parts = { name, conditions: JSON.stringify(conditions), serve: byName(serve) };
      return [`rule ${idOf({ name })}`, parts] as const;
    }),
  ];
  const items = new Map(all);
  return items.size === all.length ? items : undefined;
}

/**
 * Checks that a change of one side is made, and that different changes of both sides are reported.
 * @param got undefined if it has a conflict
 * @param isTold whether something is reported as left out; then it is as in ours
 * @param isElsewhere ours is the file of another environment, in which the parts of a rule merge one by one
 */
export function holdMerge(kind: string, sides: ThreeWays, got: Toggle, isTold: boolean, isElsewhere: boolean): void {
  const [base, ours, theirs, merged] = [sides.base, sides.ours, sides.theirs, got].map(itemsOf);
  if (base === undefined || ours === undefined || theirs === undefined) return;
  // A new name for an old value may rename that variation; a rule with another name and other conditions is another rule.
  const isRenamed = ({ content }: Toggle) =>
    content.variations.some(({ name, value }) => {
      const was = sides.base.content.variations;
      return was.every((each) => each.name !== name) && was.some((each) => each.value === value);
    }) ||
    content.rules.some((rule) => {
      const was = sides.base.content.rules.find((each) => idOf(each) === idOf(rule));
      if (was !== undefined) return was.name !== rule.name && !isDeepStrictEqual(was.conditions, rule.conditions);
      // A repeated object has no effect, so for a person this is the same rule under another name.
      return sides.base.content.rules.some((each) => areForTheSame(each.conditions, rule.conditions));
    });
  if (isRenamed(sides.ours) || isRenamed(sides.theirs)) return;
  const words = () => JSON.stringify({ ...sides, got });
  hold(`${kind}: names keep their meaning`, merged !== undefined || hasDoubles(got), words);
  if (merged === undefined) return;
  const names = new Set([base, ours, theirs].flatMap((items) => [...items.keys()]));
  for (const name of names) {
    const [was, own, other, is] = [base, ours, theirs, merged].map((items) => items.get(name));
    // A rule is left out as a whole, except for its name.
    const isLeftOut =
      isTold && text(is && own?.['name'] !== undefined ? { ...is, name: own['name'] } : is) === text(own);
    const isRight = isMerged(was, own, other, is, isElsewhere) || isLeftOut;
    hold(`${kind}: each change once`, isRight, () => `${name} ${words()}`);
  }
  const isUnknown = [...merged.keys()].find((name) => !names.has(name));
  hold(`${kind}: nothing of nobody`, isUnknown === undefined, () => `${isUnknown} ${words()}`);
  holdOrder(kind, [base, ours, theirs, merged], isTold, words);
  const [from, to] = [sides.ours, got].map((toggle) => ({ key: 'merged', toggle, environment: new Map() }));
  const isUnchanged = JSON.stringify(sides.base) === JSON.stringify(sides.theirs);
  if (isUnchanged && from && to) hold(`${kind}: no change`, areSame(from, to, everyoneOf([from, to])), words);
}

function areForTheSame(...both: readonly (readonly Condition[])[]): boolean {
  const [one, other] = both.map((conditions) =>
    conditions.map((each) => ({ ...each, objects: [...new Set(each.objects)].sort() })),
  );
  return isDeepStrictEqual(one, other);
}

function hasDoubles({ content: { variations } }: Toggle): boolean {
  return new Set(variations.map(({ value }) => value)).size < variations.length;
}

export function hasNames(toggle: Toggle): boolean {
  return toggle.content.rules.length > 0 && itemsOf(toggle) !== undefined;
}

type Item = Readonly<Record<string, string>> | undefined;

function isMerged(base: Item, ours: Item, theirs: Item, got: Item, isElsewhere: boolean): boolean {
  if (text(base) === text(theirs) || text(ours) === text(theirs)) return text(got) === text(ours);
  if (text(base) === text(ours)) return text(got) === text(theirs);
  if (base === undefined || ours === undefined || theirs === undefined || got === undefined) return false;
  const isPart = (key: string) => isMergedPart(base[key], ours[key], theirs[key], got[key]);
  // The conditions and the serve of a rule belong together.
  const isMixed = ['conditions', 'serve'].every(
    (key) => ours[key] !== theirs[key] && [ours, theirs].some((side) => side[key] !== got[key]),
  );
  return Object.keys(got).every(isPart) && (isElsewhere || !isMixed);
}

/** If conditions differ only in objects, the additions and removals of both sides apply. */
function isMergedPart(base = '', ours = '', theirs = '', got = ''): boolean {
  if (theirs === base || ours === theirs) return got === ours;
  if (ours === base) return got === theirs;
  if (!ours.startsWith('[{')) return false;
  const [was, own, other, is] = [base, ours, theirs, got].map((each) => JSON.parse(each) as readonly Condition[]);
  const bare = (all: readonly Condition[] = []) => JSON.stringify(all.map((each) => ({ ...each, objects: [] })));
  if (bare(own) !== bare(other) || bare(own) !== bare(is)) return false;
  return (own ?? []).every(({ objects }, at) => {
    const [before = [], theirObjects = [], merged = []] = [was, other, is].map((all) => all?.[at]?.objects ?? []);
    const isWanted = (each: string) => {
      const [isOurs, isTheirs] = [objects.includes(each), theirObjects.includes(each)];
      return isOurs === isTheirs ? isOurs : !before.includes(each);
    };
    return [...before, ...objects, ...theirObjects, ...merged].every(
      (each) => merged.includes(each) === isWanted(each),
    );
  });
}

function text(item: Item): string {
  return item === undefined ? '' : JSON.stringify(item);
}

/** If only one side moved shared rules or variations, they have the order of that side. */
function holdOrder(kind: string, all: readonly Items[], isTold: boolean, words: () => string): void {
  for (const prefix of ['rule ', 'variation ']) {
    const shared = (items: Items) =>
      [...items.keys()].filter((name) => name.startsWith(prefix) && all.every((each) => each.has(name))).join();
    const [base, ours, theirs, got] = all.map(shared);
    const wanted = theirs === base || theirs === ours ? ours : ours === base ? theirs : undefined;
    const isRight = wanted === undefined || got === wanted || (isTold && got === ours);
    hold(`${kind}: the order`, isRight, () => `${prefix}${words()}`);
  }
}
