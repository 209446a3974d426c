/** Tests code files on a real disk in a real repository: listing, reading again, and findings. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseWrapper } from '../../server/src/core/code/calls.js';
import { Codebase } from '../../server/src/workspace/code/codebase.js';
import type { CodeDisk } from '../../server/src/workspace/code/codeDisk.js';
import { codeDisk } from '../../server/src/workspace/code/codeDisk.js';
import { codeFiles } from '../../server/src/workspace/code/codeFiles.js';
import { gitFiles } from '../../server/src/workspace/code/gitFiles.js';
import { disk } from '../../server/src/workspace/disk/disk.js';
import { gitMachine } from './gitMachine.js';

let folder: string;
let read: string[];

const counting: CodeDisk = {
  stampOf: codeDisk.stampOf,
  read: (uri, limit) => {
    read.push(uri.slice(uri.lastIndexOf('/') + 1));
    return codeDisk.read(uri, limit);
  },
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toggle-targeting-code-'));
  read = [];
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
const listed = (uri: string) => gitFiles(uri, gitMachine.machine, gitMachine.startLater);
const bounds = { mayBeNamedBy: () => () => true };
const config = () => pathToFileURL(join(folder, 'app/targeting.config.json')).href;

async function filesOf(include?: readonly string[]): Promise<readonly string[]> {
  const { uris } = await codeFiles(config(), { include }, { disk, bounds, listed, pause: () => Promise.resolve() });
  const start = `${pathToFileURL(folder).href}/`;
  return uris.map((uri) => uri.slice(start.length)).sort();
}

function codebase(isFollowed: boolean, open?: (uri: string) => string | undefined): Codebase {
  const files = () =>
    codeFiles(config(), { include: undefined }, { disk, bounds, listed, pause: () => Promise.resolve() });
  return new Codebase({ disk: counting, files, pause: () => Promise.resolve(), ...(open && { open }) }, isFollowed);
}

const wanted = { keys: new Set(['new_ui']), wrappers: [] };
const call = "import { FeatureProbe } from 'featureprobe-server-sdk-node';\nfp.booleanValue('new_ui', user, false);\n";

describe('the files of code', () => {
  it("are all files below the config's folder that Git does not ignore", async () => {
    git('init', '-q');
    write('.gitignore', 'build/\n');
    write('app/src/a.ts', '');
    write('app/src/ü b.java', '');
    write('app/build/c.ts', '');
    write('app/readme.md', '');
    write('other/d.go', '');
    git('add', 'app/src/a.ts');
    expect(await filesOf()).toEqual(['app/src/%C3%BC%20b.java', 'app/src/a.ts']);
  });

  it('are the files that the config includes, even outside of its folder', async () => {
    git('init', '-q');
    for (const path of ['shop/src/a.ts', 'shop/src/deep/b.ts', 'shop/test/c.ts', 'app/d.ts']) write(path, '');
    expect(await filesOf(['../shop/src/**', 'd.ts'])).toEqual(['app/d.ts', 'shop/src/a.ts', 'shop/src/deep/b.ts']);
    expect(await filesOf(['../shop'])).toEqual(['shop/src/a.ts', 'shop/src/deep/b.ts', 'shop/test/c.ts']);
  });

  it('exclude package folders if there is no repository', async () => {
    for (const path of ['app/a.ts', 'app/node_modules/x/b.ts', 'app/deep/c.py']) write(path, '');
    expect(await filesOf()).toEqual(['app/a.ts', 'app/deep/c.py']);
  });
});

it('a path is reported to have no code only if all files there could be listed', async () => {
  write('app/src/a.ts', '');
  write('app/text/a.md', '');
  const paths = { include: ['src/**', 'text/**', '../shop/**'] };
  const unmatched = async (list = disk.list) => {
    const options = { disk: { ...disk, list }, bounds, listed, pause: () => Promise.resolve() };
    return (await codeFiles(config(), paths, options)).unmatched;
  };
  expect(await unmatched()).toEqual(['text/**', '../shop/**']);
  expect(await unmatched(() => ({ unreadable: 'EACCES' }))).toEqual([]);
  git('init', '-q');
  expect(await unmatched()).toEqual(['text/**', '../shop/**']);
});

describe('a codebase', () => {
  it('contains files with findings and their positions, and the number of all files', async () => {
    write('app/a.ts', call);
    write('app/b.ts', 'const nothing = 1;\n');
    const { files, looked, unread } = await codebase(false).read(wanted);
    expect({ looked, unread, names: files.map(({ uri }) => uri.slice(-4)) }).toEqual({
      looked: 2,
      unread: [],
      names: ['a.ts'].map((name) => `/${name}`.slice(-4)),
    });
    expect(files[0]?.findings[0]).toMatchObject({
      kind: 'call',
      key: 'new_ui',
      range: { start: { line: 1, character: 16 }, end: { line: 1, character: 24 } },
    });
  });

  it('contains the position of a call inside the arguments of a multi-line call', async () => {
    write('app/a.ts', `${call}fp.booleanValue(pick(\n  fp.booleanValue('new_ui', u, false),\n), u, false);`);
    const { files } = await codebase(false).read(wanted);
    expect(files[0]?.findings.slice(1)).toMatchObject([
      { kind: 'unreadable', range: { start: { line: 2, character: 16 }, end: { line: 4, character: 1 } } },
      { kind: 'call', range: { start: { line: 3, character: 18 }, end: { line: 3, character: 26 } } },
    ]);
  });

  it('reads only files that have changed on disk', async () => {
    write('app/a.ts', call);
    write('app/b.ts', 'x');
    const code = codebase(false);
    await code.read(wanted);
    write('app/b.ts', call);
    read = [];
    expect((await code.read(wanted)).files).toHaveLength(2);
    expect(read).toEqual(['b.ts']);
  });

  it('rereads only reported files if it is notified of changes', async () => {
    write('app/a.ts', call);
    write('app/b.ts', 'x');
    const code = codebase(true);
    await code.read(wanted);
    write('app/b.ts', call);
    write('app/c.ts', call);
    expect((await code.read(wanted)).files).toHaveLength(1);
    code.changed(pathToFileURL(join(folder, 'app/b.ts')).href);
    expect((await code.read(wanted)).files).toHaveLength(2);
    code.listChanged();
    expect((await code.read(wanted)).files).toHaveLength(3);
  });

  it('rereads all files for a different set of keys', async () => {
    write('app/a.ts', "const text = 'plan';\n");
    const code = codebase(true);
    expect((await code.read(wanted)).files).toHaveLength(0);
    expect((await code.read({ ...wanted, keys: new Set(['plan']) })).files).toHaveLength(1);
  });

  it('prefilters files by their bytes without missing a key, an SDK or a wrapper', async () => {
    const isOn = parseWrapper('Flags.isOn(key)');
    write('app/a.ts', "// it's\nconst KEY = `new_ui`;\n");
    write('app/b.java', 'class A { FPUser user; boolean a() { return fp.boolValue("typo", user, false); } }\n');
    write('app/c.kt', 'val a = Flags.isOn("typo")\n');
    write('app/d.kt', 'val a = "new_ui_2"\n');
    const { files } = await codebase(false).read({ ...wanted, wrappers: isOn === undefined ? [] : [isOn] });
    expect(
      files.map(({ uri, findings }) => [uri.slice(uri.lastIndexOf('/') + 1), findings.map(({ kind }) => kind)]),
    ).toEqual([
      ['a.ts', ['constant']],
      ['b.java', ['call']],
      ['c.kt', ['call']],
    ]);
  });

  it('contains the attributes that a file sends, even if the file has no call', async () => {
    write('app/a.ts', "const user = new FPUser().with('city', city);\n");
    write('app/b.ts', `${call}user.with('plan', plan);\n`);
    write('app/c.ts', "map.with('size', 1);\n");
    const { files } = await codebase(false).read(wanted);
    expect(files.map(({ findings, attributes }) => [findings.length, attributes])).toEqual([
      [0, ['city']],
      [1, ['plan']],
    ]);
  });

  it('uses the text of an open editor, and does not follow links', async () => {
    write('app/a.ts', 'x');
    write('secret.ts', call);
    symlinkSync(join(folder, 'secret.ts'), join(folder, 'app/link.ts'));
    git('init', '-q');
    const { files } = await codebase(false, (uri) => (uri.endsWith('/a.ts') ? call : undefined)).read(wanted);
    expect(files.map(({ uri }) => uri.slice(-5))).toEqual(['/a.ts']);
  });

  it.each([
    ['too large', Buffer.from(`${call}//${'x'.repeat(3_000_000)}`)],
    ['in UTF-16', Buffer.from(call, 'utf16le')],
    ['in UTF-16 with a mark', Buffer.from(`\uFEFF${call}`, 'utf16le')],
    ['in UTF-32', Buffer.from(Uint32Array.from(call, (character) => character.charCodeAt(0)).buffer)],
  ])('lists a file that is %s as unread', async (_, bytes) => {
    write('app/a.ts', bytes);
    expect(await codebase(false).read(wanted)).toMatchObject({ looked: 0, unread: [expect.stringMatching(/a\.ts$/)] });
  });

  it('lists partially read files as unread, but keeps their findings', async () => {
    write('app/a.ts', `${call}${'f();'.repeat(60_000)}`);
    write('app/b.ts', `${call}fp.boolean\\u0056alue(pick(), user, false);`);
    const { files, unread } = await codebase(false).read(wanted);
    expect([files.length, unread.length]).toEqual([2, 2]);
  });
});
