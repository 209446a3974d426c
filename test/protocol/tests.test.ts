/** Tests targeting tests in an editor: listing, running, coverage, and requirements of a push. */
import { describe, expect, it } from 'vitest';
import type { RanTests } from '../../server/src/core/protocol.js';
import { failingTestsRequest, listTestsRequest, runTestsRequest } from '../../server/src/core/protocol.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';
import { cityRule, targetingOf } from '../support/targetings.js';

let server: ServerTrial;
let folder: Folder;

const targeting = (select = 1) =>
  targetingOf({ rules: [cityRule('Paris', { select }, 'Paris')], defaultServe: { split: [2_500, 7_500] } });
const tests = (...cases: readonly object[]) => JSON.stringify({ cases }, undefined, 2);
const ada = { user: 'ada', expect: { variation: 'on', rule: 'Paris' } };
const bob = { name: 'bob', user: {}, bucket: 2_499, expect: { variation: 'off' } };
const config = {
  baseUrl: 'https://a.b',
  project: 'P',
  files: '{environment}/{toggle}.targeting.json',
  environments: { dev: {}, online: { requires: ['tests'] } },
};

async function started(files: Readonly<Record<string, string>>): Promise<(path: string) => string> {
  folder = testFolder();
  folder.write('targeting.users.json', '{ "users": [{ "name": "ada", "attributes": { "city": "Paris" } }] }');
  folder.write('targeting.config.json', JSON.stringify(config));
  for (const [path, text] of Object.entries(files)) folder.write(path, text);
  server = await testServer({ folders: [folder.uri('')] });
  return (path) => folder.uri(path);
}

const run = (uri: string, ids?: readonly string[]) =>
  server.ask(runTestsRequest, { uri, coverage: true, ...(ids && { ids }) });
const failuresIn = (ran: RanTests | null) =>
  ran?.runs.map(({ name, failures }) => [name, ...failures.map(({ message }) => message)]);

describe('the test cases of a file', () => {
  it('are listed without opening the file, with IDs based on names, and with their environments', async () => {
    const at = await started({
      'dev/checkout.targeting.test.json': tests(ada, bob, { ...bob, environments: ['online'] }),
    });
    const listed = await server.ask(listTestsRequest, { uri: at('dev/checkout.targeting.test.json') });
    expect(listed?.broken).toBeUndefined();
    expect(listed?.cases.map(({ id, name, environments }) => [id, name, environments])).toEqual([
      ['case 1 0', 'case 1', []],
      ['bob 0', 'bob', []],
      ['bob 1', 'bob', ['online']],
    ]);
    expect(listed?.cases[0]?.range.start).toEqual({ line: 2, character: 4 });
  });

  it('are listed while the file is edited, with a message while the file is broken', async () => {
    const at = await started({ 'dev/checkout.targeting.test.json': tests(ada) });
    const uri = at('dev/checkout.targeting.test.json');
    await server.open(uri, '{ "cases": [{ "name": "new", "expect": {');
    expect(await server.ask(listTestsRequest, { uri })).toMatchObject({
      broken: '"checkout.targeting.test.json" is not valid JSON, so its tests were not run.',
      cases: [{ name: 'new' }],
    });
  });
});

