/** Tests `sdks-disagree`: if it reports nothing, no ordinary attribute distinguishes SDKs; if it names an SDK, some attribute does. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bound } from '../../server/src/core/evaluation/sdks/disagreements.js';
import { disagreementsOf } from '../../server/src/core/evaluation/sdks/disagreements.js';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import type { Evaluator } from '../../server/src/core/evaluation/sdks/sdks.js';
import { evaluators } from '../../server/src/core/evaluation/sdks/sdks.js';
import { User } from '../../server/src/core/evaluation/user.js';
import { rounds } from '../support/rounds.js';

interface Condition {
  readonly type: 'number' | 'semver' | 'datetime';
  readonly bounds: readonly Bound[];
}

const digits = fc.integer({ min: -9_999_999, max: 9_999_999 });
const fraction = fc
  .tuple(fc.integer({ min: -9_999, max: 9_999 }), fc.integer({ min: 0, max: 999 }))
  .map(([whole, behind]) => `${whole}.${String(behind).padStart(3, '0')}`);
const small = fc.integer({ min: -3, max: 9 });
const ordinaryNumber = fc.oneof(small.map(String), digits.map(String), fraction);
const oddNumber = fc.oneof(
  fc
    .tuple(fc.constantFrom(' ', '\t', ''), ordinaryNumber, fc.constantFrom(' ', 'd', 'F', '', ' \n'))
    .map((all) => all.join('')),
  small.map((number) => `${number < 0 ? '-' : ''}0x${Math.abs(number)}.8p1`),
  fc.constantFrom(
    '1e39',
    '-1e39',
    '1e400',
    'NaN',
    '+NaN',
    '-NaN',
    'Infinity',
    '-Infinity',
    '+5',
    '.5',
    '5.',
    '007',
    '1e3',
    '5e-1',
  ),
);
const core = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(11)).map((numbers) => numbers.join('.'));
const behind = fc.constantFrom(
  ...'||-alpha|-ALPHA.1|-beta2|-rc.1|-snapshot|-dev|-1|-0|-0.0|-20240101|-sp|-ga'.split('|'),
  ...'-final -a.0 -x-y -- -a1 -m2 -cr +a +0 +5 +a.b +1-2 -rc+x -dev+x -ga+ga +ga'.split(' '),
);
const version = fc.oneof(
  fc.tuple(core, behind).map((parts) => parts.join('')),
  fc.constantFrom(
    '99999999999999999999.0.0',
    '9007199254740993.1.0',
    '9999999999999999999.0.0-rc',
    `1.0.0-${'a'.repeat(260)}`,
  ),
);
const date = fc
  .oneof(
    fc.integer({ min: -62_000_000_000, max: 253_000_000_000 }),
    fc.integer({ min: -100_000, max: 100_000 }),
    fc.constantFrom(-86_400, 0, 86_400),
  )
  .map((seconds) => `${new Date(seconds * 1_000).toISOString().slice(0, 19)}+00:00`);

function conditionOf(type: Condition['type'], predicates: readonly string[], object: fc.Arbitrary<string>) {
  const bound = fc.record({
    predicate: fc.constantFrom(...predicates),
    objects: fc.array(object, { minLength: 1, maxLength: 4 }),
  });
  const most = type === 'semver' ? 1 : 2;
  return fc.record({ type: fc.constant(type), bounds: fc.array(bound, { minLength: 1, maxLength: most }) });
}

const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  conditionOf('number', ['=', '!=', '>', '>=', '<', '<='], fc.oneof(ordinaryNumber, oddNumber)),
  conditionOf('semver', ['=', '!=', '>', '>=', '<', '<='], version),
  conditionOf('datetime', ['after', 'before'], date),
);

const ordinary = {
  number: fc.oneof(
    ordinaryNumber,
    small.map((number) => String(number + 0.5)),
  ),
  semver: core,
  datetime: fc.oneof(fc.nat(2_000_000_000), fc.nat(100_000)).map(String),
} as const;

/** Attributes among which at least one distinguishes SDKs, if any does. */
function derived({ type, bounds }: Condition): readonly string[] {
  const objects = bounds.flatMap((bound) => bound.objects);
  if (type === 'semver') {
    return objects.flatMap((object) => {
      const [, before = '', patch = ''] = /^(\d+\.\d+\.)(\d+)/.exec(object) ?? [];
      return ['0.0.0', `${before}${patch}`, `${before}${BigInt(patch) + 1n}`];
    });
  }
  const read = (object: string) => {
    if (type === 'datetime') return [Date.parse(object) / 1_000];
    const [, sign = '', whole = ''] = /^\s*(-?)0x(\d+)\.8p1/.exec(object) ?? [];
    const hexadecimal = whole === '' ? [] : [Number(`${sign}${Number(whole) * 2 + 1}`)];
    return [parseFloat(object), ...hexadecimal].filter(Number.isFinite);
  };
  const values = objects.flatMap(read);
  const pairs = values.flatMap((a) => values.map((b) => (a + b) / 2));
  const around = [0, ...values, ...pairs].flatMap((value) => [value, value - 1, value + 1, value * 2, value - 1e8]);
  return around.filter(Number.isFinite).map((value) => String(type === 'datetime' ? Math.floor(value) : value));
}

