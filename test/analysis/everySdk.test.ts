/** Tests findings with users of every SDK and many odd texts, also where SDKs read them unlike the rules (evaluation.md 8). */
import { Budget } from '../../server/src/core/budget.js';
import { expect, it } from 'vitest';
import { Analysis } from '../../server/src/core/analysis/analysis.js';
import type { Finding } from '../../server/src/core/analysis/dead/findings.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import { evaluators } from '../../server/src/core/evaluation/sdks/sdks.js';
import { User } from '../../server/src/core/evaluation/user.js';
import { predicates } from '../../server/src/core/targeting/values/predicates.js';
import { rounds } from '../support/rounds.js';
import type { Content, PlainCondition, World } from './contents.js';
import { Random, arrivalIn } from './contents.js';
import { isOfDead, removed } from './findings.property.js';
import { rule, worldWith } from './toggles.js';
import { wrongOf } from './wrongOf.js';

const contents = Number(process.env['CONTENTS'] ?? rounds(5_000));
const firstSeed = Number(process.env['SEED'] ?? 1);

it('reports only findings that hold for every user of every SDK', { timeout: 300_000 + contents * 20 }, () => {
  const said: Record<string, number> = {};
  expect(wrongOf((seed) => falseToSomeSdk(seed, said), firstSeed, contents)).toEqual([]);
  process.stdout.write(`${JSON.stringify(said)}\n`);
});

const odd: Readonly<Record<string, readonly [objects: readonly string[], texts: readonly string[]]>> = {
  number: [
    ['5', '6', '16777216', '16777217', '123456789', '123456790', '1e39', '1e400', ' 5', '5d', '0x1p2', 'Infinity'],
    ['', 'x', '4', '5 ', '5_0', '5.5', '16777218', '123456791', '1e40', 'inf', 'nan', '-1', '\x1c5'],
  ],
  datetime: [
    ['1960-01-01T00:00:00+00:00', '1969-12-31T00:00:00+00:00', '1970-01-01T00:00:10+00:00'].concat([
      '2025-01-01T00:00:00+00:00',
      '1582-10-10T00:00:00+00:00',
      '1582-10-15T00:00:00+00:00',
    ]),
    [
      '',
      ' ',
      '\x1c',
      '\u00a0',
      '0',
      '9',
      '10',
      '11',
      '-5',
      '-12219292800',
      '-315619200',
      '-86401',
      '1.5',
      '11abc',
    ].concat(['1735689600', '1735689599', '1_735_689_600', '99999999999999999999', 'x']),
  ],
  semver: [
    ['1.0.0', '1.0.0-dev', '1.0.0-rc.1', '1.0.0-beta', '1.0.0+a', '1.0.0-ALPHA', '1.0.0-alpha', '1.0.0-1'].concat([
      '1.0.0-99999999999999999999',
      '1.0.0-ga',
      '0.0.0-0',
      '2.0.0',
    ]),
    [
      '',
      'x',
      '1.0',
      '1.0.0-0',
      '1.0.0-a.0',
      '1.0.0-sp',
      '1.0.0--5',
      'v1.0.0',
      '01.0.0',
      '1.0.0\n',
      ' 1.0.0',
      '0.0.0',
    ].concat(['1.0.1', '1.0.0+b', '3.0.0', '1.0.0.0', '1.0.0-99999999999999999998']),
  ],
  string: [
    ['a', 'b', '', ' ', '5', ' 5', '5d', '1.0.0', '1.0', '\u00a0'],
    ['x', 'ab', 'ba', '\ufeff', '\x1c', '10', '-5', '1e39'],
  ],
};
const regexes = ['[', '^.$', '(?=a)b', '^a', '^$', 'b$'];
const subjects = ['s', 's', 's', 's', 's', 's', 't', 't', 't', 'constructor'];

function conditionBy(random: Random, types: readonly string[]): PlainCondition {
  const type = random.of(types);
  const predicate = random.of((predicates[type] ?? []).filter((each) => each !== 'between'));
  const objects = predicate.includes('regex') ? regexes : (odd[type]?.[0] ?? []);
  return { type, subject: random.of(subjects), predicate, objects: random.some(objects, 3) };
}

