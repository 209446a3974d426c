/** Checks that users of the SDK for Node get the same in equivalent environments. Missing fields and toggles count as different. */
import { parse } from '../../server/src/core/json/document.js';
import { Evaluated } from '../../server/src/core/results/evaluated.js';
import { differenceBetween } from '../../server/src/core/results/impact/impactTogether.js';
import type { Made } from './contents.js';
import { Random } from './contents.js';
import { isReadAlike } from './dependents.property.js';
import { NOW, changedToggle, isChanged, requiredBy } from './environmentChanges.js';
import type { MadeEnvironment, MadeToggle } from './environments.js';
import { attributesIn, environmentOf, ruleOf, segments, serveOf, subjects } from './environments.js';
import { NodeByTheRules, sdkUser } from './nodeByTheRules.js';

export class EquivalenceTally {
  pairs = 0;
  byWho: Record<string, number> = {};
  /** Pairs whose files differ although nobody is served differently. */
  inOtherWords = 0;
  /** Pairs in which a user is served differently, and pairs that lack a file or a field. */
  changed = 0;
  incomplete = 0;
  users = 0;
}

/** @returns false claims */
export function falseEquivalences(seed: number, tally: EquivalenceTally): readonly string[] {
  const random = new Random(seed);
  const one = environmentOf(random);
  const key = random.of(Object.keys(one));
  const required = requiredBy(key, one);
  const other = { ...one };
  for (let left = random.below(4); left > 0; left -= 1)
    edit(other, random.chance(0.6) ? key : random.of(required), random);
  const files = filesOf(random, key, required);
  const [from, to] = [evaluated(one, key, files), evaluated(other, key, files)];
  const { who } = differenceBetween(from, to, [], true);
  tally.pairs += 1;
  tally.byWho[who] = (tally.byWho[who] ?? 0) + 1;
  tally.incomplete += files.isWhole ? 0 : 1;
  if (who === 'nobody' && JSON.stringify(one) !== JSON.stringify(other)) tally.inOtherWords += 1;
  const [before, after] = [new NodeByTheRules(one), new NodeByTheRules(other)];
  for (let left = who === 'nobody' ? 100 : 10; left > 0; left -= 1) {
    const attributes = attributesIn(random);
    if (!Array.from(attributes.values()).every(isReadAlike)) continue;
    tally.users += 1;
    const user = sdkUser(`k${random.below(1_000_000)}`, attributes, NOW);
    const [given, there] = [before.give(key, user), after.give(key, user)];
    if (!isChanged(given, there)) continue;
    tally.changed += 1;
    const told = JSON.stringify([[...attributes], given.value, there.value]);
    return who === 'nobody' ? [`${key} is called equivalent, and a user gets something else: ${told}`] : [];
  }
  return [];
}

interface Files {
  readonly isWhole: boolean;
  readonly has: (key: string) => boolean;
  readonly text: (made: Made) => string;
  readonly segments: ReadonlyMap<string, unknown> | undefined;
}

function filesOf(random: Random, key: string, required: readonly string[]): Files {
  const hidden = random.chance(0.1) ? random.of(required) : key;
  const field = random.chance(0.1) ? random.of(['rules', 'defaultServe', 'disabledServe', 'variations']) : undefined;
  return {
    isWhole: hidden === key && field === undefined,
    has: (each) => each === key || each !== hidden,
    text: ({ disabled, content }) =>
      JSON.stringify({
        disabled,
        content: Object.fromEntries(Object.entries(content).filter(([name]) => name !== field)),
      }),
    segments: random.chance(0.5) ? segments : undefined,
  };
}

function evaluated(environment: MadeEnvironment, key: string, files: Files): Evaluated {
  const there = Object.entries(environment).filter(([each]) => files.has(each));
  const own = environment[key];
  if (own === undefined) throw new Error('The toggle is not in its environment.');
  return new Evaluated(parse(files.text(own.targeting)), {
    ...{ toggle: key, returnType: own.returnType, now: NOW },
    toggles: new Map(there.map(([each, made]) => [each, { key: each, ...made }])),
    otherToggles: 'unknown',
    segments: files.segments,
  });
}

function edit(environment: Record<string, MadeToggle>, key: string, random: Random): void {
  const made = environment[key];
  if (made === undefined) return;
  const changed = random.chance(0.3) ? changedToggle(made, random) : undefined;
  const copy = structuredClone(made);
  if (changed === undefined) random.of(kinds)(copy.targeting, random);
  environment[key] = changed ?? copy;
}

const kinds: readonly ((made: Made, random: Random) => void)[] = [
  // Reverses the variations, and with them the users of splits.
  ({ content }) => {
    const last = content.variations.length - 1;
    content.variations.reverse();
    for (const serve of [content.defaultServe, content.disabledServe, ...content.rules.map((rule) => rule.serve)]) {
      if (serve.select !== undefined) serve.select = last - serve.select;
      serve.split?.reverse();
    }
  },
  // Adds a rule after one with the same conditions.
  ({ content: { rules, variations } }, random) => {
    if (rules.length === 0) return;
    const place = random.below(rules.length);
    const { conditions = [] } = rules[place] ?? {};
    const rule = { conditions: structuredClone(conditions), serve: serveOf(random, variations.length, 0.3) };
    rules.splice(place + 1 + random.below(rules.length - place), 0, rule);
  },
  ({ content: { rules } }, random) => {
    if (rules.length < 2) return;
    const place = random.below(rules.length - 1);
    rules.splice(place, 2, ...rules.slice(place, place + 2).reverse());
  },
  ({ content: { rules } }) => {
    for (const { conditions } of rules) conditions.reverse();
  },
  ({ content: { rules } }) => {
    for (const { conditions } of rules) conditions.push(...structuredClone(conditions.slice(0, 1)));
  },
  ({ content: { rules, defaultServe } }, random) => {
    rules.push(ruleOf(random, random.some(subjects, 2), structuredClone(defaultServe)));
  },
  ({ content: { variations } }) => {
    variations.push({ value: variations[0]?.value ?? '' });
  },
  ({ content: { defaultServe } }, random) => {
    const { select } = defaultServe;
    if (select === undefined || !random.chance(0.5)) return;
    delete defaultServe.select;
    defaultServe.split = Array.from({ length: select + 1 }, (_, index) => (index === select ? 10_000 : 0));
  },
];
