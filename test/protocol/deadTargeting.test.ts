/** Tests that dead targeting is reported after a pause in typing, until the text changes. */
import type { CodeLens } from 'vscode-languageserver-protocol';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../server/src/core/protocol.js';
import { everyCharacter } from '../support/everyCharacter.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';
import { pulls } from '../support/languageServer.js';

let server: ServerTrial;
let folder: Folder | undefined;

const uri = 'file:///nowhere/checkout.targeting.json';
const rule = (select: number, ...cities: readonly string[]) =>
  `{ "serve": { "select": ${select} }, "conditions": [{ "type": "string", "subject": "city", "predicate": "is one of", "objects": ${JSON.stringify(cities)} }] }`;
const file = (rules: readonly string[], prerequisites = '') => `{ "content": { "rules": [
${rules.join(',\n')}
], "disabledServe": { "select": 0 }, "defaultServe": { "select": 0 }, "prerequisites": [${prerequisites}], "variations": [{ "value": "false" }, { "value": "true" }] } }`;
const dead = file([rule(1, 'Paris', 'Rome'), rule(0, 'Rome')]);
const typed = { range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } }, text: ' ' };

it('the server answers requests about other files while one file contains every character', async () => {
  server = await testServer({ capabilities: pulls });
  const starts = JSON.stringify({
    type: 'string',
    subject: 'city',
    predicate: 'starts with',
    objects: [everyCharacter()],
  });
  const hostile = file([`{ "serve": { "select": 1 }, "conditions": [${starts}] }`, rule(0, 'Rome')]);
  await server.open(uri, hostile);
  expect(await server.ask(checkRequest, { uri })).toMatchObject({ version: 1 });
  const other = 'file:///nowhere/other.targeting.json';
  await server.open(other, dead);
  expect(await server.ask(checkRequest, { uri: other })).toMatchObject({ problems: [{ code: 'shadowed-rule' }] });
});

describe('a rule that nobody reaches', () => {
  it('is reported after a pause together with the rule above it, and again after a change', async () => {
    server = await testServer({
      capabilities: { textDocument: { publishDiagnostics: { tagSupport: { valueSet: [1] } } } },
    });
    await server.open(uri, dead);
    expect((await server.shown(uri)).diagnostics).toEqual([]);
    const same = {
      message: 'No user reaches this rule: rule 1 matches everyone who meets its conditions.',
      relatedInformation: [{ location: { range: { start: { line: 1 } } }, message: 'Rule 1 is tried first.' }],
    };
    expect((await server.shown(uri)).diagnostics).toMatchObject([
      { code: 'shadowed-rule', severity: 2, ...same },
      // Hints with the tag Unnecessary, which editors do not list.
      { range: { start: { line: 2, character: 0 } }, severity: 4, tags: [1], ...same },
      { range: { end: { line: 2, character: rule(0, 'Rome').length } }, severity: 4, tags: [1], ...same },
    ]);
    await server.change(uri, 2, [typed]);
    expect((await server.shown(uri, 2)).diagnostics).toEqual([]);
    expect((await server.shown(uri, 2)).diagnostics).toMatchObject([{ code: 'shadowed-rule' }, {}, {}]);
  });

  it('is faded immediately below a rule without conditions', async () => {
    server = await testServer({
      capabilities: { textDocument: { publishDiagnostics: { tagSupport: { valueSet: [1] } } } },
    });
    const all = '{ "serve": { "select": 1 }, "conditions": [] }';
    await server.open(uri, file([all, rule(0, 'Rome'), rule(1, 'Oslo')]));
    const message = 'A rule without conditions matches everyone: the 2 rules below it are never tried.';
    const below = { start: { line: 2, character: 0 }, end: { line: 3, character: rule(1, 'Oslo').length } };
    expect((await server.shown(uri)).diagnostics).toMatchObject([
      { code: 'unconditional-rule', range: { start: { line: 1 }, end: { line: 1 } }, severity: 2, message },
      { range: below, severity: 4, tags: [1], message },
    ]);
  });

  it('is reported to an editor that pulls problems, after a refresh request', async () => {
    server = await testServer({ capabilities: pulls });
    await server.open(uri, dead);
    expect(await server.pull(uri)).toMatchObject({ kind: 'full', items: [] });
    await server.refreshed();
    expect(await server.pull(uri)).toMatchObject({ kind: 'full', items: [{ code: 'shadowed-rule' }] });
  });

  it('is included in a check immediately after typing', async () => {
    server = await testServer();
    await server.open(uri, dead);
    await server.change(uri, 2, [typed]);
    expect(await server.ask(checkRequest, { uri })).toMatchObject({
      version: 2,
      problems: [{ code: 'shadowed-rule' }],
    });
  });
});

