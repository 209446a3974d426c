import { CodeActionRequest, CompletionRequest } from 'vscode-languageserver-protocol/node';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkRequest, payloadRequest, targetsRequest } from '../../server/src/core/protocol.js';
import { cursorIn } from '../support/cursor.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';

const uri = 'file:///nowhere/checkout.targeting.json';

let server: ServerTrial;
let folder: Folder;

beforeEach(async () => {
  folder = testFolder();
  server = await testServer({ initializationOptions: { editorReports: { syntax: true } } });
});

describe('the targets of a file', () => {
  it('are empty without a config', async () =>
    expect(await server.ask(targetsRequest, { uri })).toEqual({ kind: 'none' }));

  it('come from the nearest config on disk, even for a closed file', async () => {
    folder.write('.git/HEAD', '');
    folder.write(
      'targeting.config.json',
      JSON.stringify({
        baseUrl: 'https://toggles.example.com',
        project: 'P',
        environments: { online: { protected: true, api: 'featureprobe', key: 'prod' }, dev: {} },
        files: '{environment}/{toggle}.targeting.json',
      }),
    );
    const target = await server.ask(targetsRequest, { uri: folder.uri('online/neue Suche.targeting.json') });
    expect(target).toEqual({
      kind: 'found',
      configUri: folder.uri('targeting.config.json'),
      bound: true,
      targets: [
        {
          environment: 'online',
          environmentKey: 'prod',
          baseUrl: 'https://toggles.example.com',
          project: 'P',
          toggle: 'neue Suche',
          protected: true,
          api: 'featureprobe',
        },
      ],
    });
  });

  it('come from the open config rather than from disk', async () => {
    folder.write('targeting.config.json', '{}');
    const document = folder.uri('a.targeting.json');
    expect(await server.ask(targetsRequest, { uri: document })).toMatchObject({ kind: 'unusable' });
    await server.open(
      folder.uri('targeting.config.json'),
      '{ "baseUrl": "https://h", "project": "P", "environments": { "dev": {} } }',
    );
    await server.targetsChanged();
    expect(await server.ask(targetsRequest, { uri: document })).toMatchObject({
      kind: 'found',
      bound: false,
      targets: [{ environment: 'dev', toggle: 'a' }],
    });
  });

  it('reflect an unnoticed change of the config if the request asks for a fresh result', async () => {
    const document = folder.uri('a.targeting.json');
    const text = (name: string) => JSON.stringify({ baseUrl: 'https://h', project: 'P', environments: { [name]: {} } });
    folder.write('targeting.config.json', text('dev'));
    await server.ask(targetsRequest, { uri: document });
    folder.write('targeting.config.json', text('online'));
    expect(await server.ask(targetsRequest, { uri: document, fresh: true })).toMatchObject({
      targets: [{ environment: 'online' }],
    });
  });
});

describe('a check before a push', () => {
  it('is null for a document that is not open', async () => expect(await server.ask(checkRequest, { uri })).toBeNull());

  it('includes problems that the editor itself reports, and the comment of the file', async () => {
    await server.open(uri, '{ "comment": "why", "disabled": "yes", }');
    const check = await server.ask(checkRequest, { uri });
    expect(check).toMatchObject({
      version: 1,
      comment: 'why',
      problems: [
        { code: 'wrong-type', severity: 1 },
        { code: 'syntax', severity: 1 },
      ],
    });
  });

  it('reports problems that break the service with their default severity, whatever the config sets', async () => {
    const off = ['wrong-type', 'select-out-of-range', 'split-length', 'freezes-environment', 'toggle-vanishes'];
    const problems = Object.fromEntries(off.map((code) => [code, 'off']));
    const environments = { dev: { api: 'featureprobe' } };
    const config = { baseUrl: 'https://a.b', project: 'P', environments, problems };
    folder.write('targeting.config.json', JSON.stringify(config));
    const document = folder.uri('a.targeting.json');
    const content = {
      variations: [{ value: 'a' }, { value: 'b' }],
      defaultServe: { select: 7 },
      disabledServe: { split: [10_000] },
      prerequisites: [{ key: 'other', value: 'true' }],
      rules: [{ name: 'a', conditions: [], serve: { select: -1 } }],
    };
    await server.open(document, JSON.stringify({ disabled: 'yes', content }));
    const check = await server.ask(checkRequest, { uri: document });
    const asked = check?.problems.map(({ code, severity }) => `${code} ${severity}`) ?? [];
    expect(asked.filter((problem) => off.some((code) => problem.startsWith(code))).sort()).toEqual([
      ...['freezes-environment 1', 'select-out-of-range 2', 'split-length 2', 'toggle-vanishes 1', 'wrong-type 1'],
    ]);
    const { diagnostics: shown } = await server.shown(document);
    expect(shown.filter(({ code }) => off.includes(String(code)))).toEqual([]);
  });
});

