/** Tests code files in the built server: it registers for them if a config has "code", and answers requests about them. */
import type {
  ClientCapabilities,
  CodeAction,
  CompletionItem,
  Diagnostic,
  Hover,
} from 'vscode-languageserver-protocol/node';
import { RegistrationRequest, UnregistrationRequest } from 'vscode-languageserver-protocol/node';
import { beforeEach, describe, expect, it } from 'vitest';
import { cursorIn } from '../support/cursor.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial, ServerTrialOptions } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';

const dynamicRegistration = true;
const able: ClientCapabilities = {
  textDocument: {
    synchronization: { dynamicRegistration },
    hover: { dynamicRegistration },
    definition: { dynamicRegistration },
    references: { dynamicRegistration },
    completion: { dynamicRegistration },
    codeAction: { dynamicRegistration },
    diagnostic: { dynamicRegistration },
  },
  workspace: { didChangeWatchedFiles: { dynamicRegistration }, diagnostics: { refreshSupport: true } },
};
const config = { environments: { online: {}, dev: {} }, files: '{environment}/{toggle}.targeting.json' };
const asking = JSON.stringify({ ...config, code: { complete: true } });
const newUi = (serve: string) => `{
  "content": {
    "defaultServe": ${serve},
    "variations": [{ "value": "false", "name": "old" }, { "value": "true", "name": "beta" }]
  }
}`;
const requiring = '{"content":{"prerequisites":[{"key":"new_ui","value":"true"}]}}';
const imported = "import { FPClient } from 'featureprobe-client-sdk-js';\n";
const call = `${imported}client.boolValue("new_ui", false);\n`;

let folder: Folder;

beforeEach(() => {
  folder = testFolder();
  folder.write('targeting.config.json', asking);
  folder.write('online/new_ui.targeting.json', newUi('{ "split": [7500, 2500] }'));
  folder.write('dev/new_ui.targeting.json', newUi('{ "select": 1 }'));
  folder.write('dev/checkout.targeting.json', requiring);
});

interface Trial {
  readonly server: ServerTrial;
  /** The registered methods, once those for code are registered or unregistered. */
  readonly methods: (wanted: 'code' | 'no code') => Promise<readonly string[]>;
}

async function started(options: ServerTrialOptions = {}): Promise<Trial> {
  const server = await testServer({ capabilities: able, folders: [folder.uri('.')], ...options });
  const registered = new Map<string, string>();
  let changed: () => void = () => undefined;
  server.connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
    for (const { id, method } of registrations) registered.set(id, method);
    changed();
  });
  server.connection.onRequest(UnregistrationRequest.type, ({ unregisterations }) => {
    for (const { id } of unregisterations) registered.delete(id);
    changed();
  });
  const methods = async (wanted: 'code' | 'no code') => {
    const all = () => [...registered.values()];
    while (all().includes('textDocument/didOpen') !== (wanted === 'code'))
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
    return all();
  };
  return { server, methods };
}

async function opened({ server }: Trial, marked: string, name = 'src/app.ts') {
  const { text, position } = cursorIn(marked);
  const uri = folder.uri(name);
  await server.open(uri, text, 'typescript');
  return { textDocument: { uri }, position };
}

async function asked(trial: Trial, method: string, marked: string, more: object = {}): Promise<unknown> {
  return trial.server.request(method, { ...(await opened(trial, marked)), ...more }).answered;
}

async function problemsOf(trial: Trial, text: string): Promise<readonly Diagnostic[]> {
  await trial.server.open(folder.uri('src/app.ts'), text, 'typescript');
  return trial.server.problems(folder.uri('src/app.ts'));
}

