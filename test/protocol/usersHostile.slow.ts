/** Tests that broken, oversized, deeply nested and hostile files of users and tests are reported, and affect nothing else. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { whoGetsWhatRequest } from '../../server/src/core/protocol.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';
import { pulls } from '../support/languageServer.js';
import { spread } from '../support/rounds.js';
import { inCity, targetingOf } from '../support/targetings.js';

let server: ServerTrial;
let folder: Folder;
let uris: { readonly targeting: string; readonly tests: string; readonly users: string };

const targeting = targetingOf({ rules: [{ serve: { select: 1 }, conditions: [inCity('Paris')] }] });
const users =
  '{\n  "users": [{ "name": "Zoë 🎉", "key": "u", "attributes": { "city": "Paris" }, "segments": [] }]\n}\n';
const tests =
  '{\n  "cases": [{ "user": "Zoë 🎉", "matrix": { "city": ["Paris"] }, "expect": { "variation": "on" } }]\n}\n';

beforeEach(async () => {
  folder = testFolder();
  uris = {
    targeting: folder.uri('checkout.targeting.json'),
    tests: folder.uri('checkout.targeting.test.json'),
    users: folder.uri('targeting.users.json'),
  };
  folder.write('checkout.targeting.json', targeting);
  folder.write('checkout.targeting.test.json', tests);
  folder.write('targeting.users.json', users);
  server = await testServer({ capabilities: pulls, folders: [folder.uri('')] });
  await server.open(uris.targeting, targeting);
  // This answer comes once the files of the folder are known.
  await server.connection.sendRequest('workspace/symbol', { query: '' });
});

/** The value of each user. Fails if the targeting file has a problem. */
async function whoGetsWhat(): Promise<readonly unknown[]> {
  expect(await server.problems(uris.targeting)).toEqual([]);
  const answer = await server.ask(whoGetsWhatRequest, { uri: uris.targeting, asked: [] });
  return answer?.users.map(({ name, gets }) => [name, gets]) ?? [];
}

async function changedOnDisk(uri: string, bytes: string | Uint8Array): Promise<void> {
  writeFileSync(fileURLToPath(uri), bytes);
  await server.changedOnDisk(uri);
}

const right = [['Zoë 🎉', '1 · on']];

it.each([
  ['users', users],
  ['tests', tests],
] as const)('truncated at any byte, the %s have problems only in their own text', async (kind, text) => {
  const uri = uris[kind];
  await server.open(uri, text);
  expect(await server.codes(uri)).toEqual([]);
  for (const end of spread(text.trimEnd().length)) {
    const half = text.slice(0, end);
    await server.change(uri, end + 2, [{ text: half }]);
    const found = await server.problems(uri);
    expect(found.length, half).toBeGreaterThan(0);
    for (const { code, range } of found) {
      expect(['syntax', `invalid-${kind}`, 'unknown-attribute', 'unknown-name'], half).toContain(code);
      expect(range.end.line, half).toBeLessThan(half.split('\n').length);
    }
    await whoGetsWhat();
  }
  await server.change(uri, text.length + 2, [{ text }]);
  expect(await server.codes(uri)).toEqual([]);
  expect(await whoGetsWhat()).toEqual(right);
});

