import type { Diagnostic } from 'vscode-languageserver-types';
import { DiagnosticSeverity } from 'vscode-languageserver-types';
import {
  CodeActionRequest,
  DidChangeWatchedFilesNotification,
  FileChangeType,
} from 'vscode-languageserver-protocol/node';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Folder } from '../support/folder.js';
import type { ServerTrial, ServerTrialOptions } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';

const uri = 'file:///nowhere/checkout.targeting.json';
const configUri = 'file:///nowhere/targeting.config.json';
const flawed = '{ /* why */ "comment": "a", "comment": "b", "disabled": "yes" }';
const watching: ServerTrialOptions = {
  capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
};

let folder: Folder;

beforeEach(() => {
  folder = testFolder();
});

describe('a workspace folder with its own settings', () => {
  const misused = JSON.stringify({ content: { defaultServe: { select: 1 }, variations: [{ value: 'a', name: 'a' }] } });

  it('applies them to its files, unless an inner folder overrides them', async () => {
    const server = await started({
      initializationOptions: {
        problems: { 'select-out-of-range': 'error' },
        folders: [
          { uri: 'file:///nowhere/one', problems: { 'select-out-of-range': 'off' } },
          { uri: 'file:///nowhere/one/inner', problems: { 'select-out-of-range': 'hint' } },
          { uri: 'file:///nowhere/o', problems: { 'select-out-of-range': 'off' } },
        ],
      },
    });
    const places = ['one', 'one/inner', 'other'].map((name) => `file:///nowhere/${name}/checkout.targeting.json`);
    for (const place of places) await server.open(place, misused);
    const shown = await Promise.all(places.map(async (place) => severityOfSelect(await server.shown(place))));
    expect(shown).toEqual([undefined, DiagnosticSeverity.Hint, DiagnosticSeverity.Error]);
  });
});

function severityOfSelect({
  diagnostics,
}: {
  readonly diagnostics: readonly Diagnostic[];
}): DiagnosticSeverity | undefined {
  return diagnostics.find(({ code }) => code === 'select-out-of-range')?.severity;
}

describe('an editor that reports JSON syntax itself', () => {
  it('gets no problems about syntax and duplicate keys', async () => {
    const server = await started({ initializationOptions: { editorReports: { syntax: true } } });
    await server.open(uri, flawed);
    expect(codes(await server.shown(uri))).toEqual(['wrong-type']);
  });

  it('gets problems about comments in JSON with comments', async () => {
    const server = await started({ initializationOptions: { editorReports: { syntax: true } } });
    await server.open(uri, flawed, 'jsonc');
    expect(codes(await server.shown(uri))).toEqual(['syntax', 'wrong-type']);
  });

  it('gets only the problems of a config that the editor does not report', async () => {
    const text = '{ "environments": { "dev": 1 }, "environments": {}, }';
    const server = await started({ initializationOptions: { editorReports: { syntax: true } } });
    await server.open(configUri, text);
    expect(codes(await server.shown(configUri))).toEqual(['invalid-config']);
    await server.configure({ editorReports: { syntax: true, config: true } });
    expect(codes(await server.shown(configUri))).toEqual([]);
    await server.configure({ editorReports: { config: true } });
    expect(codes(await server.shown(configUri))).toEqual(['duplicate-key', 'syntax']);
  });
});

