/** Changes of random environments; mostly, another toggle requires the changed one and gives someone another value. */
import type { Side } from '../../server/src/core/analysis/dead/required.js';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';
import type { Made, Random } from './contents.js';
import type { MadeEnvironment, MadeToggle } from './environments.js';
import { attributesIn, environmentOf, objects, ruleOf, segments, serveOf, subjects, valuesOf } from './environments.js';
import type { Given } from './nodeByTheRules.js';
import { NodeByTheRules, sdkUser } from './nodeByTheRules.js';

/** A time at which some dates of conditions have passed. */
export const NOW = 1_717_200_000;

/** A change of some toggles, and a dependent that may be one of them. */
export interface Changed {
  readonly before: MadeEnvironment;
  readonly after: MadeEnvironment;
  readonly keys: readonly string[];
  readonly dependent: string;
}

/** The first of some changes that gives one of a few users another value, or else the last. */
export function changeIn(random: Random): Changed {
  const before = environmentOf(random);
  const sdk = new NodeByTheRules(before);
  for (let left = 4; ; left -= 1) {
    const made = anyChange(before, random);
    if (left === 0) return made;
    const later = new NodeByTheRules(made.after);
    for (let users = 8; users > 0; users -= 1) {
      const user = sdkUser(`k${random.below(1_000_000)}`, attributesIn(random), NOW);
      if (isChanged(sdk.give(made.dependent, user), later.give(made.dependent, user))) return made;
    }
  }
}

function anyChange(before: MadeEnvironment, random: Random): Changed {
  const keys = Object.keys(before);
  // The dependent rarely does not require the changed toggle.
  const [dependent, changed] = pairIn(random, before, keys);
  const more = random.chance(0.15) ? random.some(keys, 3) : [];
  const own = random.chance(0.1) ? [dependent] : [];
  const all = [...new Set([...own, changed, ...more.filter((key) => key !== dependent)])];
  const after: Record<string, MadeToggle> = { ...before };
  for (const key of all) {
    const toggle = before[key] && changedToggle(before[key], random);
    if (toggle !== undefined) after[key] = toggle;
    else if (key !== dependent) Reflect.deleteProperty(after, key);
  }
  // A toggle that does not reach SDKs has no impact.
  if (!arrives(dependent, after) && before[dependent] !== undefined) after[dependent] = before[dependent];
  return { before, after, keys: all, dependent };
}

function pairIn(random: Random, environment: MadeEnvironment, keys: readonly string[]): readonly [string, string] {
  const required = keys.map((key) => [key, requiredBy(key, environment).filter((each) => each !== key)] as const);
  const pairs = required.flatMap(([key, others]) => others.map((other) => [key, other] as const));
  if (pairs.length > 0 && !random.chance(0.03)) return random.of(pairs);
  const dependent = random.of(keys);
  return [dependent, random.of(keys.filter((key) => key !== dependent))];
}

function arrives(key: string, environment: MadeEnvironment): boolean {
  const toggles = new Map(Object.entries(environment).map(([each, made]) => [each, { key: each, ...made }]));
  const source = toggles.get(key);
  return source !== undefined && receivedToggle(source, { toggles, segments }).obstacle === undefined;
}

/** The toggle, and all existing toggles that it requires, directly or through others. */
export function requiredBy(key: string, environment: MadeEnvironment): readonly string[] {
  const found = new Set([key]);
  for (const each of found)
    for (const { key: next } of environment[each]?.targeting.content.prerequisites ?? [])
      if (environment[next] !== undefined) found.add(next);
  return [...found];
}

export function isChanged(from: Given, to: Given): boolean {
  return from.value !== to.value;
}

/** @returns undefined if the change deletes the toggle */
export function changedToggle({ returnType, targeting }: MadeToggle, random: Random): MadeToggle | undefined {
  if (random.chance(0.04)) return undefined;
  const copy = structuredClone(targeting);
  for (let left = random.chance(0.2) ? 2 : 1; left > 0; left -= 1) random.of(kinds)(copy, random, returnType);
  return { returnType, targeting: copy };
}

const kinds: readonly ((made: Made, random: Random, returnType: ReturnType) => void)[] = [
  (made, random) => {
    made.disabled = random.chance(0.5) !== made.disabled;
  },
  ({ content }, random) => {
    const rule = anyOf(content.rules, random);
    if (rule !== undefined) rule.serve = serveOf(random, content.variations.length, 0.3);
  },
  ({ content }, random) => {
    content.defaultServe = serveOf(random, content.variations.length, 0.3);
  },
  ({ content }, random) => {
    const serves = [content.defaultServe, content.disabledServe, ...content.rules.map(({ serve }) => serve)];
    const split = anyOf(
      serves.flatMap((serve) => (serve.split === undefined ? [] : [serve.split])),
      random,
    );
    split?.splice(random.below(split.length), 1, random.of([0, 1, 700, 4_999, 9_999]));
  },
  ({ content: { rules } }, random) => {
    const changed = anyOf(
      rules.flatMap(({ conditions }) => conditions),
      random,
    );
    changed?.objects.splice(0, changed.objects.length, ...random.some(objects[changed.type] ?? [], 2));
  },
  ({ content: { rules } }, random) => {
    anyOf(rules, random)?.conditions.pop();
  },
  ({ content: { rules } }, random) => {
    rules.splice(random.below(rules.length + 1), 1);
  },
  ({ content: { rules, variations } }, random) => {
    const added = ruleOf(random, random.some(subjects, 2), serveOf(random, variations.length, 0.3));
    rules.splice(random.below(rules.length + 1), 0, added);
  },
  ({ content: { variations } }, random) => {
    variations.splice(random.below(variations.length), 1);
  },
  ({ content: { variations } }, random, returnType) => {
    variations.splice(random.below(variations.length), 1, { value: random.of(valuesOf[returnType]) });
  },
  ({ content: { prerequisites } }, random) => {
    prerequisites.splice(random.below(prerequisites.length + 1), 1);
  },
];

function anyOf<T>(items: readonly T[], random: Random): T | undefined {
  return items.length === 0 ? undefined : random.of(items);
}

export function sideOf(environment: MadeEnvironment, dependent: string): Side {
  const toggles = new Map(Object.entries(environment).map(([key, made]) => [key, { key, ...made }]));
  const source = toggles.get(dependent);
  if (source === undefined) throw new Error('The dependent is not among the toggles.');
  const arrival = receivedToggle(source, { toggles, segments });
  if (arrival.obstacle !== undefined) throw new Error(`The toggle does not arrive: ${arrival.obstacle.path.join('.')}`);
  return arrival;
}
