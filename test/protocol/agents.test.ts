/** Tests the server's answers for the language model tools of the client. */
import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileInWordsRequest, isInsideRequest, problemReportRequest } from '../../server/src/core/protocol.js';
import { startedWith } from '../support/folderTrials.js';
import { temporaryFolder } from '../support/folder.js';

const condition = (city: string) =>
  `{ "type": "string", "subject": "city", "predicate": "is one of", "objects": ["${city}"] }`;
const rule = (city: string) => `{ "serve": { "select": 1 }, "conditions": [${condition(city)}] }`;
const file = (rules: readonly string[], more = '') => `{ "content": {${more} "rules": [
${rules.join(',\n')}
], "disabledServe": { "select": 0 }, "defaultServe": { "select": 0 }, "variations": [{ "value": "a" }, { "value": "b" }] } }`;

async function opened(text: string, files: Readonly<Record<string, string>> = {}, name = 'a.targeting.json') {
  const [server, folder] = await startedWith({ [name]: text, ...files });
  await server.open(folder.uri(name), text);
  return { server, uri: folder.uri(name) };
}

async function reportOf(text: string, files: Readonly<Record<string, string>> = {}) {
  const { server, uri } = await opened(text, files);
  return server.ask(problemReportRequest, { uri });
}

describe('the problems of a file', () => {
  it('contain one-based positions, and edits that fix them', async () => {
    const report = await reportOf('{\n  "disabled": "yes",\n  "content": { "defaultServ": { "select": 0 } }\n}');
    const [first, second] = report?.problems ?? [];
    expect(first).toMatchObject({
      ...{ code: 'wrong-type', severity: 'error', start: { line: 2, column: 15 }, end: { line: 2, column: 20 } },
    });
    expect(second).toMatchObject({ code: 'unknown-property', severity: 'warning' });
    expect(second?.fixes?.[0]?.edits).toEqual([
      { start: { line: 3, column: 16 }, end: { line: 3, column: 29 }, newText: '"defaultServe"' },
    ]);
    expect(report?.count).toBe(2);
  });

  it('are limited to 100, and include the total count', async () => {
    const report = await reportOf(`{ ${Array.from({ length: 150 }, (_, index) => `"x${index}": 1`).join()} }`);
    expect([report?.problems.length, report?.count]).toEqual([100, 150]);
  });

  it('omit codes that the config turns off', async () => {
    const text = '{ "comment": 5, "content": { "defaultServ": { "select": 0 } } }';
    const config = '{ "environments": { "dev": {} }, "problems": { "non-string-value": "off" } }';
    const report = await reportOf(text, { 'targeting.config.json': config });
    expect(report?.problems.map(({ fixes }) => fixes?.[0]?.title)).toEqual(['Rename to "defaultServe"']);
  });

  it('include dead targeting immediately', async () => {
    const report = await reportOf(file([rule('Rome'), rule('Rome')]));
    expect(report?.problems.map(({ code }) => code)).toContain('shadowed-rule');
  });

  it('suggest similar keys of toggles nearby', async () => {
    const text = file([], '"prerequisites": [{ "key": "serch", "value": "a", "type": "string" }],');
    const report = await reportOf(text, { 'search.targeting.json': file([]) });
    const unknown = report?.problems.find(({ code }) => code === 'unknown-prerequisite');
    expect(unknown?.fixes?.map(({ title }) => title)).toContain('Change to "search"');
  });

  it('are null for a file that is not open', async () => {
    const [server, folder] = await startedWith({ 'a.targeting.json': '{' });
    expect(await server.ask(problemReportRequest, { uri: folder.uri('a.targeting.json') })).toBeNull();
  });
});

describe('a file in words', () => {
  const wordsOf = async (text: string, name?: string) => {
    const { server, uri } = await opened(text, {}, name);
    return server.ask(fileInWordsRequest, { uri });
  };

  it.each([
    ['', 'While it is disabled, it serves'],
    ['"disabled": false, ', 'The toggle is enabled.'],
    ['"disabled": true, ', 'The toggle is disabled: it serves'],
  ])('says first whether the toggle is disabled (%s)', async (disabled, words) =>
    expect((await wordsOf(file([]).replace('{ ', `{ ${disabled}`)))?.[0]).toContain(words),
  );

  it('is null for a file other than targeting', async () =>
    expect(await wordsOf('{ "users": [] }', 'targeting.users.json')).toBeNull());
});

it.runIf(process.platform !== 'win32')('a file is inside the workspace unless a link leads out of it', async () => {
  const elsewhere = temporaryFolder();
  try {
    elsewhere.write('x.targeting.json', '{}');
    const [server, folder] = await startedWith({ 'a/x.targeting.json': '{}' });
    symlinkSync(new URL(elsewhere.uri('x.targeting.json')), new URL(folder.uri('link.targeting.json')));
    symlinkSync(new URL(elsewhere.uri('')), new URL(folder.uri('b')));
    const isInside = (uri: string) => server.ask(isInsideRequest, { uri });
    expect(await isInside(folder.uri('a/x.targeting.json'))).toBe(true);
    const others = ['link.targeting.json', 'b/x.targeting.json'].map((each) => folder.uri(each));
    for (const uri of [...others, elsewhere.uri('x.targeting.json')]) expect(await isInside(uri)).toBe(false);
  } finally {
    elsewhere.dispose();
  }
});