describe('the severity of a problem', () => {
  it('also removes the fixes of a problem if it is off', async () => {
    const server = await started();
    await server.open(uri, '{ "comment": 1, "disabled": "true" }');
    const fixes = async () => {
      const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 36 } };
      const context = { diagnostics: [], only: ['quickfix', 'source.fixAll'] };
      const params = { textDocument: { uri }, range, context };
      const actions = await server.ask(CodeActionRequest.type, params);
      return actions?.flatMap((action) => ('edit' in action ? [action.edit.changes?.[uri]] : []));
    };
    const edit = (from: number, to: number, newText: string) => ({
      range: { start: { line: 0, character: from }, end: { line: 0, character: to } },
      newText,
    });
    const [quoted, bare] = [edit(13, 14, '"1"'), edit(28, 34, 'true')];
    expect(await fixes()).toEqual([[quoted], [bare], [quoted, bare]]);
    await server.configure({ problems: { 'wrong-type': 'off' } });
    expect(await fixes()).toEqual([[quoted], [quoted]]);
  });

  it('follows a changed setting, even inside the section toggleTargeting', async () => {
    const server = await started();
    await server.open(uri, flawed);
    expect(severities(await server.shown(uri))).toEqual({ syntax: 1, 'duplicate-key': 2, 'wrong-type': 1 });
    await server.configure({ problems: { 'wrong-type': 'information' } });
    expect(severities(await server.shown(uri))).toEqual({ syntax: 1, 'duplicate-key': 2, 'wrong-type': 3 });
    await server.configure({ toggleTargeting: { problems: { 'duplicate-key': 'error' } } });
    expect(severities(await server.shown(uri))).toEqual({ syntax: 1, 'duplicate-key': 1, 'wrong-type': 1 });
  });

  for (const nothing of [null, {}, [], 'off', 1, { otherServer: { problems: {} } }, { toggleTargeting: null }])
    it(`stays unchanged after the editor sends the settings ${JSON.stringify(nothing)}`, async () => {
      const server = await started({ initializationOptions: { problems: { 'wrong-type': 'off' } } });
      await server.open(uri, flawed);
      const before = severities(await server.shown(uri));
      await server.configure(nothing);
      expect(severities(await server.shown(uri))).toEqual(before);
    });

  for (const nonsense of [{ problems: [] }, { problems: { 'wrong-type': 'fatal', other: 'off' } }])
    it(`is the default after the editor sends the settings ${JSON.stringify(nonsense)}`, async () => {
      const server = await started({ initializationOptions: { problems: { 'wrong-type': 'off' } } });
      await server.open(uri, flawed);
      expect(severities(await server.shown(uri))).toEqual({ syntax: 1, 'duplicate-key': 2 });
      await server.configure(nonsense);
      expect(severities(await server.shown(uri))).toEqual({ syntax: 1, 'duplicate-key': 2, 'wrong-type': 1 });
    });

  it('follows a config that is created, changed and deleted on disk', async () => {
    const server = await started(watching);
    const document = folder.uri('checkout.targeting.json');
    await server.open(document, '{ "disabled": 1 }');
    expect(severities(await server.shown(document))).toEqual({ 'wrong-type': 1 });
    folder.write('targeting.config.json', config({ 'wrong-type': 'hint' }));
    await changedOnDisk(server, FileChangeType.Created);
    expect(severities(await server.shown(document))).toEqual({ 'wrong-type': 4 });
    folder.write('targeting.config.json', config({ 'wrong-type': 'warning' }));
    await changedOnDisk(server, FileChangeType.Changed);
    expect(severities(await server.shown(document))).toEqual({ 'wrong-type': 2 });
    folder.remove('targeting.config.json');
    await changedOnDisk(server, FileChangeType.Deleted);
    expect(severities(await server.shown(document))).toEqual({ 'wrong-type': 1 });
  });

  it('follows a saved config if the editor does not watch files', async () => {
    const server = await started();
    const document = folder.uri('checkout.targeting.json');
    await server.open(document, '{ "disabled": 1 }');
    expect(severities(await server.shown(document))).toEqual({ 'wrong-type': 1 });
    folder.write('targeting.config.json', config({ 'wrong-type': 'hint' }));
    await server.save(document);
    expect(severities(await server.shown(document))).toEqual({ 'wrong-type': 4 });
  });

  it('follows a config as it is typed, and the file on disk after it is closed', async () => {
    folder.write('targeting.config.json', config({ 'wrong-type': 'hint' }));
    const server = await started();
    const document = folder.uri('checkout.targeting.json');
    const open = folder.uri('targeting.config.json');
    await server.open(document, '{ "disabled": 1 }');
    expect(severities(await server.shown(document))).toEqual({ 'wrong-type': 4 });
    await server.open(open, config({ 'wrong-type': 'hint' }));
    expect(severities(await server.shown(document))).toEqual({ 'wrong-type': 4 });
    await server.change(open, 2, [{ text: config({ 'wrong-type': 'warning' }) }]);
    expect(severities(await server.shown(document))).toEqual({ 'wrong-type': 2 });
    await server.change(open, 3, [{ text: config({ 'wrong-type': 'off' }).slice(0, -1) }]);
    expect(severities(await server.shown(document))).toEqual({});
    await server.close(open);
    expect(severities(await server.shown(document))).toEqual({ 'wrong-type': 4 });
  });

  it('is "error" for service problems only while the config has "api": "featureprobe"', async () => {
    const config = (api: object) => JSON.stringify({ environments: { dev: { ...api } } });
    folder.write('targeting.config.json', config({}));
    const server = await started();
    const document = folder.uri('checkout.targeting.json');
    const open = folder.uri('targeting.config.json');
    await server.open(document, '{ "content": { "disabledServe": {}, "rules": [{ "conditions": [] }] } }');
    expect(severities(await server.shown(document))).toEqual({ 'empty-serve': 2, 'toggle-vanishes': 2 });
    await server.open(open, config({ api: 'featureprobe' }));
    expect(severities(await server.shown(document))).toEqual({ 'freezes-environment': 1, 'toggle-vanishes': 1 });
    await server.close(open);
    expect(severities(await server.shown(document))).toEqual({ 'empty-serve': 2, 'toggle-vanishes': 2 });
  });
});

it('the editor is notified when a config is opened, edited, closed or changed on disk', async () => {
  const server = await started();
  await server.open(configUri, '{}');
  await server.targetsChanged();
  await server.change(configUri, 2, [{ text: '{ }' }]);
  await server.targetsChanged();
  await server.close(configUri);
  await server.targetsChanged();
  await changedOnDisk(server, FileChangeType.Changed);
  await server.targetsChanged();
});

async function started(options?: ServerTrialOptions): Promise<ServerTrial> {
  return testServer(options);
}

async function changedOnDisk(server: ServerTrial, type: FileChangeType): Promise<void> {
  const changes = [{ uri: folder.uri('targeting.config.json'), type }];
  await server.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
}

function config(problems: Readonly<Record<string, string>>): string {
  return JSON.stringify({ problems, environments: { dev: {} } });
}

function codes({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) {
  return diagnostics.map(({ code }) => code);
}

function severities({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) {
  return Object.fromEntries(diagnostics.map(({ code, severity }) => [String(code), severity]));
}