/** @returns for an attribute, the SDKs that do not follow the rules in a toggle with this one condition */
function disagreeingOn({ type, bounds }: Condition): (attribute: string) => readonly Evaluator[] {
  const [left, right] = bounds;
  const condition =
    right === undefined
      ? { type, subject: 'a', ...left }
      : {
          ...{ type, subject: 'a', predicate: 'between', leftPredicate: left?.predicate, objects: left?.objects },
          ...{ rightPredicate: right.predicate, rightObjects: right.objects },
        };
  const targeting = {
    content: {
      rules: [{ serve: { select: 1 }, conditions: [condition] }],
      ...{ defaultServe: { select: 0 }, disabledServe: { select: 0 }, variations: [{ value: 'a' }, { value: 'b' }] },
    },
  };
  const source = { key: 't', returnType: 'string', targeting } as const;
  const arrival = receivedToggle(source, { toggles: new Map(), segments: new Map() });
  if ('status' in arrival) throw new Error(JSON.stringify(targeting));
  return (attribute) => {
    const user = new User('u', new Map([['a', attribute]]), 0);
    const results = evaluate(arrival.toggle, user, arrival.environment);
    return evaluators.filter((_, place) => results[place]?.outcome !== results[0]?.outcome);
  };
}

const named = (condition: Condition) => {
  const by = disagreementsOf(condition.type, condition.bounds).flatMap(({ readings }) =>
    readings.slice(1).map((each) => each.by),
  );
  return evaluators.filter((_, place) => by.some((set) => (set & (1 << place)) !== 0));
};

it('all SDKs evaluate ordinary attributes alike if no disagreement is listed', () => {
  let silent = 0;
  fc.assert(
    fc.property(
      anyCondition.chain((condition) => fc.tuple(fc.constant(condition), fc.array(ordinary[condition.type]))),
      ([condition, attributes]) => {
        const known = named(condition);
        if (known.length === 0) silent += 1;
        const near = derived(condition).filter((attribute) => isOrdinary(condition.type, attribute));
        const disagreeing = disagreeingOn(condition);
        const found = [...attributes, ...near].flatMap((attribute) =>
          disagreeing(attribute).filter((name) => !known.includes(name)),
        );
        expect(found).toEqual([]);
      },
    ),
    { numRuns: rounds(5_000), seed: 19 },
  );
  expect(silent).toBeGreaterThan(rounds(1_000));
});

it('for each listed SDK, some attribute has a result that differs from the rules', () => {
  let reported = 0;
  fc.assert(
    fc.property(anyCondition, (condition) => {
      const known = named(condition);
      if (known.length === 0) return;
      reported += 1;
      const found = new Set(derived(condition).flatMap(disagreeingOn(condition)));
      expect(known.filter((name) => !found.has(name))).toEqual([]);
    }),
    { numRuns: rounds(5_000), seed: 20 },
  );
  expect(reported).toBeGreaterThan(rounds(1_000));
});

/** A number of at most seven digits, a version of three short numbers, seconds since 1970. */
function isOrdinary(type: Condition['type'], attribute: string): boolean {
  if (type === 'number') return /^-?\d+(?:\.\d+)?$/.test(attribute) && attribute.replace(/\D/g, '').length <= 7;
  return type === 'semver' ? /^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(attribute) : /^\d{1,11}$/.test(attribute);
}
