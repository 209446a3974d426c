/** Tests parts of the evaluator with facts that were seen in the SDKs: buckets, versions of Java, instants, regular expressions. */
import { describe, expect, it } from 'vitest';
import { Attribute } from '../../server/src/core/evaluation/values/attribute.js';
import { bucketOf } from '../../server/src/core/evaluation/buckets.js';
import { conditionOf } from '../../server/src/core/evaluation/conditions.js';
import { Budget } from '../../server/src/core/budget.js';
import { unixSeconds } from '../../server/src/core/evaluation/values/instants.js';
import { compareMaven, readMaven } from '../../server/src/core/evaluation/values/mavenVersions.js';
import { parseRegex } from '../../server/src/core/evaluation/texts/regexParser.js';
import { searchFor } from '../../server/src/core/evaluation/texts/regexes.js';
import type { Evaluators } from '../../server/src/core/evaluation/sdks/sdks.js';
import { all, evaluators, go, java, node, none, python, rust } from '../../server/src/core/evaluation/sdks/sdks.js';
import { User } from '../../server/src/core/evaluation/user.js';

it.each([
  ['key', 'salt', 2_647],
  ['user-1', 'new_checkout', 1_721],
  ['李雷', '支付', 8_156],
  ['', 't', 1_381],
  ['😀', '😀', 4_027],
])('puts the user "%s" into the bucket that all SDKs use for "%s"', (user, toggle, bucket) => {
  expect(bucketOf(user, toggle)).toBe(bucket);
});

it.each([
  ['1.0.0-dev', '>', '1.0.0'],
  ['1.0.0-1', '>', '1.0.0'],
  ['1.0.0-sp', '>', '1.0.0'],
  ['1.0.0-rc', '<', '1.0.0'],
  ['1.0.0-final', '=', '1.0.0'],
  ['1.0.0-ALPHA', '=', '1.0.0-alpha'],
  ['1.0.0-a.0', '=', '1.0.0-a'],
  ['1.0.0-beta2', '<', '1.0.0-beta10'],
  ['1.0', '=', '1.0.0'],
  ['1.0.0-a1', '=', '1.0.0-alpha-1'],
  ['1.١٢', '=', '1.12'],
])('in Java, the version %s is %s %s', (a, order, b) => {
  expect(Math.sign(compareMaven(readMaven(a), readMaven(b)))).toBe({ '<': -1, '=': 0, '>': 1 }[order]);
});

it.each(['١٢', '１２', '𝟏𝟐', '1२'])('in Python, %s is the number 12', (text) => {
  expect(new Attribute(true, text, 0).number.all[evaluators.indexOf('python')]).toBe(12);
});

it.each([
  ['1970-01-01T00:00:00+00:00', 0],
  ['2023-11-15T06:13:20+08:00', 1_700_000_000],
  ['2015-13-32T24:60:60+00:00', 1_454_374_860],
  ['1500-02-29T00:00:00+00:00', -14_825_894_400],
  ['1582-10-15T00:00:00Z', -12_219_292_800],
  ['1582-10-04T00:00:00Z', -12_219_379_200],
  ['٢٠٢٢-01-01T00:00:00+08:00', 1_640_966_400],
  ['2022-01-01T00:00:00+٠٨:00', undefined],
  ['2022-01-01T00:00:00+24:00', undefined],
  ['2022-01-01', undefined],
])('the API parses the time %s as %s seconds', (text, seconds) => {
  expect(unixSeconds(text)).toBe(seconds);
});

