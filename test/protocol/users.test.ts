/** Tests users and targeting tests as any editor sees them: problems, hover, completion and definition. */
import { describe, expect, it } from 'vitest';
import type { CompletionItem, Hover, Location } from 'vscode-languageserver-protocol';
import { DidChangeWatchedFilesNotification } from 'vscode-languageserver-protocol';
import { cursorIn } from '../support/cursor.js';
import { startedWith } from '../support/folderTrials.js';
import type { ServerTrial, ServerTrialOptions } from '../support/languageServer.js';

const condition = { type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris', 'Rome'] };
const targeting = JSON.stringify({
  content: {
    rules: [{ name: 'beta users', serve: { select: 1 }, conditions: [condition] }],
    defaultServe: { select: 0 },
    variations: [
      { value: 'false', name: 'off' },
      { value: 'true', name: 'on' },
    ],
  },
});
const users = '{ "users": [{ "name": "ada", "key": "user-1", "attributes": { "city": "Paris" } }] }';
const config = JSON.stringify({ baseUrl: 'https://a.b', project: 'P', environments: { dev: {}, online: {} } });

async function started(more: Readonly<Record<string, string>> = {}, options: ServerTrialOptions = {}) {
  const files = {
    'a/checkout.targeting.json': targeting,
    'targeting.users.json': users,
    'targeting.config.json': config,
    ...more,
  };
  const [server, folder] = await startedWith(files, options);
  return [server, folder, folder.uri('a/checkout.targeting.test.json'), folder.uri('targeting.users.json')] as const;
}

async function problemsOf(trial: ServerTrial, uri: string): Promise<readonly unknown[]> {
  return (await trial.problems(uri)).map(({ code, message }) => [code, message]);
}

const tests = (user: string, expectation: object, rest: object = {}) =>
  JSON.stringify({ cases: [{ user, ...rest, expect: expectation }] });

describe('the problems of a tests file', () => {
  it('are names that do not exist in the users file, config or targeting file', async () => {
    const [trial, , uri] = await started();
    await trial.open(uri, tests('adda', { variation: 'onn', rule: 'beta user' }, { environments: ['devv'] }));
    await expect
      .poll(async () => problemsOf(trial, uri))
      .toEqual([
        ['unknown-name', 'No targeting.users.json for this file has a user "adda". Did you mean "ada"?'],
        ['unknown-name', 'targeting.config.json has no environment "devv". Did you mean "dev"?'],
        ['unknown-name', 'No variation is called "onn".'],
        ['unknown-name', 'No rule is called "beta user". Did you mean "beta users"?'],
      ]);
  });

  it('are updated when user names change in the editor or on disk', async () => {
    const [trial, files, uri, usersUri] = await started();
    await trial.open(uri, tests('bob', { variation: 'on' }));
    await expect.poll(async () => problemsOf(trial, uri)).toHaveLength(1);
    await trial.open(usersUri, users.replace('ada', 'bob'));
    await expect.poll(async () => problemsOf(trial, uri)).toEqual([]);
    await trial.close(usersUri);
    await expect.poll(async () => problemsOf(trial, uri)).toHaveLength(1);
    files.write('a/targeting.users.json', users.replace('ada', 'bob'));
    const changes = [{ uri: files.uri('a/targeting.users.json'), type: 1 as const }];
    await trial.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
    await expect.poll(async () => problemsOf(trial, uri)).toEqual([]);
  });

  it.each([
    ['half typed', '{ "users": [{ "na'],
    ['no list', '{ "users": {} }'],
    ['larger than a megabyte', `${users}${' '.repeat(10 * 1024 * 1024)}`],
    ['no JSON', '\u0000{{{'],
  ])('do not increase if the users file is %s', async (_what, text) => {
    const [trial, , uri] = await started({ 'targeting.users.json': text });
    await trial.open(uri, tests('ada', { variation: 'onn' }));
    await expect.poll(async () => problemsOf(trial, uri)).toEqual([['unknown-name', 'No variation is called "onn".']]);
  });

  it('include a missing targeting file and an oversized file', async () => {
    const [trial, files] = await started();
    const alone = files.uri('a/other.targeting.test.json');
    await trial.open(alone, tests('ada', { variation: 'on' }));
    await expect
      .poll(async () => problemsOf(trial, alone))
      .toEqual([['unknown-name', 'There is no targeting file next to these tests.']]);
    const large = files.uri('a/large.targeting.test.json');
    await trial.open(large, ' '.repeat(10 * 1024 * 1024));
    expect(await problemsOf(trial, large)).toEqual([
      ['unreadable-file', 'The file cannot be read (larger than 0.5 MiB).'],
    ]);
  });
});

describe('the problems of a users file', () => {
  const wrong = '{ "users": [{ "name": "ada", "attributes": { "ctiy": "Paris", "city": 7 } }, { "nam": "bob" }] }';

  it('are schema violations, and attributes that no targeting file uses', async () => {
    const [trial, , , uri] = await started();
    await trial.open(uri, wrong);
    await expect
      .poll(async () => (await problemsOf(trial, uri)).map((problem) => (problem as string[])[0]))
      .toEqual(['unknown-attribute', 'invalid-users', 'invalid-users', 'invalid-users']);
  });

  it("exclude problems that the editor's JSON support reports", async () => {
    const [trial, , , uri] = await started({}, { initializationOptions: { editorReports: { config: true } } });
    await trial.open(uri, wrong);
    await expect
      .poll(async () => problemsOf(trial, uri))
      .toEqual([['unknown-attribute', 'No targeting file uses "ctiy".']]);
  });
});

it('the hover of a prerequisite shows what the other toggle serves, and which users meet it', async () => {
  const required = { prerequisites: [{ key: 'checkout', value: 'true', type: 'boolean' }] };
  const two = users.replace(']', ', { "name": "bob", "attributes": {} }]');
  const [trial, files] = await started({ 'targeting.users.json': two });
  const { content } = JSON.parse(targeting) as { content: object };
  const text = JSON.stringify({ content: { ...required, ...content } });
  const position = { line: 0, character: text.indexOf('"checkout"') + 1 };
  const uri = files.uri('a/pay.targeting.json');
  await trial.open(uri, text);
  const hover = await trial.connection.sendRequest('textDocument/hover', { textDocument: { uri }, position });
  expect((hover as { contents: { value: string } }).contents.value).toBe(
    `**Prerequisite · checkout**

This toggle applies its rules and default only to users who get *on* (\`true\`) from \`checkout\`.

\`checkout\` currently serves:

- Rule 1 · beta users: *on* (\`true\`)
- Default, when no rule matches: *off* (\`false\`)

---

Met by 1 of 2 users: \`ada\``,
  );
});

describe('in a users or tests file', () => {
  async function at(trial: ServerTrial, uri: string, marked: string, method: string): Promise<unknown> {
    const { text, position } = cursorIn(marked);
    await trial.open(uri, text);
    // This answer comes once the files nearby, and thus their names, are known.
    await trial.connection.sendRequest('workspace/symbol', { query: '' });
    return trial.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, position });
  }

  it.each([
    ['{ "cases": [{ "user": "a|da" }] }', '**User · ada**\n\nKey: `user-1`\n\n- `city`: `Paris`'],
    [
      '{ "cases": [{ "expect": { "rule": "beta| users" } }] }',
      '**Rule 1 · beta users**\n\nServes *on* (`true`) when `city` equals `Paris` or `Rome`.',
    ],
    [
      '{ "cases": [{ "expect": { "variation": |1 } }] }',
      '**Variation 1 · on**\n\n`true`\n\nServed by:\n\n- Rule 1 · beta users',
    ],
    ['{ "cases": [{ "user": { "attributes": { "ci|ty": "" } } }] }', '**Attribute · city**\n\nUsed by `checkout`.'],
    ['{ "cases": [{ "buc|ket": 1 }] }', '**Bucket**\n\nFrom 0 to 9999'],
  ])('the hover explains %s', async (marked, words) => {
    const [trial, , uri] = await started();
    const hover = (await at(trial, uri, marked, 'hover')) as Hover;
    expect(JSON.stringify(hover.contents)).toContain(JSON.stringify(words).slice(1, -1));
  });

  it.each([
    ['{ "cases": [{ "user": "|" }] }', ['"ada"']],
    ['{ "cases": [{ "environments": ["|"] }] }', ['"dev"', '"online"']],
    ['{ "cases": [{ "expect": { "variation": "|" } }] }', ['"off"', '"on"']],
    ['{ "cases": [{ "expect": { "rule": "|" } }] }', ['"beta users"']],
    ['{ "cases": [{ "expect": { "serve": "|" } }] }', ['"defaultServe"', '"disabledServe"']],
    ['{ "cases": [{ "sdks": ["|"] }] }', ['"rust"', '"node"', '"java"', '"go"', '"python"']],
    ['{ "cases": [{ "matrix": { "city": ["|"] } }] }', ['"Paris"', '"Rome"']],
    ['{ "cases": [{ "matrix": { | } }] }', ['"city"']],
    ['{ "cases": [{ "user": { | } }] }', ['"key"', '"attributes"', '"segments"']],
  ])('completion offers suggestions for %s', async (marked, labels) => {
    const [trial, , uri] = await started();
    const items = (await at(trial, uri, marked, 'completion')) as CompletionItem[];
    expect(items.map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    ['{ "users": [{ "name": "ada", "attributes": { | } }] }', ['"city"']],
    ['{ "users": [{ "name": "ada", "attributes": { "city": "|" } }] }', ['"Paris"', '"Rome"']],
  ])('completion offers suggestions for the users %s', async (marked, labels) => {
    const [trial, , , uri] = await started();
    const items = (await at(trial, uri, marked, 'completion')) as CompletionItem[];
    expect(items.map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    ['{ "cases": [{ "user": "a|da" }] }', 'targeting.users.json', '"ada"'],
    ['{ "cases": [{ "expect": { "rule": "beta| users" } }] }', 'a/checkout.targeting.json', '"beta users"'],
    ['{ "cases": [{ "expect": { "variation": 1| } }] }', 'a/checkout.targeting.json', '"on"'],
  ])('definition leads from %s to %s', async (marked, path, shown) => {
    const [trial, files, uri] = await started();
    const [found] = (await at(trial, uri, marked, 'definition')) as Location[];
    const text = path === 'targeting.users.json' ? users : targeting;
    expect(found?.uri).toBe(files.uri(path));
    expect(text.slice(found?.range.start.character, found?.range.end.character)).toBe(shown);
  });
});
