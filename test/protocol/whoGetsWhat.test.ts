/** Tests who gets what as any editor sees it: lenses, hovers and our own requests, in unsaved text. */
import { describe, expect, it } from 'vitest';
import { CodeLensRequest, HoverRequest } from 'vscode-languageserver-protocol';
import type { AskedUser } from '../../server/src/core/protocol.js';
import {
  reasonRequest,
  targetsChangedNotification,
  testRequest,
  usersChangedNotification,
  whoGetsWhatRequest,
} from '../../server/src/core/protocol.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';
import { cityRule, targetingOf } from '../support/targetings.js';

let server: ServerTrial;
let folder: Folder;

const targeting = (select: number, required = 'other') => {
  const prerequisites = [{ key: required, type: 'boolean', value: 'true' }];
  return targetingOf({ prerequisites, rules: [cityRule('Paris', { select }, 'Paris')] });
};
const other = targetingOf({ variations: [{ value: 'true' }] });
const users = (city: string) =>
  `{ "users": [{ "name": "ada", "attributes": { "city": "${city}" } }, { "name": "bob" }, {`;

async function started(text: string, saved = text): Promise<string> {
  folder = testFolder();
  folder.write('checkout.targeting.json', saved);
  folder.write('other.targeting.json', other);
  folder.write('targeting.users.json', users('Paris'));
  server = await testServer({ folders: [folder.uri('')] });
  const uri = folder.uri('checkout.targeting.json');
  await server.open(uri, text);
  return uri;
}

async function gets(uri: string, asked: readonly AskedUser[] = [], compared: { readonly earlier?: string } = {}) {
  const answer = await server.ask(whoGetsWhatRequest, { uri, asked, ...compared });
  return answer?.users.map(({ name, gets: what, by, earlier }) => [name, what, by, earlier]);
}

describe('the response about who gets what', () => {
  it('contains values for the unsaved text, and values for the saved text if they differ', async () => {
    const uri = await started(targeting(1), targeting(0));
    expect(await gets(uri)).toEqual([
      ['ada', '1 · on', 'Rule 1 · Paris', '0 · off'],
      ['bob', '0 · off', 'default', undefined],
    ]);
    await server.change(uri, 2, [{ text: targeting(1, 'missing') }]);
    expect(await gets(uri)).toEqual([
      ['ada', 'it depends', 'it is unknown whether prerequisite missing is met', '0 · off'],
      ['bob', 'it depends', 'it is unknown whether prerequisite missing is met', '0 · off'],
    ]);
  });

  it('compares with the given earlier text instead of the saved text', async () => {
    const uri = await started(targeting(1));
    expect(await gets(uri, [], { earlier: targeting(0) })).toEqual([
      ['ada', '1 · on', 'Rule 1 · Paris', '0 · off'],
      ['bob', '0 · off', 'default', undefined],
    ]);
  });

  it('includes given users, with their dates and buckets', async () => {
    const uri = await started(targeting(1));
    const asked = { name: 'x', attributes: { city: 'Paris' }, bucket: 1, now: 0 };
    expect((await gets(uri, [asked]))?.at(-1)).toEqual(['x', '1 · on', 'Rule 1 · Paris', undefined]);
    const steps = await server.ask(reasonRequest, { uri, asked: [asked], user: 'x' });
    expect(steps?.map(({ words, state }) => [words, state])).toEqual([
      ['requires other = true', 'holds'],
      ['Rule 1 · Paris', 'holds'],
      ['default', 'unreached'],
    ]);
    const test = await server.ask(testRequest, { uri, asked: [asked], user: 'x' });
    expect(JSON.parse(test ?? '')).toEqual({
      name: 'Paris: city=Paris gets on',
      user: { attributes: { city: 'Paris' } },
      now: '1970-01-01T00:00:00Z',
      bucket: 1,
      expect: { variation: 'on', rule: 'Paris' },
    });
    expect(await server.ask(reasonRequest, { uri, asked: [], user: 'x' })).toBeNull();
  });

  it('follows the users file on disk and in the editor', async () => {
    const uri = await started(targeting(1));
    const usersUri = folder.uri('targeting.users.json');
    folder.write('targeting.users.json', users('Lyon'));
    await server.changedOnDisk(usersUri);
    await expect.poll(async () => (await gets(uri))?.[0]?.[1]).toBe('0 · off');
    await server.open(usersUri, users('Paris'));
    await expect.poll(async () => (await gets(uri))?.[0]?.[1]).toBe('1 · on');
  });

  it('is announced by optional notifications when users or other files change', async () => {
    await started(targeting(1));
    let told = 0;
    for (const { method } of [usersChangedNotification, targetsChangedNotification]) expect(method).toMatch(/^\$\//);
    server.connection.onNotification(usersChangedNotification, () => void (told += 1));
    for (const name of ['targeting.users.json', 'other.targeting.json']) {
      const before = told;
      folder.write(name, name === 'other.targeting.json' ? targeting(0) : users('Lyon'));
      await server.changedOnDisk(folder.uri(name));
      await expect.poll(() => told).toBeGreaterThan(before);
    }
  });

  it('is limited to as many users as can be evaluated on each keystroke', async () => {
    const uri = await started(targeting(1));
    const rule = { conditions: [] };
    const rules = Array.from({ length: 50_000 }, () => rule);
    const { content } = JSON.parse(targeting(1)) as { content: object };
    await server.change(uri, 2, [{ text: JSON.stringify({ content: { ...content, rules } }) }]);
    const many = Array.from({ length: 10 }, (_, index) => ({ name: `u${index}` }));
    await server.open(folder.uri('targeting.users.json'), JSON.stringify({ users: many }));
    const answer = await server.ask(whoGetsWhatRequest, { uri, asked: [] });
    expect([answer?.users.length, answer?.omitted]).toEqual([3, 7]);
  });

  it('says whether the list of users is complete', async () => {
    const uri = await started(targeting(1));
    const areAll = async () => (await server.ask(whoGetsWhatRequest, { uri, asked: [] }))?.areAll;
    expect(await areAll()).toBe(false);
    await server.open(folder.uri('targeting.users.json'), '{ "users": [] }');
    expect(await areAll()).toBe(true);
  });

  it('is null for a file other than targeting', async () => {
    await started(targeting(1));
    const uri = folder.uri('targeting.users.json');
    await server.open(uri, users('Paris'));
    expect(await server.ask(whoGetsWhatRequest, { uri, asked: [] })).toBeNull();
  });
});

it('lenses and hovers of every editor show who gets what', async () => {
  const text = targeting(1);
  const uri = await started(text);
  const textDocument = { uri };
  await server.configure({ lenses: ['users', 'times'] });
  const lenses = await server.ask(CodeLensRequest.type, { textDocument });
  expect(lenses?.map(({ command }) => command?.title)).toEqual(
    expect.arrayContaining(['1 of 2 users: ada', '1 of 2 users: bob']),
  );
  const position = { line: 0, character: text.indexOf('"city"') + 2 };
  const hover = await server.ask(HoverRequest.type, { textDocument, position });
  expect(JSON.stringify(hover?.contents)).toContain('`ada` ✓ `\\"Paris\\"`  \\n`bob` ✘ `lacks \\"city\\"`');
});