describe('the body to push', () => {
  it('is the text without $schema and with a comment', async () => {
    await server.open(uri, '{ "$schema": "./s.json", "disabled": false }');
    expect(await server.ask(payloadRequest, { uri, version: 1 })).toEqual({
      kind: 'ready',
      body: '{"comment": "",  "disabled": false }',
      errors: 0,
    });
  });

  it('comes with the number of blocking errors, whatever severity the config sets', async () => {
    folder.write('targeting.config.json', '{ "problems": { "wrong-type": "hint" } }');
    const file = folder.uri('checkout.targeting.json');
    await server.open(file, '{ "disabled": "no" }');
    expect(await server.ask(payloadRequest, { uri: file, version: 1 })).toMatchObject({ kind: 'ready', errors: 1 });
  });

  it('is not returned if the text has changed since the check', async () => {
    await server.open(uri, '{}');
    await server.change(uri, 2, [{ text: '{ }' }]);
    expect(await server.ask(payloadRequest, { uri, version: 1 })).toEqual({ kind: 'changed' });
  });

  it('is not returned for a document that is no longer open', async () =>
    expect(await server.ask(payloadRequest, { uri, version: 1 })).toEqual({ kind: 'changed' }));

  for (const text of ['[]', '', '"{}"', '{', '{} {}', '{ "a": 1, }', '// {}\n{}'])
    it(`is not returned for ${JSON.stringify(text)}`, async () => {
      await server.open(uri, text);
      expect(await server.ask(payloadRequest, { uri, version: 1 })).toMatchObject({ kind: 'not-an-object' });
    });
});

describe('over the wire', () => {
  it('completion is plain text without snippet support, and suggests the current time', async () => {
    const { text, position } = cursorIn(
      '{ "content": { "rules": [{ "conditions": [{ "type": "datetime", "objects": [|] }] }] } }',
    );
    await server.open(uri, text);
    const items = await server.ask(CompletionRequest.type, { textDocument: { uri }, position });
    expect(items).toEqual([
      expect.objectContaining({
        label: expect.stringMatching(/^"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:[01]\d"$/) as string,
        preselect: true,
      }),
    ]);
    expect(items).not.toContainEqual(expect.objectContaining({ insertTextFormat: 2 }));
  });

  it('completion contains snippets for an editor with snippet support', async () => {
    const capable = await testServer({
      capabilities: {
        textDocument: {
          completion: { completionItem: { snippetSupport: true, insertTextModeSupport: { valueSet: [1, 2] } } },
        },
      },
    });
    const { text, position } = cursorIn('|');
    await capable.open(uri, text);
    const items = await capable.ask(CompletionRequest.type, { textDocument: { uri }, position });
    expect(items).toMatchObject([{ label: 'whole file', insertTextFormat: 2, insertTextMode: 2 }]);
  });

  it('completion is empty after a closing quote', async () => {
    const { text, position } = cursorIn('{ "disabled"|: true }');
    await server.open(uri, text);
    const params = { textDocument: { uri }, position };
    const asked = (triggerKind: 1 | 2, triggerCharacter?: string) =>
      server.ask(CompletionRequest.type, {
        ...params,
        context: { triggerKind, ...(triggerCharacter !== undefined && { triggerCharacter }) },
      });
    expect(await asked(2, '"')).toEqual([]);
    expect(await asked(1)).not.toEqual([]);
  });

  it('a fix contains the diagnostic that it fixes', async () => {
    const { text, position } = cursorIn('{ "comment": 1|000 }');
    await server.open(uri, text);
    const { diagnostics } = await server.shown(uri);
    expect(diagnostics).toHaveLength(1);
    const actions = await server.ask(CodeActionRequest.type, {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics },
    });
    expect(actions).toEqual([
      {
        title: 'Quote the value: "1000"',
        kind: 'quickfix',
        isPreferred: true,
        diagnostics,
        edit: {
          changes: {
            [uri]: [
              { range: { start: { line: 0, character: 13 }, end: { line: 0, character: 17 } }, newText: '"1000"' },
            ],
          },
        },
      },
    ]);
  });
});
