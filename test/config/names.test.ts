/** Names, keys and projects that a config may have: none that could look like something else where people read them. */
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { configProblems } from '../../server/src/check-engine/problems.js';
import { parse } from '../../server/src/json/document.js';

const places: Readonly<Record<string, (name: string) => object>> = {
  'a name': (name) => ({ environments: { [name]: {} } }),
  'a key': (key) => ({ environments: { dev: { key } } }),
  'a project': (project) => ({ project, environments: { dev: {} } }),
  'the project of an environment': (project) => ({ environments: { dev: { project } } }),
};

const codesOf = (config: object) => configProblems(parse(JSON.stringify(config))).map(({ code }) => code);

describe.each(Object.entries(places))('In a config, %s', (_, config) => {
  test.each([
    ['line ends', 'dev\n\nHost: elsewhere'],
    ['another line end', 'a\u2028b'],
    ['a control', 'a\u009Bb'],
    ['what turns the line around', 'a\u202Eb'],
    ['a mark of direction', 'a\u061Cb'],
    ['what is invisible', 'pro\u200Bd'],
    ['a filler', '\u3164'],
    ['an invisible tag', 'a\u{E0041}'],
    ['half a character', 'a\uD83D'],
    ['an icon', 'dev $(lock)'],
    ['12,000 characters', 'x'.repeat(12_000)],
    ['101 characters', 'x'.repeat(101)],
  ])('has not %s', (_name, text) => {
    expect(codesOf(config(text))).toEqual(['invalid-config']);
    expect(parseConfig(JSON.stringify(config(text))).config).toBeUndefined();
  });

  test.each(['dev', 'My_Project 2', '上线', '\u{1F600}'.repeat(100), 'x'.repeat(100), '$HOME (a)', 'שלום'])(
    'has %j',
    (text) => {
      expect(codesOf(config(text))).toEqual([]);
    },
  );

  test('of a megabyte is refused at once', () => {
    const start = performance.now();
    expect(codesOf(config('$ '.repeat(500_000)))).toEqual(['invalid-config']);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('Two environments of one config', () => {
  const of = (...names: readonly string[]) =>
    configProblems(parse(JSON.stringify({ environments: Object.fromEntries(names.map((name) => [name, {}])) })));

  test.each([
    ['prod', 'Prod'],
    ['prod-1', 'prod-l'],
    ['prod-I', 'prod-l'],
    ['live0', 'liveO'],
    ['prod', 'рrоd'],
    ['online', 'οnline'],
    ['ONLINE', 'ΟΝLΙΝΕ'],
    ['dev', 'ｄｅｖ'],
    ['dev', 'dev '],
    ['a b', 'a\u00A0b'],
  ])('with the names %j and %j are warned of, at the second', (first, second) => {
    const [problem, ...others] = of(first, second);
    expect(others).toEqual([]);
    expect(problem?.code).toBe('look-alike-names');
    expect(problem?.message).toBe(
      `${JSON.stringify(second)} looks like ${JSON.stringify(first)}: whoever pushes may take one for the other.`,
    );
    const start = JSON.stringify({ environments: { [first]: {} } }).length - 1;
    expect(problem?.range.start.character).toBe(start);
  });

  test('of which three look alike are warned of twice', () => {
    expect(of('prod', 'dev', 'PROD', 'pr0d').map(({ message }) => message.slice(0, 25))).toEqual([
      '"PROD" looks like "prod":',
      '"pr0d" looks like "prod":',
    ]);
  });

  test('with other names are not', () => {
    expect(of('dev', 'test', 'staging', 'online', 'prod-1', 'prod-2', '上线', 'dev2', 'toString')).toEqual([]);
  });

  test('are warned of, whatever their config says about that', () => {
    const config = { environments: { prod: {}, Prod: {} }, problems: { 'look-alike-names': 'off' } };
    expect(codesOf(config)).toEqual(['look-alike-names', 'invalid-config']);
    expect(parseConfig(JSON.stringify(config)).severities).toEqual({});
  });

  test('that look alike can be pushed to', () => {
    const config = { baseUrl: 'https://a.b', project: 'P', environments: { prod: {}, Prod: {} } };
    expect(parseConfig(JSON.stringify(config)).config?.environments).toHaveLength(2);
  });
});