describe('the server registers for code files', () => {
  it('if a config of an open folder has "code"', async () => {
    const trial = await started();
    expect((await trial.methods('code')).toSorted()).toEqual([
      ...['textDocument/codeAction', 'textDocument/completion', 'textDocument/definition', 'textDocument/diagnostic'],
      ...['textDocument/didChange', 'textDocument/didClose', 'textDocument/didOpen', 'textDocument/hover'],
      'textDocument/references',
      ...['workspace/didChangeWatchedFiles', 'workspace/didChangeWatchedFiles'],
    ]);
  });

  it('once a config with "code" appears, until the config is gone', async () => {
    folder.write('targeting.config.json', JSON.stringify(config));
    const trial = await started();
    await trial.server.request('workspace/symbol', { query: '' }).answered;
    expect(await trial.methods('no code')).toEqual(['workspace/didChangeWatchedFiles']);
    const tell = (text: string) => {
      folder.write('targeting.config.json', text);
      const uri = folder.uri('targeting.config.json');
      trial.server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
    };
    tell(asking);
    expect(await trial.methods('code')).toContain('textDocument/hover');
    tell(JSON.stringify(config));
    expect(await trial.methods('no code')).toEqual(['workspace/didChangeWatchedFiles']);
  });

  it('only in an editor with dynamic registration, but answers requests of any editor', async () => {
    const trial = await started({ capabilities: {} });
    expect(await asked(trial, 'textDocument/hover', call.replace('new_', 'new|_'))).toMatchObject({
      contents: { kind: 'markdown' },
    });
    await trial.server.change(folder.uri('src/app.ts'), 2, [{ text: call.replace('new_ui', 'new_iu') }]);
    const { diagnostics } = await trial.server.shown(folder.uri('src/app.ts'), 2);
    expect(diagnostics).toMatchObject([{ code: 'unknown-key' }]);
    await trial.server.close(folder.uri('src/app.ts'));
    expect(await trial.server.shown(folder.uri('src/app.ts'))).toMatchObject({ diagnostics: [] });
    expect(await trial.methods('no code')).toEqual([]);
  });
});

describe('"code": {} in a folder of a repository', () => {
  const inFlags = JSON.stringify({ environments: { dev: {} }, code: {} });
  const write = (path: string, key: string) => {
    folder.write(`${path}/targeting.config.json`, inFlags);
    folder.write(`${path}/${key}.targeting.json`, newUi('{ "select": 1 }'));
  };
  const hover = (trial: Trial, key: string, name: string) =>
    opened(trial, call.replace('new_ui', `${key}|`), name).then(
      async (at) => (await trial.server.request('textDocument/hover', at).answered) as Hover | null,
    );

  it('means the code of the repository, and each file belongs to the nearest config', async () => {
    folder.write('targeting.config.json', JSON.stringify(config));
    write('shop/flags', 'in_shop');
    write('shop/deep/down/flags', 'in_depth');
    folder.write('shop/.git/HEAD', '');
    const trial = await started();
    await trial.server.request('workspace/symbol', { query: '' }).answered;
    expect(await hover(trial, 'in_shop', 'shop/src/app.ts')).not.toBeNull();
    expect(await hover(trial, 'in_depth', 'shop/deep/down/src/app.ts')).not.toBeNull();
    expect(await hover(trial, 'in_shop', 'other/app.ts')).toBeNull();
  });

  it('is proposed, and "include" proposes only existing folders', async () => {
    folder.write('dev/.hidden/a', '');
    const proposed = async (marked: string) => {
      const [trial, uri, { text, position }] = [
        await started(),
        folder.uri('dev/targeting.config.json'),
        cursorIn(marked),
      ];
      await trial.server.open(uri, text, 'json');
      const params = { textDocument: { uri }, position };
      const found = (await trial.server.request('textDocument/completion', params).answered) as CompletionItem[];
      return found.map(({ label }) => label);
    };
    expect(await proposed('{ "code": | }')).toEqual(['{}']);
    expect(await proposed('{ "code": { "include": [|] } }')).toEqual(['"../dev/**"', '"../online/**"']);
  });
});

