/** Tests `toggle-targeting test`: passing and failing cases, formats, exit codes, and hostile files. */
import { expect, describe, it } from 'vitest';
import { commandLineTrials, complains, prints } from '../support/commandLine.js';
import { cityIs, targetingOf, variations } from '../support/targeting.js';

const trialWith = commandLineTrials();

const targeting = (change: object = {}) =>
  targetingOf(
    {
      rules: [
        { name: 'Paris', serve: { select: 1 }, conditions: [cityIs('Paris')] },
        { name: 'half', serve: { split: [5_000, 0, 5_000] }, conditions: [] },
      ],
      variations: [...variations, { name: 'json', value: '{ "a": [1] }' }],
      ...change,
    },
    { disabled: undefined },
  );
const users = JSON.stringify({ users: [{ name: 'ada', attributes: { city: 'Paris' } }] });

const run = async (cases: readonly object[], args: readonly string[] = [], content = targeting()) => {
  const files = {
    'targeting.users.json': users,
    'a/checkout.targeting.json': content,
    'a/checkout.targeting.test.json': JSON.stringify({ cases }, undefined, 2),
  };
  return trialWith(files).run(['test', ...args]);
};

const passing = { name: 'ada is in Paris', user: 'ada', expect: { variation: 'on', rule: 'Paris', value: true } };

it('test fails the cases of a toggle that does not reach users, and prints the reason', async () => {
  const content = targeting({ rules: [{ name: 'Paris', conditions: null, serve: { select: 1 } }] });
  await prints(run([{ user: 'ada', expect: { codeDefault: true } }], [], content), 1, 'The toggle vanishes');
});

describe('a case passes', () => {
  it.each<[string, object]>([
    ['by names, and a value that is no string', passing],
    ['by indices', { user: 'ada', expect: { variation: 1, rule: 0 } }],
    ['by a value as the file writes it', { user: 'ada', expect: { value: 'true' } }],
    ['by a bucket, and a value of JSON', { bucket: 7_500, expect: { variation: 'json', value: { a: [1] } } }],
    ['in SDKs that agree', { user: 'ada', expect: { variation: 'on' }, sdks: ['python', 'node'] }],
    ['in each run of a matrix', { user: {}, matrix: { city: ['Paris'] }, expect: { variation: 'on' } }],
    ['by the matrix where the user differs', { user: 'ada', matrix: { city: ['Rome'] }, expect: { rule: 'half' } }],
  ])('%s', async (_, testCase) => {
    await prints(run([testCase]), 0, /✓ .*\n\n1 passed, 0 failed\n$/);
  });

  it('if the default serves the expected variation', async () => {
    const cases = [{ user: 'ada', expect: { serve: 'defaultServe', variation: 'off' } }];
    expect((await run(cases, [], targeting({ rules: [] }))).code).toBe(0);
  });

  it('if the default in the code is expected', async () => {
    const cases = [{ user: 'ada', expect: { codeDefault: true } }];
    expect((await run(cases, [], targeting({ rules: [], defaultServe: { select: 9 } }))).code).toBe(0);
  });
});

describe('a case fails', () => {
  it.each<[string, object]>([
    ['Expected "off", got "on".', { user: 'ada', expect: { variation: 'off' } }],
    ['Expected the value false, got 1 · on.', { user: 'ada', expect: { value: false } }],
    ['Expected rule "half", but Rule 1 · Paris decides.', { user: 'ada', expect: { rule: 'half' } }],
    ['Expected defaultServe, but Rule 1 · Paris decides.', { user: 'ada', expect: { serve: 'defaultServe' } }],
    ['Expected the default in the code, got 1 · on.', { user: 'ada', expect: { codeDefault: true } }],
    ['There is no such user.', { user: 'bob', expect: { variation: 'on' } }],
    ['The case has no expectation.', { user: 'ada', expect: {} }],
    ['Expected "on", got a result that depends on something unknown.', { user: {}, expect: { variation: 'on' } }],
    ['The matrix has more than 1000 runs.', { user: 'ada', matrix: tooMany(), expect: { variation: 'on' } }],
  ])('%s', async (message, testCase) => {
    const { code, stdout } = await run([testCase, passing]);
    expect(stdout).toContain(`: ${message}\n`);
    expect(stdout).toContain('\n1 passed, 1 failed\n');
    expect(code).toBe(1);
  });

  it('if a segment is unknown, with a suggestion for the user', async () => {
    const city = cityIs('Paris');
    const segments = (...objects: string[]) => ({ type: 'segment', subject: '', predicate: 'is in', objects });
    const rules = (...conditions: object[]) => targeting({ rules: [{ serve: { select: 1 }, conditions }] });
    const off = { user: 'ada', expect: { variation: 'off', serve: 'defaultServe' } };
    const { code, stdout } = await run([off], [], rules(city, segments('beta_testers')));
    expect(code).toBe(1);
    expect(stdout).toContain(
      ': The result depends on segment "beta_testers": add "segments": [] to the user, or the segments the user is in.\n',
    );
    expect(stdout).not.toContain('unknown');
    const several = await run([off], [], rules(segments('beta_testers', 'staff')));
    expect(several.stdout).toContain(': The result depends on the segments "beta_testers", "staff": add');
    const told = { ...off, user: { attributes: { city: 'Paris' }, segments: [] } };
    expect((await run([told], [], rules(city, segments('beta_testers')))).code).toBe(0);
  });

  it.each([{ rule: 0 }, { serve: 'disabledServe' }, { serve: 'defaultServe' }])(
    'if the deciding rule is unknown: %j',
    async (expectation) => {
      const unknown = targeting({
        prerequisites: [{ key: 'other', type: 'boolean', value: 'true' }],
        rules: [{ serve: { select: 1 }, conditions: [] }],
      });
      await prints(run([{ user: 'ada', expect: expectation }], [], unknown), 1, 'but something unknown decides.');
    },
  );

  it('if an SDK gives a different result', async () => {
    const split = targeting({ rules: [{ serve: { split: [1, 1, 1] }, conditions: [] }] });
    const { stdout } = await run([{ bucket: 9_000, expect: { codeDefault: true }, sdks: ['python'] }], [], split);
    expect(stdout).toContain('Python gives 2 · json instead of the default in the code.');
  });
});

