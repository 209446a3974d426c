/** Tests the names, keys and projects that a config may have: none may look like something else. */
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { schemaProblems } from '../../server/src/core/check-engine/problems.js';
import { parse } from '../../server/src/core/json/document.js';
import { mistakeInName } from '../../server/src/core/targeting/fileNames.js';

const places: Readonly<Record<string, (name: string) => object>> = {
  'a name': (name) => ({ environments: { [name]: {} } }),
  'a key': (key) => ({ environments: { dev: { key } } }),
  'a project': (project) => ({ project, environments: { dev: {} } }),
  'the project of an environment': (project) => ({ environments: { dev: { project } } }),
};

const codesOf = (config: object) => schemaProblems('config', parse(JSON.stringify(config))).map(({ code }) => code);

describe.each(Object.entries(places))('in a config, %s', (_, config) => {
  test.each([
    ['line ends', 'dev\n\nHost: elsewhere'],
    ['another line end', 'a\u2028b'],
    ['a control character', 'a\u009Bb'],
    ['a character that reverses the line', 'a\u202Eb'],
    ['a mark of direction', 'a\u061Cb'],
    ['an invisible character', 'pro\u200Bd'],
    ['a filler character', '\u3164'],
    ['an invisible tag', 'a\u{E0041}'],
    ['half a character', 'a\uD83D'],
    ['an icon', 'dev $(lock)'],
    ['12,000 characters', 'x'.repeat(12_000)],
    ['101 characters', 'x'.repeat(101)],
  ])('cannot contain %s', (_name, text) => {
    expect(codesOf(config(text))).toEqual(['invalid-config']);
    expect(parseConfig(JSON.stringify(config(text))).config).toBeUndefined();
  });

  test.each(['dev', 'My_Project 2', '上线', '\u{1F600}'.repeat(100), 'x'.repeat(100), '$HOME (a)', 'שלום'])(
    'can be %j',
    (text) => {
      expect(codesOf(config(text))).toEqual([]);
    },
  );

  test('cannot be a megabyte long', () => {
    expect(codesOf(config('$ '.repeat(500_000)))).toEqual(['invalid-config']);
  });
});

describe('the environments of a config', () => {
  const problemsOfNames = (...names: readonly string[]) =>
    schemaProblems(
      'config',
      parse(JSON.stringify({ environments: Object.fromEntries(names.map((name) => [name, {}])) })),
    );

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
  ])('cause a warning at the second name if they are named %j and %j', (first, second) => {
    const [problem, ...others] = problemsOfNames(first, second);
    expect(others).toEqual([]);
    expect(problem?.code).toBe('look-alike-names');
    expect(problem?.message).toBe(
      `${JSON.stringify(second)} and ${JSON.stringify(first)} look alike: someone could push to the wrong one.`,
    );
    const start = JSON.stringify({ environments: { [first]: {} } }).length - 1;
    expect(problem?.range.start.character).toBe(start);
  });

  test('cause two warnings if three of them look alike', () => {
    expect(problemsOfNames('prod', 'dev', 'PROD', 'pr0d').map(({ message }) => message.slice(0, 25))).toEqual([
      '"PROD" and "prod" look al',
      '"pr0d" and "prod" look al',
    ]);
  });

  test('cause no warning if their names are clearly different', () => {
    expect(problemsOfNames('dev', 'test', 'staging', 'online', 'prod-1', 'prod-2', '上线', 'dev2', 'toString')).toEqual(
      [],
    );
  });

  test('cause a warning if they look alike, even if the config turns the warning off', () => {
    const config = { environments: { prod: {}, Prod: {} }, problems: { 'look-alike-names': 'off' } };
    expect(codesOf(config)).toEqual(['look-alike-names', 'invalid-config']);
    expect(parseConfig(JSON.stringify(config)).severities).toEqual({});
  });

  test('can be pushed to even if they look alike', () => {
    const config = { baseUrl: 'https://a.b', project: 'P', environments: { prod: {}, Prod: {} } };
    expect(parseConfig(JSON.stringify(config)).config?.environments).toHaveLength(2);
  });
});

test('names of new files cannot contain invisible characters', () => {
  const names = ['a\u3164b', 'a\u115Fb', 'a\u2800b', 'a\u00A0b', 'a\u200Bb', 'a\uFE0Fb', 'a\u3000b'];
  expect(names.filter((name) => mistakeInName(name) === undefined)).toEqual([]);
  expect(['a b', 'é', '上线', 'می\u200Cخواهم', 'a_b-c.d'].map(mistakeInName)).toEqual(Array(5).fill(undefined));
});
