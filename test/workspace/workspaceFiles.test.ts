/** Tests the index of all targeting files of a workspace, on a real disk. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigFiles } from '../../server/src/workspace/config/configFiles.js';
import { disk } from '../../server/src/workspace/disk/disk.js';
import { parse } from '../../server/src/core/json/document.js';
import { WorkspaceFiles } from '../../server/src/workspace/workspaceFiles.js';
import type { Folder } from '../support/folder.js';
import { temporaryFolder } from '../support/folder.js';

const config = JSON.stringify({
  baseUrl: 'https://toggles.example.com',
  project: 'P',
  environments: { dev: {}, online: {} },
  files: '{environment}/{toggle}.targeting.json',
});
const named = (name: string) => `{ "content": { "variations": [{ "name": ${JSON.stringify(name)} }] } }`;

let folder: Folder;
let workspace: WorkspaceFiles;
let configs: ConfigFiles;
let changed: string[];
let failures: unknown[];

beforeEach(() => {
  folder = temporaryFolder();
  changed = [];
  failures = [];
  workspace = new WorkspaceFiles({
    disk,
    configOf: (uri) => configs.above(uri),
    onChanged: (uris) => void changed.push(...uris),
    failed: (error) => void failures.push(error),
  });
  configs = new ConfigFiles((uri) => disk.read(uri, 1_000_000), workspace.bounds);
  workspace.foldersChanged({ added: [folder.uri('.')], removed: [] });
});
afterEach(() => {
  folder.dispose();
  expect(failures).toEqual([]);
});

async function known(): Promise<string[]> {
  const root = `${folder.uri('.')}/`;
  const files = [...(await workspace.ready()).files()];
  return files
    .map(({ uri, toggle, environment = '', targeting }) => {
      const names = (targeting.variations ?? []).map(({ name }) => name?.text).join(' ');
      const path = decodeURIComponent(uri.slice(root.length)).replace('.targeting.json', '');
      return [`${path}:`, toggle, environment, names].join(' ').trim();
    })
    .sort();
}

describe('the files of a workspace', () => {
  it('are all found, each with toggle, environment and content', async () => {
    folder.write('targeting.config.json', config);
    folder.write('dev/checkout.targeting.json', named('a'));
    folder.write('online/neue Suche (1).targeting.json', `\uFEFF${named('b')}`);
    folder.write('elsewhere/deep/x.targeting.json', '{');
    folder.write('dev/other.json', '{}');
    expect(await known()).toEqual([
      'dev/checkout: checkout dev a',
      'elsewhere/deep/x: x',
      'online/neue Suche (1): neue Suche (1) online b',
    ]);
    expect(changed).toHaveLength(3);
  });

  it('are not searched for until a request needs them', () => {
    folder.write('a.targeting.json', '{}');
    expect([...workspace.toggles.files()]).toEqual([]);
    workspace.filesChanged([{ uri: folder.uri('a.targeting.json'), type: 1 }]);
    workspace.configsChanged();
    expect([...workspace.toggles.files()]).toEqual([]);
    expect(changed).toEqual([]);
  });

  it('exclude files in node_modules and .git', async () => {
    for (const path of ['node_modules/p', '.git', 'a/node_modules', '.hidden']) {
      folder.write(`${path}/x.targeting.json`, '{}');
    }
    expect(await known()).toEqual(['.hidden/x: x']);
    const uri = folder.uri('a/node_modules/x.targeting.json');
    workspace.filesChanged([{ uri, type: 2 }]);
    expect(await known()).toEqual(['.hidden/x: x']);
  });

  it('exclude targets of links, even if the links form a loop', async () => {
    folder.write('a/real/x.targeting.json', '{}');
    const link = (from: string, to: string) =>
      symlinkSync(fileURLToPath(folder.uri(to)), fileURLToPath(folder.uri(from)));
    link('a/back', '.');
    link('a/0', 'a/real');
    link('broken', 'nowhere');
    link('self', 'self');
    link('y.targeting.json', 'a/real/x.targeting.json');
    expect(await known()).toEqual(['a/real/x: x']);
  });

  it('exclude files outside of the workspace that links lead to', async () => {
    const other = temporaryFolder();
    other.write('x.targeting.json', named('far'));
    const link = (name: string, to: string) =>
      symlinkSync(fileURLToPath(other.uri(to)), fileURLToPath(folder.uri(name)));
    link('link', '.');
    link('y.targeting.json', 'x.targeting.json');
    expect(await known()).toEqual([]);
    link('later', '.');
    link('z.targeting.json', 'x.targeting.json');
    workspace.filesChanged([
      { uri: folder.uri('later'), type: 1 },
      { uri: folder.uri('z.targeting.json'), type: 1 },
      { uri: folder.uri('link/x.targeting.json'), type: 2 },
    ]);
    expect(await known()).toEqual([]);
    other.dispose();
  });

  it('are found if the workspace folder itself is a link', async () => {
    folder.write('real/a.targeting.json', named('one'));
    symlinkSync(fileURLToPath(folder.uri('real')), fileURLToPath(folder.uri('opened')));
    workspace.foldersChanged({ added: [folder.uri('opened')], removed: [folder.uri('.')] });
    expect([...(await workspace.ready()).files()].map(({ uri }) => uri)).toEqual([
      folder.uri('opened/a.targeting.json'),
    ]);
  });

  it('exclude a folder with the name of a targeting file', async () => {
    mkdirSync(fileURLToPath(folder.uri('folder.targeting.json')));
    folder.write('folder.targeting.json/a.targeting.json', '{}');
    expect(await known()).toEqual(['folder/a.targeting.json: a']);
  });

  it('are empty if the workspace folder is missing or not a folder', async () => {
    workspace.foldersChanged({ added: [folder.uri('gone'), 'untitled:x', 'file://', 'file:///%'], removed: [] });
    // The root of the disk is also a folder, but too large to search in a test.
    workspace.foldersChanged({ added: [], removed: ['file://'] });
    expect(await known()).toEqual([]);
  });
});

describe('a toggle', () => {
  it('is found by its key in the environment of another file', async () => {
    folder.write('targeting.config.json', config);
    for (const path of ['dev/a', 'dev/b', 'online/a', 'online/b']) folder.write(`${path}.targeting.json`, '{}');
    const toggles = await workspace.ready();
    const uris = (name: string, path: string) =>
      toggles.named(name, folder.uri(`${path}.targeting.json`)).map(({ uri }) => uri);
    expect(uris('a', 'dev/b')).toEqual([folder.uri('dev/a.targeting.json')]);
    expect(uris('a', 'online/b')).toEqual([folder.uri('online/a.targeting.json')]);
    expect(uris('c', 'online/b')).toEqual([]);
    expect(uris('a', 'dev/unknown')).toEqual([]);
  });
});

describe('the index follows', () => {
  const uri = (path: string) => folder.uri(`${path}.targeting.json`);

  beforeEach(async () => {
    folder.write('targeting.config.json', config);
    folder.write('dev/a.targeting.json', named('one'));
    folder.write('dev/b.targeting.json', named('two'));
    await workspace.ready();
    changed = [];
  });

  it('changes of files on disk', async () => {
    folder.write('dev/a.targeting.json', named('other'));
    folder.write('dev/c.targeting.json', named('three'));
    folder.remove('dev/b.targeting.json');
    workspace.filesChanged([
      { uri: uri('dev/a'), type: 2 },
      { uri: uri('dev/c'), type: 1 },
      { uri: uri('dev/b'), type: 3 },
    ]);
    expect(await known()).toEqual(['dev/a: a dev other', 'dev/c: c dev three']);
    expect(changed.sort()).toEqual([uri('dev/a'), uri('dev/b'), uri('dev/c')]);
  });

  it('folders that are created or deleted with their files', async () => {
    folder.write('online/x.targeting.json', '{}');
    folder.remove('dev');
    workspace.filesChanged([
      { uri: folder.uri('dev'), type: 3 },
      { uri: folder.uri('online'), type: 1 },
    ]);
    expect(await known()).toEqual(['online/x: x online']);
    folder.remove('online');
    folder.write('dev/y.targeting.json', '{}');
    workspace.filesChanged([
      { uri: folder.uri('dev'), type: 1 },
      { uri: folder.uri('online'), type: 3 },
    ]);
    expect(await known()).toEqual(['dev/y: y dev']);
  });

  it('changes of the workspace folders', async () => {
    const other = temporaryFolder();
    other.write('far.targeting.json', '{}');
    workspace.foldersChanged({ added: [other.uri('.'), folder.uri('dev')], removed: [folder.uri('.')] });
    const toggles = await workspace.ready();
    expect([...toggles.files()].map(({ toggle }) => toggle).sort()).toEqual(['a', 'b', 'far']);
    workspace.foldersChanged({ added: [], removed: [other.uri('.')] });
    expect([...toggles.files()].map(({ toggle }) => toggle).sort()).toEqual(['a', 'b']);
    other.dispose();
  });

  it('the removal of a workspace folder, but keeps files of a nested workspace folder', async () => {
    folder.write('top.targeting.json', '{}');
    workspace.foldersChanged({ added: [folder.uri('dev')], removed: [] });
    workspace.filesChanged([{ uri: uri('top'), type: 1 }]);
    expect(await known()).toEqual(['dev/a: a dev one', 'dev/b: b dev two', 'top: top']);
    workspace.foldersChanged({ added: [], removed: [folder.uri('.')] });
    expect([...workspace.toggles.files()].map(({ toggle }) => toggle).sort()).toEqual(['a', 'b']);
  });

  it('changes of the config, even if no request needs the files', async () => {
    // Now everything is read, so only the change of the config can start the index again.
    await known();
    await known();
    changed = [];
    folder.write('targeting.config.json', config.replace('{environment}/{toggle}', '{toggle}/{environment}'));
    configs.forget();
    workspace.configsChanged();
    await expect.poll(() => changed.toSorted()).toEqual([uri('dev/a'), uri('dev/b')]);
  });

  it('changes of the config', async () => {
    folder.write('targeting.config.json', config.replace('{environment}/{toggle}', '{toggle}/{environment}'));
    configs.forget();
    workspace.configsChanged();
    expect(await known()).toEqual(['dev/a: dev a one', 'dev/b: dev b two']);
    folder.write('targeting.config.json', config);
    configs.forget();
    workspace.configsChanged();
    expect(await known()).toEqual(['dev/a: a dev one', 'dev/b: b dev two']);
  });

  it('an open document, whose text overrides the disk', async () => {
    workspace.opened(uri('dev/a'), parse(named('typed')));
    expect(workspace.toggles.of(uri('dev/a'))?.targeting.variations?.[0]?.name?.text).toBe('typed');
    folder.write('dev/a.targeting.json', named('saved by another'));
    workspace.filesChanged([{ uri: uri('dev/a'), type: 2 }]);
    expect(await known()).toEqual(['dev/a: a dev typed', 'dev/b: b dev two']);
    expect(changed).toContain(uri('dev/a'));
    workspace.closed(uri('dev/a'));
    expect(await known()).toEqual(['dev/a: a dev saved by another', 'dev/b: b dev two']);
  });

  it('the file on disk after its document is closed', async () => {
    workspace.opened(uri('dev/a'), parse(named('typed')));
    folder.write('dev/a.targeting.json', named('saved'));
    workspace.closed(uri('dev/a'));
    expect(await known()).toEqual(['dev/a: a dev saved', 'dev/b: b dev two']);
  });

  it('an open document that does not exist on disk, until it is closed', async () => {
    workspace.opened(uri('online/new'), parse(named('x')));
    workspace.opened('untitled:Untitled-1', parse('{}'));
    expect(await known()).toContain('online/new: new online x');
    folder.remove('dev/b.targeting.json');
    workspace.opened(uri('dev/b'), parse('{}'));
    workspace.filesChanged([{ uri: uri('dev/b'), type: 3 }]);
    expect(await known()).toContain('dev/b: b dev');
    workspace.closed(uri('online/new'));
    workspace.closed(uri('dev/b'));
    expect(await known()).toEqual(['dev/a: a dev one']);
  });

  it('an open document even if the editor spells its URI differently', async () => {
    const odd = uri('dev/a').replace('/dev/a', '/%64ev/a');
    workspace.opened(odd, parse(named('typed')));
    const files = [...(await workspace.ready()).files()];
    expect(files).toHaveLength(2);
    expect(workspace.toggles.of(uri('dev/a'))).toBe(workspace.toggles.of(odd));
  });

  it('other documents after an error in one of them', async () => {
    const above = configs.above.bind(configs);
    configs.above = (path) => {
      if (path.includes('bad')) throw new Error('bad');
      return above(path);
    };
    workspace.opened(uri('dev/bad'), parse('{}'));
    workspace.opened(uri('dev/good'), parse('{}'));
    expect(await known()).toEqual(['dev/a: a dev one', 'dev/b: b dev two', 'dev/good: good dev']);
    expect(failures.splice(0)).toHaveLength(1);
  });
});

describe('thousands of files', () => {
  it('are read in the background, without blocking other work', async () => {
    folder.write('targeting.config.json', config);
    const content = JSON.stringify({
      content: {
        rules: Array.from({ length: 20 }, (_, index) => ({ name: `rule ${index}`, serve: { select: index % 2 } })),
        variations: [{ value: 'a' }, { value: 'b' }],
      },
    });
    for (let index = 0; index < 4_000; index += 1) {
      folder.write(`${index % 2 === 0 ? 'dev' : 'online'}/toggle_${index >> 1}.targeting.json`, content);
    }
    const waiting = { isOver: false };
    const ready = workspace.ready().finally(() => {
      waiting.isOver = true;
    });
    let turns = 0;
    while (!waiting.isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    const toggles = await ready;
    expect([...toggles.files()]).toHaveLength(4_000);
    expect(toggles.named('toggle_7', folder.uri('dev/toggle_0.targeting.json'))).toHaveLength(1);
    // On any machine, other work has its turn after at most a few hundred files.
    expect(turns).toBeGreaterThan(20);
  });
});