it.each<[type: string, predicate: string, object: string, attribute: string, holds: Evaluators]>([
  // To Java, no-break spaces are not blank, and some control characters are.
  ['datetime', 'after', '5', '\u00a0', none],
  ['datetime', 'after', '5', '\ufeff', none],
  ['datetime', 'after', '5', '\u2007', none],
  ['datetime', 'after', '5', '\u202f', none],
  ['datetime', 'after', '5', '\x1c', java],
  ['datetime', 'after', '5', ' ', java],
  ['number', '=', '5', '\x1c5', java],
  ['datetime', 'after', '5', '99999999999999999999', rust | node | python],
  ['datetime', 'before', '5', '99999999999999999999', none],
  ['datetime', 'after', '5', '999999999999999999999999999999999999999', node | python],
  ['semver', '=', '1.0.0', '1.0.0\n', node | python],
  // Go reads up to 64 bits as a number, Node reads a double, and Python reads -5, too.
  ['semver', '<', '1.0.0--', '1.0.0-99999999999999999999.0', all & ~java & ~go],
  ['semver', '=', '1.0.0-99999999999999999999', '1.0.0-99999999999999999998', node],
  ['semver', '<', '1.0.0-0', '1.0.0--5', python],
  // To Go, two spellings of one number are each less than the other.
  ['semver', '=', '1.0.0-1', '1.0.0-01', java],
  ['semver', '<', '1.0.0-1', '1.0.0-01', go],
  ['semver', '>=', '1.0.0-1', '1.0.0-01', java],
  // To Java, any object is a version.
  ['semver', '!=', '', '1.0.0', all & ~node & ~python],
  ['semver', '!=', '1.0.0', ' ', none],
])('%s %s %j holds for the attribute %j only in the expected SDKs', (type, predicate, object, attribute, holds) => {
  const condition = conditionOf(0, { type, subject: 'a', predicate, objects: [object] });
  expect(condition.of(new User('u', new Map([['a', attribute]]), 10), () => 'missing').holds).toBe(holds);
});

it('a segment refers to another segment only if the name has the form that SDKs look up', () => {
  const isIn = (key: string) =>
    conditionOf(0, { type: 'segment', subject: '', predicate: 'is in', objects: [key] }).ofSegment(
      new User('u', new Map(), 0),
    );
  expect(isIn('other')).toMatchObject({ holds: none, depends: none });
  expect(isIn('shop$other')).toMatchObject({ holds: none, depends: all & ~rust & ~go });
});

describe('a regular expression', () => {
  it.each([
    ['^ab*c$', 'abbbc', true],
    ['^ab*c$', 'abb', false],
    ['b+', 'abc', true],
    ['^(?:a|b){2,3}$', 'aba', true],
    ['^(?:a|b){2,3}$', 'abab', false],
    ['^[^a-c\\]]$', ']', false],
    ['^[^a-c\\]]$', 'd', true],
    ['\\bfoo\\b', 'a foo!', true],
    ['\\bfoo\\b', 'afoo', false],
    ['^\\d{3}\\x2d\\w+?$', '123-x_1', true],
    ['(a|)(b|)c', 'c', true],
    ['', 'anything', true],
    ['支付?', '支', true],
    ['a.c', 'a\nc', false],
    ['[a-]', '-', true],
  ])('%s searched in "%s": %s', (source, text, found) => {
    expect(searchFor(source)(text)).toBe(found);
    expect(new RegExp(source).test(text)).toBe(found);
  });

  it.each(['(', 'a)', '[a', '*a', 'a|+', 'a\\', '[b-a]', 'a{3,2}', '(?=a', '(?i)('])(
    '%s is invalid in all engines',
    (source) => {
      expect(searchFor(source)('a')).toBe('invalid');
    },
  );

  it.each('(?=a) (?i)a (?<n>a) \\p{L} \\1 a{ a{1001} (?:a{40}){40} a++ \\Aa [[:alpha:]] [a&&b] a\ud800'.split(' '))(
    '%s is interpreted differently by different engines',
    (source) => {
      expect(searchFor(source)('a')).toBe('differs');
    },
  );

  it.each([
    ['a$', 'a\n'],
    ['^.$', '\r'],
    ['^.$', '😀'],
    ['\\w', 'é'],
    ['\\s', '\v'],
    ['a', '\ud800'],
  ])('%s is interpreted differently for "%s"', (source, text) => {
    expect(searchFor(source)(text)).toBe('differs');
  });

  it.each([
    ['a(?=b)', rust | go],
    ['(?<!a)b(c)\\1', rust | go],
    ['(?i)a', node],
    ['(?P<n>a)(?<m>b)', node | java | python],
    ['\\p{Lu}\\PL', python],
    ['\\u0041(?!a)', rust | go],
    ['a++(?=b)', none],
    ['[\\1]', none],
  ])('%s is rejected only by certain engines', (source, refusedBy) => {
    expect(parseRegex(source)).toEqual({ refusedBy });
  });

  it.each(['(a+)+$', '(a|a)*b', '(?:a?){30}a{30}', '(.*)*x', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    '%s is matched in few steps',
    (source) => {
      // Trying every way would take more than 2 ** 200 steps.
      expect(searchFor(source)(`${'a'.repeat(200)}!`, new Budget(100_000))).not.toBe('differs');
    },
  );
});