function tooMany(): object {
  const values = Array.from({ length: 32 }, (_, index) => String(index));
  return { a: values, b: values };
}

describe('the formats', () => {
  const failing = { name: 'a <b> & "c" # %\u001b\uFFFE\uFFFF\uD800😀', user: 'ada', expect: { variation: 'off' } };
  it.each([
    ['text', '✗ a <b> & "c" # %'],
    ['json', '"message": "Expected \\"off\\", got \\"on\\"."'],
    [
      'junit',
      '<testcase classname="a/checkout.targeting.test.json" name="a &lt;b&gt; &amp; &quot;c&quot; # %\\u001b\uFFFD\uFFFD\uFFFD😀"',
    ],
    ['tap', 'not ok 1 - a/checkout.targeting.test.json · a <b> & "c" \\# %'],
    ['github', '::error file=a/checkout.targeting.test.json,line=7,title=a <b> & "c" # %25'],
  ])('%s', async (format, words) => {
    const { code, stdout } = await run([failing], ['--format', format]);
    expect(stdout).toContain(words);
    expect(stdout).not.toContain('\u001b');
    expect(code).toBe(1);
  });

  it.each([
    ['text', '✓ ada is in Paris\n\n1 passed, 0 failed\n'],
    ['json', '"passed": true,'],
    ['junit', '<testcase classname="a/checkout.targeting.test.json" name="ada is in Paris"/>'],
    ['tap', 'TAP version 14\n1..1\nok 1 - a/checkout.targeting.test.json · ada is in Paris\n'],
    ['github', ''],
  ])('%s, for a passing case, and for a file that does not exist', async (format, words) => {
    const { code, stdout } = await run([passing], ['--format', format]);
    expect(stdout).toContain(words);
    if (words === '') expect(stdout).toBe('');
    expect(code).toBe(0);
    const partly = await run([passing], ['--format', format, 'a', 'gone.targeting.test.json']);
    expect(partly.stdout).toContain(words);
    expect(partly.stderr).toBe('"gone.targeting.test.json" does not exist.\n');
    expect(partly.code).toBe(2);
  });

  it('escape control characters and bidirectional marks', async () => {
    const name = 'ada\u202e\u2066 \u009b31m';
    for (const format of ['text', 'json', 'junit', 'tap', 'github']) {
      const { stdout } = await run([{ ...passing, name, expect: { variation: 'off' } }], ['--format', format]);
      expect(stdout, format).toContain('202e');
      expect(stdout, format).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }
    const { stdout } = await run([{ ...passing, name }], ['--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ cases: [{ name }] }] });
  });

  it('exclude SARIF', async () => {
    await complains(
      run([passing], ['--format', 'sarif']),
      2,
      '--format must be one of text, json, junit, tap, github, not sarif.',
    );
  });
});

describe('the coverage', () => {
  const covered = { name: 'somebody in Lyon', user: { attributes: { city: 'Lyon' } }, bucket: 0, expect: { rule: 1 } };

  it('lists rules, conditions and shares that no test reaches', async () => {
    const layout = JSON.stringify(JSON.parse(targeting()), undefined, 2);
    expect(await run([covered], ['--coverage'], layout)).toMatchObject({
      code: 0,
      stdout: [
        'a/checkout.targeting.test.json',
        '  ✓ somebody in Lyon',
        '',
        'a/checkout.targeting.json: tests reach 2 of 6 outcomes. They do not reach:',
        '  6: Rule 1 · Paris',
        '  10: city is one of Paris · holds',
        '  26: Rule 2 · half · 50% · 2 · json',
        '  35: default',
        '',
        '1 passed, 0 failed',
        '',
      ].join('\n'),
    });
  });

  it('is included in JSON', async () => {
    const { stdout } = await run([covered, passing], ['--coverage', '--format', 'json']);
    const { files } = JSON.parse(stdout) as { files: readonly { coverage: object }[] };
    expect(files[0]?.coverage).toMatchObject({
      path: 'a/checkout.targeting.json',
      reached: 4,
      total: 6,
      missed: [
        { words: 'Rule 2 · half · 50% · 2 · json', line: 1 },
        { words: 'default', line: 1 },
      ],
    });
  });

  it('reports that tests reach everything', async () => {
    const content = targeting({ rules: [] });
    const { stdout } = await run([{ user: 'ada', expect: { variation: 'off' } }], ['--coverage'], content);
    expect(stdout).toContain(
      'a/checkout.targeting.json: tests reach every outcome of its rules, conditions and serves (1).\n',
    );
  });

  it('excludes everything after a condition with an unknown result', async () => {
    const segment = { type: 'segment', subject: '', predicate: 'is in', objects: ['s'] };
    const city = cityIs('Paris');
    const content = targeting({ rules: [{ serve: { select: 1 }, conditions: [segment, city] }] });
    const { stdout } = await run([{ user: 'ada', expect: { variation: 'on' } }], ['--coverage'], content);
    expect(stdout).toContain('a/checkout.targeting.json: tests reach 0 of 6 outcomes');
  });

  it('includes disabledServe if a prerequisite may fail or the toggle is disabled', async () => {
    const unmet = targeting({ prerequisites: [{ key: 'other', type: 'boolean', value: 'true' }] });
    const { stdout } = await run([passing], ['--coverage'], unmet);
    expect(stdout).toContain(': disabled\n');
    const disabled = JSON.stringify({ disabled: true, ...(JSON.parse(targeting({ rules: [] })) as object) });
    const { stdout: other } = await run([{ user: 'ada', expect: { variation: 'off' } }], ['--coverage'], disabled);
    expect(other).toContain('tests reach 1 of 2 outcomes. They do not reach:\n  1: default\n');
  });

  it('is refused in other formats', async () => {
    await complains(
      run([passing], ['--coverage', '--format', 'tap']),
      2,
      'With --coverage, --format must be one of text, json.',
    );
  });
});

it.each<[string, Record<string, string>, string]>([
  ['a file without targeting beside it', { 't.targeting.test.json': '{"cases":[]}' }, 'cannot be read (ENOENT)'],
  ['half-typed tests', { 't.targeting.test.json': '{"cases":[', 't.targeting.json': '{}' }, 'is not valid JSON'],
  [
    'tests of 10 MB',
    { 't.targeting.test.json': ' '.repeat(10_000_000), 't.targeting.json': '{}' },
    '(larger than 0.5 MiB)',
  ],
  [
    'targeting of 9 MiB',
    { 't.targeting.test.json': '{}', 't.targeting.json': ' '.repeat(9 << 20) },
    '(larger than 4 MiB)',
  ],
  ['users of 10 MB', usedBy(' '.repeat(10_000_000)), '"targeting.users.json" cannot be read (larger than 0.5 MiB).\n'],
  ['half-typed users', usedBy('{ "users": [{ "na'), '"targeting.users.json" is not a valid list of users'],
  ['users that are no list', usedBy('{}'), '"targeting.users.json" is not a valid list of users'],
  ['a folder without tests', { 't.targeting.json': '{}' }, 'There are no tests'],
])('test reports %s in one line', async (_, files, words) => {
  const { code, stderr } = await trialWith(files).run(['test']);
  expect(stderr).toContain(words);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(code).toBe(2);
});

it('test fails immediately if all matrices together exceed 100,000 runs', async () => {
  const values = Array.from({ length: 31 }, (_, index) => String(index));
  const cases = Array.from({ length: 300 }, () => ({ matrix: { a: values, b: values }, expect: { rule: 0 } }));
  const { code, stdout } = await run([passing, ...cases]);
  expect(stdout).toContain(': Together, the cases have more than 100000 runs.\n');
  expect(stdout).toContain('\n0 passed, 301 failed\n');
  expect(code).toBe(1);
});

it('test rejects a file with another extension', async () => {
  expect(await trialWith({ 't.json': '{}' }).run(['test', 't.json'])).toMatchObject({
    code: 2,
    stderr: '"t.json" must end with .targeting.test.json.\n',
  });
});

function usedBy(users: string): Record<string, string> {
  const named = JSON.stringify({ cases: [{ user: 'ada', expect: { variation: 'on' } }] });
  return {
    ...{ 'targeting.users.json': users, 't.targeting.json': targeting(), 't.targeting.test.json': named },
    ...{ 'a/t.targeting.json': targeting(), 'a/t.targeting.test.json': '{ "cases": [] }' },
  };
}

it('test fails for an expected value that is nested too deeply', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const cases = `{ "cases": [{ "user": { "attributes": { "city": "Paris" } }, "expect": { "value": ${deep} } }] }`;
  const files = { 'checkout.targeting.json': targeting(), 'checkout.targeting.test.json': cases };
  const { code, stdout, stderr } = await trialWith(files).run(['test']);
  expect(stdout).toContain('Expected the value …, got 1 · on.');
  expect([code, stderr]).toEqual([1, '']);
});
