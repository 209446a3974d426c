/** Tests problems that depend on other files, and problems of files that are not open. */
import { describe, expect, it } from 'vitest';
import type { WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol';
import {
  DidChangeWatchedFilesNotification,
  WorkspaceDiagnosticRequest,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver-protocol';
import { startedWith } from '../support/folderTrials.js';
import type { ServerTrial } from '../support/languageServer.js';

const requires = (key: string, value: string) =>
  JSON.stringify({ content: { prerequisites: [{ key, value, type: 'boolean' }] } });
const toggle = '{ "content": { "variations": [{ "value": "true" }, { "value": "false" }] } }';

/** Requests the problems of all files. @param told ids of reports that the client already has */
async function reported(trial: ServerTrial, told: Readonly<Record<string, string>> = {}) {
  const previousResultIds = Object.entries(told).map(([uri, value]) => ({ uri, value }));
  const { items }: WorkspaceDiagnosticReport = await trial.ask(WorkspaceDiagnosticRequest.type, { previousResultIds });
  const shown = items.flatMap((item) =>
    item.kind === 'full' ? [[nameOf(item.uri), item.items.map(({ code }) => code)]] : [],
  );
  const ids = Object.fromEntries(items.map(({ uri, resultId = '' }) => [uri, resultId]));
  return { shown: Object.fromEntries(shown) as Record<string, unknown>, told: { ...told, ...ids } };
}

const nameOf = (uri: string) => uri.slice(uri.lastIndexOf('/') + 1).replace('.targeting.json', '');

describe('a prerequisite', () => {
  it.each([
    ['on a value that the other toggle has is no problem', requires('other', 'true'), []],
    [
      'on a value that the other toggle lacks is an impossible-prerequisite',
      requires('other', 'maybe'),
      ['impossible-prerequisite'],
    ],
    [
      'on a toggle that has no file is an unknown-prerequisite',
      requires('unheard-of', 'true'),
      ['unknown-prerequisite'],
    ],
    ['on the toggle itself is a prerequisite-cycle', requires('own', 'true'), ['prerequisite-cycle']],
  ])('%s', async (_what, text, codes) => {
    const [trial, files] = await startedWith({ 'other.targeting.json': toggle, 'own.targeting.json': text });
    const uri = files.uri('own.targeting.json');
    await trial.open(uri, text);
    await expect.poll(async () => trial.codes(uri)).toEqual(codes);
  });

  it('is rechecked when the other file changes on disk or in the editor', async () => {
    const text = requires('other', 'maybe');
    const [trial, files] = await startedWith({ 'other.targeting.json': toggle, 'own.targeting.json': text });
    const [uri, other] = [files.uri('own.targeting.json'), files.uri('other.targeting.json')];
    await trial.open(uri, text);
    await expect.poll(async () => trial.codes(uri)).toEqual(['impossible-prerequisite']);
    const right = toggle.replace('"true"', '"maybe"');
    files.write('other.targeting.json', right);
    await trial.changedOnDisk(other);
    await expect.poll(async () => trial.codes(uri)).toEqual([]);
    await trial.open(other, toggle);
    await expect.poll(async () => trial.codes(uri)).toEqual(['impossible-prerequisite']);
  });

  it('is not impossible while another file of the required toggle lists no variations', async () => {
    const config = JSON.stringify({ baseUrl: 'https://a.b', project: 'P', environments: { dev: {} } });
    const prerequisites = ['other', 'unheard-of'].map((key) => ({ key, value: 'maybe', type: 'string' }));
    const text = JSON.stringify({ content: { prerequisites } });
    const [trial, files] = await startedWith({
      'targeting.config.json': config,
      'more/targeting.config.json': config,
      'other.targeting.json': toggle,
      'more/other.targeting.json': '{}',
      'own.targeting.json': text,
    });
    const uri = files.uri('own.targeting.json');
    await trial.open(uri, text);
    await expect.poll(async () => trial.codes(uri)).toEqual(['unknown-prerequisite']);
    files.write('more/other.targeting.json', toggle);
    await trial.changedOnDisk(files.uri('more/other.targeting.json'));
    await expect.poll(async () => trial.codes(uri)).toEqual(['impossible-prerequisite', 'unknown-prerequisite']);
  });

  it('is rechecked when both files change simultaneously', async () => {
    const text = requires('other', 'maybe');
    const [trial, files] = await startedWith({ 'other.targeting.json': toggle, 'own.targeting.json': text });
    const [uri, other] = [files.uri('own.targeting.json'), files.uri('other.targeting.json')];
    await trial.open(other, toggle);
    await trial.open(uri, text);
    await expect.poll(async () => trial.codes(uri)).toEqual(['impossible-prerequisite']);
    const start = { line: 0, character: 1 };
    // The pull arrives between the changes, before the server has reacted to the first one.
    await Promise.all([
      trial.change(uri, 2, [{ range: { start, end: start }, text: ' ' }]),
      trial.pull(uri),
      trial.change(other, 2, [{ text: toggle.replace('"true"', '"maybe"') }]),
    ]);
    await expect.poll(async () => trial.codes(uri)).toEqual([]);
  });

  it('is checked even if the editor spells the drive letter in a different case', async () => {
    const [trial] = await startedWith({}, { folders: ['file:///c%3A/nowhere'] });
    const uri = 'file:///C:/nowhere/own.targeting.json';
    await trial.open(uri, requires('unheard-of', 'true'));
    await expect.poll(async () => trial.codes(uri)).toEqual(['unknown-prerequisite']);
  });
});

describe('files that the editor does not pull', () => {
  const wrong = '{ "disabled": 1 }';

  it('are reported only if they have problems, including syntax errors', async () => {
    const [trial] = await startedWith({
      'a.targeting.json': wrong,
      'b/c.targeting.json': '{',
      'right.targeting.json': '{}',
    });
    expect((await reported(trial)).shown).toEqual({ a: ['wrong-type'], c: ['syntax'] });
  });

  it('are reported again only after they are changed, created or deleted', async () => {
    const [trial, files] = await startedWith({ 'a.targeting.json': wrong });
    const first = await reported(trial);
    const second = reported(trial, first.told);
    files.write('a.targeting.json', '{ "comment": 1 }');
    files.write('new.targeting.json', wrong);
    const uris = ['a', 'new'].map((name) => files.uri(`${name}.targeting.json`));
    await trial.connection.sendNotification(DidChangeWatchedFilesNotification.type, {
      changes: uris.map((uri) => ({ uri, type: 2 as const })),
    });
    const { shown, told } = await second;
    expect(shown).toEqual({ a: ['non-string-value'], new: ['wrong-type'] });
    const third = reported(trial, told);
    files.remove('new.targeting.json');
    await trial.changedOnDisk(uris[1] ?? '', 3);
    expect((await third).shown).toEqual({ new: [] });
  });

  it('are reported again if they depend on another file that changes', async () => {
    const [trial, files] = await startedWith({
      'other.targeting.json': toggle,
      'own.targeting.json': requires('other', 'maybe'),
    });
    const first = await reported(trial);
    expect(first.shown).toEqual({ own: ['impossible-prerequisite'] });
    const second = reported(trial, first.told);
    files.write('other.targeting.json', '{ "content": { "variations": [{ "value": "maybe" }] } }');
    await trial.changedOnDisk(files.uri('other.targeting.json'));
    expect((await second).shown).toEqual({ own: [] });
  });

  it('have the severities of their config, even immediately after it changes', async () => {
    const config = (severity: string) => JSON.stringify({ problems: { 'wrong-type': severity } });
    const [trial, files] = await startedWith({ 'a.targeting.json': wrong, 'targeting.config.json': config('off') });
    const first = reported(trial, { [files.uri('a.targeting.json')]: 'before' });
    expect((await first).shown).toEqual({ a: [] });
    const second = reported(trial, (await first).told);
    files.write('targeting.config.json', config('warning'));
    await trial.changedOnDisk(files.uri('targeting.config.json'));
    expect((await second).shown).toEqual({ a: ['wrong-type'] });
  });

  it('are reported, but not the files that the editor pulls', async () => {
    const [trial, files] = await startedWith({ 'a.targeting.json': wrong, 'b.targeting.json': wrong });
    await trial.open(files.uri('a.targeting.json'), wrong);
    await trial.pull(files.uri('a.targeting.json'));
    expect((await reported(trial)).shown).toEqual({ b: ['wrong-type'] });
  });

  it('are reported even if the editor opens them in the background, until they are deleted', async () => {
    const [trial, files] = await startedWith({ 'a.targeting.json': wrong });
    const uri = files.uri('a.targeting.json');
    await trial.open(uri, wrong);
    const first = await reported(trial);
    expect(first.shown).toEqual({ a: ['wrong-type'] });
    const second = reported(trial, first.told);
    // The third answer shows that the request waits for changes.
    for (let answered = 0; answered < 3; answered += 1) await trial.ask(WorkspaceSymbolRequest.type, { query: 'a' });
    files.remove('a.targeting.json');
    await trial.changedOnDisk(uri, 3);
    expect((await second).shown).toEqual({ a: [] });
  });

  it('keep their reported problems when they are opened', async () => {
    const [trial, files] = await startedWith({ 'a.targeting.json': wrong, 'b.targeting.json': wrong });
    const first = await reported(trial);
    await trial.open(files.uri('a.targeting.json'), wrong);
    const second = reported(trial, first.told);
    files.write('b.targeting.json', '{}');
    await trial.changedOnDisk(files.uri('b.targeting.json'));
    expect((await second).shown).toEqual({ b: [] });
  });

  it.each([
    ['is gone from the disk', undefined],
    ['is right on disk', '{}'],
  ])('have no stale problems after a file is closed that %s', async (_what, after) => {
    const [trial, files] = await startedWith({ 'a.targeting.json': wrong, 'b.targeting.json': wrong });
    const uri = files.uri('a.targeting.json');
    await trial.open(uri, wrong);
    expect(await trial.codes(uri)).toEqual(['wrong-type']);
    if (after === undefined) files.remove('a.targeting.json');
    else files.write('a.targeting.json', after);
    await trial.changedOnDisk(uri, after === undefined ? 3 : 2);
    await trial.close(uri);
    // A client that pulled a file has no earlier workspace report of it.
    const first = await reported(trial);
    expect(first.shown).toEqual({ a: [], b: ['wrong-type'] });
    const second = reported(trial, first.told);
    files.remove('b.targeting.json');
    await trial.changedOnDisk(files.uri('b.targeting.json'), 3);
    expect((await second).shown).toEqual({ b: [] });
  });

  it('have no problems if the settings exclude closed files', async () => {
    const [trial, files] = await startedWith(
      { 'a.targeting.json': wrong },
      { initializationOptions: { problemsIn: 'openFiles' } },
    );
    expect((await reported(trial, { [files.uri('a.targeting.json')]: 'before' })).shown).toEqual({ a: [] });
  });
});

it('problems of many files are sent in batches before the response', async () => {
  const names = Array.from({ length: 650 }, (_, index) => `t${index}.targeting.json`);
  const [trial] = await startedWith(Object.fromEntries(names.map((name) => [name, '{'])));
  const told: string[][] = [];
  trial.connection.onProgress(WorkspaceDiagnosticRequest.partialResult, 'some', ({ items }) => {
    told.push(items.map(({ uri }) => nameOf(uri)));
  });
  const params = { previousResultIds: [], partialResultToken: 'some' };
  expect(await trial.ask(WorkspaceDiagnosticRequest.type, params)).toEqual({ items: [] });
  expect(told.map(({ length }) => length)).toEqual([200, 200, 200, 50]);
  expect(new Set(told.flat()).size).toBe(650);
});

describe('a file that is larger than the service accepts', () => {
  const large = JSON.stringify({ content: { variations: [{ value: 1 }], rules: [{ name: 'x'.repeat(1024 * 1024) }] } });

  it('is listed, whether open or closed', async () => {
    const [trial, files] = await startedWith({ 'big.targeting.json': large, 'small.targeting.json': '{' });
    expect(Object.keys((await reported(trial)).shown)).toEqual(['big', 'small']);
    const uri = files.uri('big.targeting.json');
    await trial.open(uri, large);
    await expect.poll(async () => trial.codes(uri)).not.toEqual([]);
  });

  it('has no lenses and no evaluated users', async () => {
    const users = JSON.stringify({ users: [{ name: 'Ann' }] });
    const [trial, files] = await startedWith({ 'targeting.users.json': users });
    const uri = files.uri('big.targeting.json');
    await trial.open(uri, large);
    expect(await trial.request('textDocument/codeLens', { textDocument: { uri } }).answered).toEqual([]);
    expect(await trial.request('toggleTargeting/whoGetsWhat', { uri, asked: [] }).answered).toBeNull();
  });
});