describe('a rule that some user reaches', () => {
  it('shows in its hover a user who matches no rule above', async () => {
    server = await testServer();
    await server.open(uri, file([rule(1, 'Paris', 'Rome'), rule(0, 'Rome', 'Oslo')]));
    expect(await hoverAt(2, 0)).toContain('For example: `city = "Oslo"`');
    await server.open(`${uri}2.targeting.json`, dead);
    expect(await hoverAt(2, 0, `${uri}2.targeting.json`)).not.toContain('For example');
  });

  it.each([
    ['before', '2020-02-03T00:00:00Z', 'ended 2020-02-03T00:00:00Z for users who send no time'],
    ['after', '2999-02-03T00:00:00Z', 'begins 2999-02-03T00:00:00Z for users who send no time'],
    ['before', '2999-02-03T00:00:00Z', 'ends 2999-02-03T00:00:00Z for users who send no time'],
    ['after', '2020-02-03T00:00:00Z', undefined],
  ])('shows in lens and hover when it begins or ends: %s %s', async (predicate, time, words) => {
    server = await testServer({ initializationOptions: { lenses: ['times', 'unknown'] } });
    const condition = JSON.stringify({ type: 'datetime', subject: 'now', predicate, objects: [time] });
    await server.open(uri, file([`{ "serve": { "select": 1 }, "conditions": [${condition}] }`]));
    const params = { textDocument: { uri } };
    const lenses = (await server.request('textDocument/codeLens', params).answered) as CodeLens[];
    const titles = lenses.flatMap(({ range, command }) => (range.start.line === 1 ? [command?.title] : []));
    expect(titles).toEqual(words === undefined ? [] : [words]);
    if (words !== undefined) expect(await hoverAt(1, 0)).toContain(words);
  });
});

async function hoverAt(line: number, character: number, of = uri): Promise<string> {
  const params = { textDocument: { uri: of }, position: { line, character } };
  const hover = (await server.request('textDocument/hover', params).answered) as { contents: { value: string } };
  return hover.contents.value;
}

it('a prerequisite value that is never served is reported until the required toggle changes', async () => {
  folder = testFolder();
  folder.write('targeting.config.json', '{ "baseUrl": "https://a.b", "project": "P", "environments": { "dev": {} } }');
  const other = folder.uri('other.targeting.json');
  const never = file([rule(0, 'Rome')]);
  folder.write('other.targeting.json', never);
  server = await testServer({ folders: [folder.uri('')] });
  const own = folder.uri('checkout.targeting.json');
  await server.open(own, file([rule(1, 'Rome')], '{ "key": "other", "type": "boolean", "value": "true" }'));
  const { shown } = server;
  const codes = async () => (await shown(own)).diagnostics.map(({ code }) => code);
  expect(await codes()).toEqual([]);
  expect(await codes()).toEqual(['impossible-prerequisite']);
  await server.open(other, never);
  await server.change(other, 2, [{ text: file([rule(1, 'Rome')]) }]);
  expect(await codes()).toEqual([]);
});