/** Some variations have no value: Go does not serve those by a rule. */
function worldBy(random: Random, types: readonly string[]): World {
  const rules: Content['rules'] = [];
  for (let count = 1 + random.below(4); rules.length < count;) {
    const kept = rules.length > 0 && random.chance(0.4) ? random.of(rules).conditions : [];
    const own = Array.from({ length: kept.length === 0 ? 1 + random.below(2) : random.below(2) }, () =>
      conditionBy(random, types),
    );
    rules.push(rule({ select: random.below(4) }, ...kept, ...own));
  }
  if (random.chance(0.2)) rules.push(rule({ select: random.below(3) }));
  const values = [{ value: 'a' }, { value: 'b' }, { value: 'c' }, random.chance(0.2) ? {} : { value: 'd' }];
  return worldWith(rules, {
    variations: values as Content['variations'],
    prerequisites: random.chance(0.2) ? [{ key: 'p1', type: 'string', value: 'c' }] : [],
    disabledServe: { select: random.below(3) },
    defaultServe: { select: random.below(3) },
  });
}

/** @returns false claims, and counts all claims in `said` */
function falseToSomeSdk(seed: number, said: Record<string, number>): readonly string[] {
  const random = new Random(seed);
  const all = Object.keys(odd);
  const types = random.chance(0.8) ? [random.of(all)] : random.some(all, 2);
  const world = worldBy(random, types);
  const arrival = arrivalIn(world);
  const findings = new Analysis({ ...arrival, now: 100, budget: new Budget(Infinity) }).findings();
  if (findings.length === 0) return [];
  for (const { code } of findings) said[code] = (said[code] ?? 0) + 1;
  const users = usersWith(types);
  const before = givenTo(users, world);
  const reached = new Set(before.flat().map((each) => each.rule));
  const served = new Set(before.flat().map(({ value }) => value));
  const wrong = findings.filter(
    (each) =>
      (isOfDead(each) && reached.has(each.rule)) ||
      (each.code === 'never-served' && served.has(textOf(arrival.toggle.variations[each.variation]?.text))),
  );
  const changes = [...findings.map((each) => [each]), findings].filter((some) => {
    const { content } = removed(world.asked.content, some);
    const after = { ...world, asked: { ...world.asked, content } };
    return givenTo(users, after).some((given, at) => !isSame(before[at] ?? [], given));
  });
  const words = (kind: string, some: readonly Finding[]) =>
    `${kind} ${JSON.stringify(some)} ${JSON.stringify(world.asked.content)}`;
  return [
    ...(wrong.length === 0 ? [] : [words('not so:', wrong)]),
    ...changes.slice(0, 1).map((some) => words('changes something:', some)),
  ];
}

interface Given {
  readonly value: string;
  readonly rule: number | undefined;
}

function givenTo(users: readonly User[], world: World): readonly (readonly Given[])[] {
  const { toggle, environment } = arrivalIn(world);
  return users.map((user) =>
    evaluate(toggle, user, environment).map(({ outcome, rule: by }) => ({
      value: typeof outcome === 'number' ? textOf(toggle.variations[outcome]?.text) : outcome,
      rule: by,
    })),
  );
}

function textOf(json: string | undefined): string {
  return `value ${json}`;
}

function isSame(before: readonly Given[], after: readonly Given[]): boolean {
  return evaluators.every((_, place) => {
    const [one, other] = [before[place]?.value, after[place]?.value];
    return one === 'depends' || other === 'depends' || one === other;
  });
}

/** Users with each text in each attribute, or without it; some meet the prerequisite, others do not. */
function usersWith(types: readonly string[]): readonly User[] {
  const texts = new Set(types.flatMap((type) => (odd[type] ?? []).flat().map((text) => secondsOf(text))));
  const values = [undefined, ...texts];
  const pairs = values.flatMap((s) => [undefined, 'a', '5', '1.0.0'].map((t) => [s, t] as const));
  return pairs.flatMap(([s, t], at) =>
    [0, 9_999].map((bucket) => {
      const own = { s, t, constructor: at % 3 === 0 ? 'a' : undefined, plan: at % 2 === 0 ? 'pro' : undefined };
      const attributes = Object.entries(own).flatMap(([name, text]) =>
        text === undefined ? [] : [[name, text] as const],
      );
      const buckets = new Map([
        ['asked', bucket],
        ['p1', 9_999],
      ]);
      return new User('u', new Map(attributes), 100, undefined, buckets);
    }),
  );
}

function secondsOf(text: string): string {
  return text.includes('T') ? String(Date.parse(text) / 1_000) : text;
}