describe('users', () => {
  const user = (rest: string) => `{ "users": [{ "name": "ada"${rest} }] }`;
  const city = ', "attributes": { "city": "Paris" }';
  const gets = [['ada', '1 · on']];

  it.each<[string, string, readonly string[], readonly unknown[]]>([
    ['with unknown fields', user(`, "role": {}${city}`), ['invalid-users'], gets],
    [
      'with a user twice',
      `{ "users": [{ "name": "ada"${city} }, { "name": "ada" }] }`,
      ['duplicate-user'],
      [...gets, ['ada', '0 · off']],
    ],
    [
      'with names that objects have already',
      user(', "attributes": { "__proto__": "x", "constructor": "y" }').replace('ada', '__proto__'),
      ['unknown-attribute', 'unknown-attribute'],
      [['__proto__', '0 · off']],
    ],
    ['with half a character', user(`, "key": "\\ud800"${city}`), [], gets],
    ['behind a byte order mark', `\ufeff${user(city)}`, [], gets],
    ['with lines of Windows', user(city).replaceAll(' ', '\r\n'), [], gets],
    ['with a key twice', user(`, "key": "a", "key": "b"${city}`), ['duplicate-key'], gets],
    ['with a number beyond all', user(', "attributes": { "city": 1e999 }'), ['invalid-users'], [['ada', '0 · off']]],
    [
      'with what no targeting file asks for',
      user(', "attributes": { "ctiy": "Paris" }'),
      ['unknown-attribute'],
      [['ada', '0 · off']],
    ],
    ['a hundred levels deep', user(`, "role": ${'['.repeat(100)}${']'.repeat(100)}${city}`), ['invalid-users'], gets],
    [
      'deeper than any stack',
      user(`, "role": ${'['.repeat(100_000)}${']'.repeat(100_000)}${city}`),
      ['invalid-users'],
      gets,
    ],
    ['that never end', '['.repeat(100_000), ['invalid-users', 'syntax'], []],
    ['that are a list', '[]', ['invalid-users'], []],
    ['that are no text', '\0\u0001\ufffd', ['syntax'], []],
  ])('%s have the expected problems, and their readable parts are used', async (_what, text, codes, found) => {
    for (const isOpen of [true, false]) {
      if (isOpen) await server.open(uris.users, text);
      else {
        await server.close(uris.users);
        await changedOnDisk(uris.users, text);
      }
      if (isOpen) expect(await server.codes(uris.users)).toEqual(codes);
      expect(await whoGetsWhat()).toEqual(found);
      expect(await server.codes(uris.tests)).toEqual([]);
    }
  });
});

describe('tests', () => {
  const testCase = (rest: string, user = '"Zoë 🎉"') =>
    `{ "cases": [{ "user": ${user}, "expect": { "rule": 0 }${rest} }] }`;

  it.each<[string, string, readonly string[]]>([
    ['with unknown fields', testCase(', "expects": 1'), ['invalid-tests']],
    ['with a case twice', testCase('').replace(/\[(.*)\]/, '[$1, $1]'), []],
    ['with a user that objects have already', testCase('', '"__proto__"'), ['unknown-name']],
    [
      'with attributes that objects have already',
      testCase(', "matrix": { "__proto__": ["a"], "toString": ["b"] }'),
      [],
    ],
    ['with half a character', testCase('', '"\\ud800"'), ['unknown-name']],
    ['behind a byte order mark', `\ufeff${testCase('')}`, []],
    ['with lines of Windows', testCase('').replace(', ', ',\r\n'), []],
    ['with a key twice', testCase(', "name": "a", "name": "b"'), ['duplicate-key']],
    ['with a number beyond all', testCase(', "bucket": 1e999'), ['invalid-tests']],
    ['with an index beyond all', testCase('').replace('0', '1e999'), ['invalid-tests']],
    [
      'a hundred levels deep',
      testCase(', "expects": []').replace('[]', `${'['.repeat(100)}${']'.repeat(100)}`),
      ['invalid-tests'],
    ],
    [
      'with a value deeper than any stack',
      testCase('').replace('0', `0, "value": ${'['.repeat(100_000)}${']'.repeat(100_000)}`),
      [],
    ],
    ['that never end', '['.repeat(100_000), ['invalid-tests', 'syntax']],
    ['that are a list', '[]', ['invalid-tests']],
  ])('%s have the expected problems, and affect nothing else', async (_what, text, codes) => {
    await server.open(uris.users, users);
    await server.open(uris.tests, text);
    await expect.poll(async () => server.codes(uris.tests)).toEqual(codes);
    expect(await server.codes(uris.users)).toEqual([]);
    expect(await whoGetsWhat()).toEqual(right);
  });
});

describe('large files', () => {
  const tooLarge = [
    expect.objectContaining({ code: 'unreadable-file', message: 'The file cannot be read (larger than 0.5 MiB).' }),
  ];

  it.each(['users', 'tests'] as const)('of 10 MB have one problem: %s', async (kind) => {
    const list = { users: '{ "name": "ada" }', tests: '{ "expect": {} }' }[kind];
    const key = { users: 'users', tests: 'cases' }[kind];
    const text = `{ "${key}": [${`${list}, `.repeat(600_000)}${list}] }`;
    expect(text.length).toBeGreaterThan(10_000_000);
    await changedOnDisk(uris[kind], text);
    expect(await whoGetsWhat()).toEqual(kind === 'users' ? [] : right);
    await server.open(uris[kind], text);
    expect(await server.problems(uris[kind])).toEqual(tooLarge);
    expect(await whoGetsWhat()).toEqual(kind === 'users' ? [] : right);
  });
});
