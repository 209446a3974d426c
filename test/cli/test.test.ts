/** Tests `toggle-targeting test`: what passes and fails, each format and exit code, and files that mean harm. */
import { expect, describe, it } from 'vitest';
import { commandLineTrials } from '../support/commandLine.js';

const trialWith = commandLineTrials();

const targeting = (change: object = {}) =>
  JSON.stringify({
    content: {
      rules: [
        {
          name: 'Paris',
          serve: { select: 1 },
          conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris'] }],
        },
        { name: 'half', serve: { split: [5_000, 0, 5_000] }, conditions: [] },
      ],
      disabledServe: { select: 0 },
      defaultServe: { select: 0 },
      variations: [
        { name: 'off', value: 'false' },
        { name: 'on', value: 'true' },
        { name: 'json', value: '{ "a": [1] }' },
      ],
      ...change,
    },
  });
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

describe('a case passes', () => {
  it.each<[string, object]>([
    ['by names, and a value that is no string', passing],
    ['by indices', { user: 'ada', expect: { variation: 1, rule: 0 } }],
    ['by a value as the file writes it', { user: 'ada', expect: { value: 'true' } }],
    ['by a bucket, and a value of JSON', { bucket: 7_500, expect: { variation: 'json', value: { a: [1] } } }],
    ['in SDKs that agree', { user: 'ada', expect: { variation: 'on' }, sdks: ['python', 'node'] }],
    ['in each run of a matrix', { user: {}, matrix: { city: ['Paris'] }, expect: { variation: 'on' } }],
  ])('%s', async (_, testCase) => {
    const { code, stdout } = await run([testCase]);
    expect(stdout).toMatch(/✓ .*\n\n1 passed, 0 failed\n$/);
    expect(code).toBe(0);
  });

  it('by what serves where no rule decides', async () => {
    const cases = [{ user: 'ada', expect: { serve: 'defaultServe', variation: 'off' } }];
    expect((await run(cases, [], targeting({ rules: [] }))).code).toBe(0);
  });

  it('by the code default', async () => {
    const cases = [{ user: 'ada', expect: { codeDefault: true } }];
    expect((await run(cases, [], targeting({ rules: [], defaultServe: { select: 9 } }))).code).toBe(0);
  });
});

describe('a case fails', () => {
  it.each<[string, object]>([
    ['Expected "off", got 1 · on.', { user: 'ada', expect: { variation: 'off' } }],
    ['Expected the value false, got 1 · on.', { user: 'ada', expect: { value: false } }],
    ['Expected rule "half", but Rule 1 · Paris decides.', { user: 'ada', expect: { rule: 'half' } }],
    ['Expected defaultServe, but Rule 1 · Paris decides.', { user: 'ada', expect: { serve: 'defaultServe' } }],
    ['Expected the code default, got 1 · on.', { user: 'ada', expect: { codeDefault: true } }],
    ['There is no such user.', { user: 'bob', expect: { variation: 'on' } }],
    ['Expected "on", got an answer that depends.', { user: {}, expect: { variation: 'on' } }],
    ['The matrix makes more than 1000 runs.', { user: 'ada', matrix: tooMany(), expect: { variation: 'on' } }],
  ])('%s', async (message, testCase) => {
    const { code, stdout } = await run([testCase, passing]);
    expect(stdout).toContain(`: ${message}\n`);
    expect(stdout).toContain('\n1 passed, 1 failed\n');
    expect(code).toBe(1);
  });

  it('where an SDK gives something else', async () => {
    const split = targeting({ rules: [{ serve: { split: [1, 1, 1] }, conditions: [] }] });
    const { stdout } = await run([{ bucket: 9_000, expect: { codeDefault: true }, sdks: ['python'] }], [], split);
    expect(stdout).toContain('Python gives 2 · json instead of the code default.');
  });
});

function tooMany(): object {
  const values = Array.from({ length: 32 }, (_, index) => String(index));
  return { a: values, b: values };
}

describe('the formats', () => {
  const failing = { name: 'a <b> & "c" # %\u001b[31m', user: 'ada', expect: { variation: 'off' } };
  it.each([
    ['text', '✗ a <b> & "c" # %'],
    ['json', '"message": "Expected \\"off\\", got 1 · on."'],
    ['junit', '<testcase classname="a/checkout.targeting.test.json" name="a &lt;b&gt; &amp; &quot;c&quot; # %'],
    ['tap', 'not ok 1 - a/checkout.targeting.test.json · a <b> & "c" \\# %'],
    ['github', '::error file=a/checkout.targeting.test.json,line=7,title=a <b> & "c" # %25'],
  ])('%s', async (format, words) => {
    const { code, stdout } = await run([failing], ['--format', format]);
    expect(stdout).toContain(words);
    expect(stdout).not.toContain('\u001b');
    expect(code).toBe(1);
  });

  it('are no others', async () => {
    const { code, stderr } = await run([passing], ['--format', 'sarif']);
    expect(stderr).toContain('--format must be one of text, json, junit, tap, github, not sarif.');
    expect(code).toBe(2);
  });
});

describe('what cannot be run', () => {
  it.each<[string, Record<string, string>, string]>([
    ['a file without targeting beside it', { 't.targeting.test.json': '{"cases":[]}' }, 'cannot be read (ENOENT)'],
    ['half-typed tests', { 't.targeting.test.json': '{"cases":[', 't.targeting.json': '{}' }, 'is no right JSON'],
    ['a folder without tests', { 't.targeting.json': '{}' }, 'There are no tests'],
  ])('is told of %s', async (_, files, words) => {
    const { code, stderr } = await trialWith(files).run(['test']);
    expect(stderr).toContain(words);
    expect(code).toBe(2);
  });
});

it('fails on an expected value that is deeper than any stack', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const cases = `{ "cases": [{ "user": { "attributes": { "city": "Paris" } }, "expect": { "value": ${deep} } }] }`;
  const files = { 'checkout.targeting.json': targeting(), 'checkout.targeting.test.json': cases };
  const { code, stdout, stderr } = await trialWith(files).run(['test']);
  expect(stdout).toContain('Expected the value …, got 1 · on.');
  expect([code, stderr]).toEqual([1, '']);
});
