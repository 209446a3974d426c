/** Random toggles with one user each, ordinary and odd, to compare the evaluator with the SDKs. */
import * as fc from 'fast-check';
import { predicates } from '../../server/src/core/targeting/values/predicates.js';

export interface Case {
  readonly toggle: string;
  readonly returnType: 'string' | 'boolean' | 'number' | 'json';
  readonly targeting: unknown;
  readonly toggles: Readonly<Record<string, { readonly returnType: Case['returnType']; readonly targeting: unknown }>>;
  readonly segments: Readonly<Record<string, unknown>>;
  readonly user: { readonly key: string; readonly attributes: Readonly<Record<string, string>> };
}

const words = ['', ' ', 'a', 'ab', 'Ab', 'b', 'é', '李雷', '😀', 'a\nb', 'constructor', '\t', '\u{85}'];
const numbers = '0|-0|1|1.0|5.|.5|1e1|10|+3| 5|5 |5d|0x1p2|5abc|5_0|1,000|| '
  .split('|')
  .concat('123456789 123456790 1e40 1e400 inf Infinity -Infinity NaN nan x 16777217 0.1'.split(' '));
const versions = '1.0.0 1.2.3 1.10.0 2.0.0 1.0.0-alpha 1.0.0-alpha.1 1.0.0-beta2 1.0.0-beta10 1.0.0-dev'
  .split(' ')
  .concat('1.0.0-1|1.0.0-a.0|1.0.0-a|1.0.0+a|1.0.0+b|1.0.0-rc.1+x|v1.0.0|1.0|1|01.0.0|abc|'.split('|'))
  .concat([' 1.0.0', '1.0.0.0', '1.0.0-20240101', '1.0.0-ga', '1.0.0-sp', '1.0.0-ALPHA', '99999999999999999999.0.0']);
const acceptedVersions = versions.filter(
  (version) => /^\d+\.\d+\.\d+(?:[-+]|$)/.test(version) && !/^0\d|\.0\.0\.0/.test(version),
);
const seconds = '0|1|1700000000|1700000000.5|1.7e9|17abc| 1700000000|1_700_000_000||  |-5|+7|x'.split('|');
const dates = [
  '1970-01-01T00:00:00+00:00',
  '2023-11-14T22:13:20+00:00',
  '2023-11-15T06:13:20+08:00',
  '2015-13-32T24:60:60+00:00',
].concat([
  '1960-05-05T00:00:00+00:00',
  '1500-02-29T00:00:00+00:00',
  '2040-01-01T00:00:00+05:19',
  '2015-02-30T00:00:00+00:00',
]);
const regexes = '^a b$ ^$ a.b [a-c]+ \\d{2,3} \\w\\b a|b (a|b)*c ( [ * a{2 (?=a)b (?i)A \\s ^\\S+$'.split(' ');

const attributesOf: Readonly<Record<string, readonly string[]>> = {
  string: words,
  number: numbers,
  semver: versions,
  datetime: seconds,
};
const objectsOf: Readonly<Record<string, readonly string[]>> = {
  string: words,
  number: numbers,
  semver: acceptedVersions,
  datetime: dates,
};

/** Attributes are mostly named for the type that looks at them. */
const subjects = [...Object.keys(attributesOf), 'absent', 'constructor'];
const segmentKeys = ['s1', 's2', 's3'];

function condition(inSegment: boolean): fc.Arbitrary<object> {
  const types = Object.keys(attributesOf);
  const plain = fc.constantFrom(...types).chain((type) => {
    const predicate = fc.constantFrom(...(predicates[type] ?? []).filter((each) => each !== 'between'));
    const object = fc.constantFrom(...(objectsOf[type] ?? []));
    const objects = fc.array(object, { maxLength: 3 });
    const subject = fc.oneof({ weight: 6, arbitrary: fc.constant(type) }, fc.constantFrom(...subjects));
    const single = fc.record({ type: fc.constant(type), subject, predicate, objects });
    const regex = fc.record({
      type: fc.constant(type),
      subject,
      predicate: fc.constantFrom('matches regex', 'does not match regex'),
      objects: fc.array(fc.constantFrom(...regexes), { maxLength: 2 }),
    });
    const between = fc.record({
      type: fc.constant(type),
      subject,
      predicate: fc.constant('between'),
      leftPredicate: predicate,
      objects,
      rightPredicate: predicate,
      rightObjects: objects,
    });
    return type === 'string' ? fc.oneof(single, regex) : fc.oneof({ weight: 3, arbitrary: single }, between);
  });
  if (inSegment) return plain;
  const segment = fc.record({
    type: fc.constant('segment'),
    subject: fc.constant(''),
    predicate: fc.constantFrom('is in', 'is not in'),
    objects: fc.array(fc.constantFrom(...segmentKeys), { maxLength: 2 }),
  });
  return fc.oneof({ weight: 5, arbitrary: plain }, segment);
}