describe('in a code file', () => {
  it('the hover of a key shows what each environment serves', async () => {
    const hover = (await asked(await started(), 'textDocument/hover', call.replace('new_', 'new|_'))) as Hover;
    expect(hover).toEqual({
      contents: {
        kind: 'markdown',
        value: [
          '**`new_ui`**',
          `- [online](${folder.uri('online/new_ui.targeting.json')}): 25% beta, others old\n` +
            `- [dev](${folder.uri('dev/new_ui.targeting.json')}): everyone beta`,
          'Required by 1: checkout.',
          'Default here: `false`',
        ].join('\n\n'),
      },
      range: { start: { line: 1, character: 17 }, end: { line: 1, character: 25 } },
    });
  });

  it('the definition of a key or constant is the targeting files of the toggle', async () => {
    const files = ['online', 'dev'].map((name) => ({ uri: folder.uri(`${name}/new_ui.targeting.json`) }));
    const trial = await started();
    expect(await asked(trial, 'textDocument/definition', call.replace('new_', 'new|_'))).toMatchObject(files);
    const constant = `const NEW_UI = "new_ui";\n${call.replace('"new_ui"', 'NEW|_UI')}`;
    expect(await asked(trial, 'textDocument/definition', constant)).toMatchObject(files);
  });

  it('the references of a key are all calls of the toggle', async () => {
    folder.write('src/other.py', 'import featureprobe\nclient.value("new_ui", user, default=False)\n');
    folder.write('src/app.ts', call);
    const trial = await started();
    const context = { includeDeclaration: true };
    const found = await asked(trial, 'textDocument/references', call.replace('new_', 'new|_'), { context });
    expect(found).toMatchObject([{ uri: folder.uri('src/app.ts') }, { uri: folder.uri('src/other.py') }]);
    const nothing = `${call}const text = "any|thing";\n`;
    expect(await asked(trial, 'textDocument/references', nothing, { context })).toBeNull();
  });

  it('completion suggests keys as arguments of a call', async () => {
    const trial = await started();
    const items = (await asked(trial, 'textDocument/completion', call.replace('new_ui', '|'))) as CompletionItem[];
    expect(items.map(({ label }) => label)).toEqual(['new_ui', 'checkout']);
    const item = items.find(({ label }) => label === 'new_ui');
    expect(item).toMatchObject({
      textEdit: { range: { start: { line: 1, character: 18 }, end: { line: 1, character: 18 } }, newText: 'new_ui' },
    });
    expect(await trial.server.request('completionItem/resolve', item).answered).toMatchObject({
      documentation: { value: expect.stringContaining('): 25% beta, others old') as string },
    });
    expect(await asked(trial, 'textDocument/completion', `${imported}console.log("|");`)).toEqual([]);
  });

  it('problems are updated if toggles change', async () => {
    const trial = await started();
    const typo = call.replace('new_ui', 'new_iu');
    expect(await problemsOf(trial, typo)).toMatchObject([
      {
        code: 'unknown-key',
        severity: 2,
        message: 'There is no toggle "new_iu", so this call always returns its own default. Did you mean "new_ui"?',
      },
    ]);
    folder.write('dev/new_iu.targeting.json', newUi('{ "select": 0 }'));
    const uri = folder.uri('dev/new_iu.targeting.json');
    trial.server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }] });
    await trial.server.refreshed();
    expect(await trial.server.pull(folder.uri('src/app.ts'))).toMatchObject({ items: [] });
  });

  it('an unknown key can be changed to a similar key, or get a file', async () => {
    const trial = await started({ initializationOptions: { clientCommands: ['toggleTargeting.newFileFor'] } });
    const [diagnostic] = await problemsOf(trial, call.replace('new_ui', 'new_iu'));
    const { answered } = trial.server.request('textDocument/codeAction', {
      textDocument: { uri: folder.uri('src/app.ts') },
      range: diagnostic?.range,
      context: { diagnostics: [diagnostic] },
    });
    const actions = (await answered) as CodeAction[];
    expect(actions.map(({ title }) => title)).toEqual([
      'Change to "new_ui"',
      'New Targeting File for "new_iu"',
      'Turn off unknown-key in targeting.config.json',
    ]);
    expect(actions[0]?.edit?.changes?.[folder.uri('src/app.ts')]).toEqual([
      { range: { start: { line: 1, character: 18 }, end: { line: 1, character: 24 } }, newText: 'new_ui' },
    ]);
    expect(actions[1]?.command).toMatchObject({ command: 'toggleTargeting.newFileFor', arguments: ['new_iu'] });
  });

  it('requests return nothing if no config has "code"', async () => {
    folder.write('targeting.config.json', JSON.stringify(config));
    const trial = await started();
    expect(await asked(trial, 'textDocument/hover', call.replace('new_', 'new|_'))).toBeNull();
    expect(await problemsOf(trial, call.replace('new_ui', 'new_iu'))).toEqual([]);
  });
});