describe('a test run', () => {
  it('returns the expected and actual values, and the deciding rule', async () => {
    const at = await started({
      'dev/checkout.targeting.json': targeting(0),
      'dev/checkout.targeting.test.json': tests(ada, bob),
    });
    const ran = await run(at('dev/checkout.targeting.test.json'));
    expect(ran?.targetingUri).toBe(at('dev/checkout.targeting.json'));
    expect(failuresIn(ran)).toEqual([['case 1', 'Expected "on", got "off".'], ['bob']]);
    const [failure] = ran?.runs[0]?.failures ?? [];
    expect(failure?.difference).toEqual({ expected: 'on', actual: 'off' });
    expect(failure?.range).toEqual({ start: { line: 5, character: 21 }, end: { line: 5, character: 25 } });
    expect(failure?.decider?.words).toBe('Rule 1 · Paris');
    expect(failure?.decider?.range.start).toEqual({ line: 0, character: targeting().indexOf('{"name":"Paris"') });
  });

  it.each<[string, object, string, string]>([
    ['a variation by its index', { variation: 0 }, '0', '1'],
    ['a value that is no text', { value: { a: 1 } }, '{\n  "a": 1\n}', 'true'],
    ['a rule by its name', { rule: 'Rome' }, 'Rome', 'Paris'],
    ['what serves where no rule decides', { serve: 'defaultServe' }, 'defaultServe', 'Rule 1 · Paris'],
    ['the code default', { codeDefault: true }, 'the default in the code', '1 · on'],
  ])('compares %s as it is written in the test', async (_, expectation, expected, actual) => {
    const at = await started({
      'dev/checkout.targeting.json': targeting(),
      'dev/checkout.targeting.test.json': tests({ ...ada, expect: expectation }),
    });
    const ran = await run(at('dev/checkout.targeting.test.json'));
    expect(ran?.runs[0]?.failures[0]?.difference).toEqual({ expected, actual });
  });

  it('uses the unsaved text of tests, targeting and users', async () => {
    const files = { 'dev/checkout.targeting.json': targeting(), 'dev/checkout.targeting.test.json': tests(ada) };
    const at = await started(files);
    const uri = at('dev/checkout.targeting.test.json');
    expect(failuresIn(await run(uri))).toEqual([['case 1']]);
    await server.open(at('dev/checkout.targeting.json'), targeting(0));
    expect(failuresIn(await run(uri))).toEqual([['case 1', 'Expected "on", got "off".']]);
    await server.open(uri, tests({ ...ada, expect: { variation: 'off' } }));
    expect(failuresIn(await run(uri))).toEqual([['case 1']]);
    await server.open(at('targeting.users.json'), '{ "users": [{ "name": "bob" }] }');
    expect(failuresIn(await run(uri))).toEqual([['case 1', 'There is no such user.']]);
  });

  it('includes only requested cases, and no cases of other environments', async () => {
    const at = await started({
      'dev/checkout.targeting.json': targeting(),
      'dev/checkout.targeting.test.json': tests(ada, bob, { ...ada, name: 'later', environments: ['online'] }),
    });
    const uri = at('dev/checkout.targeting.test.json');
    expect((await run(uri))?.runs.map(({ id }) => id)).toEqual(['case 1 0', 'bob 0']);
    expect((await run(uri, ['bob 0', 'later 0']))?.runs.map(({ id }) => id)).toEqual(['bob 0']);
  });

  it('returns the coverage of rules, conditions and shares', async () => {
    const at = await started({
      'dev/checkout.targeting.json': targeting(),
      'dev/checkout.targeting.test.json': tests(ada, bob, bob),
    });
    const { coverage } = (await run(at('dev/checkout.targeting.test.json'))) ?? {};
    expect(coverage?.rules.map(({ words, count }) => [words, count])).toEqual([['Rule 1 · Paris', 1]]);
    const statements = coverage?.statements.map(({ words, count, branches }) => [
      `${words}: ${count}`,
      ...branches.map((branch) => `${branch.words}: ${branch.count}`),
    ]);
    expect(statements).toEqual([
      ['Rule 1 · Paris: 1'],
      ['city is one of Paris: 3', 'holds: 1', 'does not hold: 2'],
      ['default: 2', '25% · 0 · off: 2', '75% · 1 · on: 0'],
    ]);
  });
});

describe('an environment that requires tests', () => {
  const failing = tests({ ...ada, expect: { variation: 'off' } }, { ...bob, expect: {} });
  const asked = (uri: string, environment: string, body = targeting()) =>
    server.ask(failingTestsRequest, { uri, environment, body });

  it('refuses a file with failing tests, and returns their number and the first failure', async () => {
    const at = await started({ 'online/checkout.targeting.test.json': failing });
    const uri = at('online/checkout.targeting.json');
    expect(await asked(uri, 'online')).toEqual({
      uri: at('online/checkout.targeting.test.json'),
      name: 'checkout.targeting.test.json',
      failed: 2,
      message: 'Expected "off", got "on".',
      range: { start: { line: 5, character: 21 }, end: { line: 5, character: 26 } },
    });
    expect(await asked(uri, 'online', targeting(0))).toMatchObject({
      failed: 1,
      message: 'The case has no expectation.',
    });
    expect(await asked(at('dev/checkout.targeting.json'), 'dev')).toBeNull();
  });

  it.each<[string, string]>([
    ['whose tests pass', tests(ada, bob)],
    ['whose failing tests are for another environment', tests({ ...ada, expect: {}, environments: ['dev'] })],
  ])('accepts a file %s', async (_, text) => {
    const at = await started({ 'online/checkout.targeting.test.json': text });
    expect(await asked(at('online/checkout.targeting.json'), 'online')).toBeNull();
  });

  it('accepts a file without tests, but refuses a file whose tests cannot be run', async () => {
    const at = await started({});
    expect(await asked(at('online/checkout.targeting.json'), 'online')).toBeNull();
    await server.open(at('online/checkout.targeting.test.json'), '{ "cases": [');
    expect(await asked(at('online/checkout.targeting.json'), 'online')).toEqual({
      uri: at('online/checkout.targeting.test.json'),
      name: 'checkout.targeting.test.json',
      failed: 0,
      message: '"checkout.targeting.test.json" is not valid JSON, so its tests were not run.',
    });
  });

  it('runs its own tests for a promoted body', async () => {
    const at = await started({ 'online/checkout.targeting.test.json': tests(ada) });
    const from = at('dev/checkout.targeting.json');
    expect(await asked(from, 'online')).toBeNull();
    expect(await asked(from, 'online', targeting(0))).toMatchObject({
      uri: at('online/checkout.targeting.test.json'),
      failed: 1,
    });
  });
});