const values: Readonly<Record<Case['returnType'], readonly (string | undefined)[]>> = {
  string: ['a', 'b', '10', 'true', '', undefined],
  boolean: ['true', 'false', 'TRUE', 'yes', undefined],
  number: ['10', '10.0', '1e1', '20', '0.5', '3000000000', '-7', '12345678901234567890'],
  json: [
    ...'{"a":1}|{"a":1.0}|{"a": 1}|{"b":[1,"x",null],"a":{"c":true}}|{"a":{"c":true},"b":[1,"x",null]}|'.split('|'),
    'null',
    '{}',
  ],
};

const serve = fc.oneof(
  { weight: 4, arbitrary: fc.record({ select: fc.nat({ max: 3 }) }) },
  fc.record({
    split: fc.array(fc.constantFrom(0, 1_000, 3_333, 5_000, 6_667, 10_000), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ select: fc.nat({ max: 2 }), split: fc.constant([]) }),
);

function targeting(returnType: Case['returnType'], required: readonly string[]): fc.Arbitrary<object> {
  const variation = fc.record({ value: fc.constantFrom(...values[returnType]) }, { requiredKeys: [] });
  const prerequisite = fc.constantFrom<Case['returnType']>('string', 'boolean', 'number', 'json').chain((type) =>
    fc.record({
      key: fc.constantFrom(...required, ...required, 'nowhere'),
      type: fc.constant(type),
      value: fc.constantFrom(
        ...values[type].filter((value) => value !== undefined && value !== '' && value !== 'null'),
      ),
    }),
  );
  const rules = fc.array(fc.record({ serve, conditions: fc.array(condition(false), { maxLength: 3 }) }), {
    maxLength: 4,
  });
  const prerequisites = required.length === 0 ? fc.constant([]) : fc.array(prerequisite, { maxLength: 2 });
  return fc.record({
    disabled: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
    content: fc.record({
      rules,
      disabledServe: serve,
      defaultServe: serve,
      variations: fc.array(variation, { minLength: 1, maxLength: 3 }),
      prerequisites: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, prerequisites),
    }),
  });
}

const returnTypes = ['string', 'boolean', 'number', 'json'] as const;

function toggle(required: readonly string[]): fc.Arbitrary<{ returnType: Case['returnType']; targeting: object }> {
  return fc
    .constantFrom(...returnTypes)
    .chain((returnType) =>
      fc.record({ returnType: fc.constant(returnType), targeting: targeting(returnType, required) }),
    );
}

const segment = fc.record({
  rules: fc.array(fc.record({ conditions: fc.array(condition(true), { maxLength: 2 }) }), { maxLength: 2 }),
});

const attributes = fc.record(
  {
    ...Object.fromEntries(Object.entries(attributesOf).map(([name, texts]) => [name, fc.constantFrom(...texts)])),
    key: fc.constant('k'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, string>>;

export const anyCase: fc.Arbitrary<Case> = fc
  .record({
    asked: toggle(['p1', 'p2']),
    p1: toggle(['p2', 'p3']),
    p2: toggle(['p3']),
    p3: toggle([]),
    segments: fc.record({ s1: segment, s2: segment, s3: segment }),
    user: fc.record({ key: fc.constantFrom('user-1', 'ada', '李雷', 'u2', 'u3', 'u4', 'u5'), attributes }),
    name: fc.constantFrom('t', 'new_checkout', '支付'),
  })
  .map(({ asked, p1, p2, p3, segments, user, name }) => ({
    toggle: name,
    ...asked,
    toggles: { p1, p2, p3 },
    segments,
    user,
  }));
