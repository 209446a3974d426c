/**
 * Tests that the rooms of ARCHITECTURE.md import only what they may. If a test fails, move what was imported to where it may
 * be imported, or pass it in as an argument. To let a room import more, change the invariants in ARCHITECTURE.md, too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Source {
  /** The path starts at the root, and has `/` on every system. */
  readonly path: string;
  readonly text: string;
  /** These are packages by name, and files by their path from the root. */
  readonly imports: readonly string[];
  /** These are the imports of which more than types is used. */
  readonly values: readonly string[];
}

const sources: readonly Source[] = ['client/src', 'server/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => read(join(entry.parentPath, entry.name))),
);

function read(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const statements = [...text.matchAll(/^(?:import (type )?[^;]*?|export \* )from '([^']+)'/gm)].map(
    ([, type, name = '']) => ({
      type: type !== undefined,
      name: name.startsWith('.') ? relative(root, join(dirname(file), name)).replace(/\.js$/, '.ts') : name,
    }),
  );
  return {
    path: relative(root, file).replaceAll('\\', '/'),
    text,
    imports: statements.map(({ name }) => name),
    values: statements.filter(({ type }) => !type).map(({ name }) => name),
  };
}

const within = (folder: string) => sources.filter(({ path }) => path.startsWith(folder));
const importers = (name: string) => sources.filter(({ imports }) => imports.includes(name)).map(({ path }) => path);

const byPath = new Map(sources.map((source) => [source.path, source]));

/** Returns everything that a file imports as values, directly or through other files. */
function reachedBy(path: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const name of byPath.get(path)?.values ?? []) {
    if (seen.has(name)) continue;
    seen.add(name);
    reachedBy(name, seen);
  }
  return seen;
}

/** Returns a chain of imports that leads from a file back to itself, if there is one. */
function circle(path: string, chain: readonly string[] = [], done = new Set<string>()): readonly string[] | undefined {
  if (chain.includes(path)) return [...chain.slice(chain.indexOf(path)), path];
  if (done.has(path)) return undefined;
  for (const name of byPath.get(path)?.imports ?? []) {
    const found = circle(name, [...chain, path], done);
    if (found !== undefined) return found;
  }
  done.add(path);
  return undefined;
}

/** Each of these rooms may import itself and those before it. */
const server = [
  'json',
  'targeting',
  'evaluation',
  'analysis',
  'checks',
  'check-engine',
  'features',
  'workspace',
  'lsp',
  'cli',
];
/** This many of them, from the first one on, know nothing of any machine. */
const pureRooms = 7;
/** What `server/src/protocol.ts` gives to others. */
const protocol = 'server/src/protocol/';
const roomOf = (path: string) => server.findIndex((room) => path.startsWith(`server/src/${room}/`));

describe('the rooms', () => {
  const pure = server.slice(0, pureRooms).flatMap((room) => within(`server/src/${room}/`));

  it('are all found by these tests', () => {
    expect(server.map((room) => within(`server/src/${room}/`).length).every((count) => count > 3)).toBe(true);
    expect(within('client/src/sync/').length).toBeGreaterThan(5);
    const outside = within('server/').filter(({ path }) => roomOf(path) === -1 && !path.startsWith(protocol));
    expect(outside.map(({ path }) => path).sort()).toEqual([
      ...['server/src/inWorker.ts', 'server/src/main.ts', 'server/src/protocol.ts'],
    ]);
    expect(within(protocol).flatMap(({ imports }) => imports.filter((name) => !name.startsWith('vscode-')))).toEqual(
      [],
    );
  });

  it('have no file of more than 300 lines', () => {
    const tooLong = sources.filter(({ text }) => text.split('\n').length > 301);
    expect(tooLong.map(({ path }) => path)).toEqual([]);
  });

  it('import nothing from a room above them', () => {
    const upward = within('server/').flatMap(({ path, imports }) =>
      imports
        .filter((name) => roomOf(path) !== -1 && roomOf(name) > roomOf(path))
        .map((name) => `${path} knows ${name}`),
    );
    // The command line stands beside the language server, so it may not import that, either.
    const besides = within('server/src/cli/').flatMap(({ path, imports }) =>
      imports.filter((name) => name.startsWith('server/src/lsp/')).map((name) => `${path} knows ${name}`),
    );
    expect([...upward, ...besides]).toEqual([]);
  });

  it('have no circular imports', () => {
    const done = new Set<string>();
    expect(sources.map(({ path }) => circle(path, [], done)).find((found) => found !== undefined)).toBeUndefined();
  });

  it('keep no state in variables of a module', () => {
    const mutable =
      /^(?:export )?(?:let|var) |^(?:export )?const \w+(?:: (?!Readonly)[^=]*)? = new (?:Weak)?(?:Map|Set)\(\)/m;
    const found = sources.filter(({ path, text }) => mutable.test(text) && path !== 'server/src/cli/main.ts');
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  for (const { path, text } of pure) {
    it(`${path} is pure: it only turns text and plain data into plain data`, () => {
      const outside = [...reachedBy(path)].filter((name) => !/^(?:client|server)\/src\/|^schemas\//.test(name));
      expect(
        outside.filter(
          (name) =>
            !['@noble/hashes/legacy.js', '@vscode/l10n', 'fastest-levenshtein', 'vscode-languageserver-types'].includes(
              name,
            ),
        ),
      ).toEqual([]);
      const code = text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
      // `Date()` and `Date.now()` read the clock; `new Date(instant)` and `Date.parse(text)` know the calendar alone.
      expect(
        /\b(?:async|await|Promise|Date(?!\.parse\(|\(\w)|process|setTimeout|setImmediate|globalThis|console)\b/.exec(
          code,
        )?.[0],
      ).toBeUndefined();
    });
  }

  it('only the client imports vscode, and its push does not', () => {
    expect(importers('vscode').filter((path) => !path.startsWith('client/src/'))).toEqual([]);
    expect(importers('vscode').filter((path) => path.startsWith('client/src/sync/'))).toEqual([]);
  });

  it('code that imports vscode translates through vscode, and the push through @vscode/l10n', () => {
    const others = importers('@vscode/l10n').filter((path) => !/^server\/|^client\/src\/sync\//.test(path));
    // The entry passes the words that VS Code has read to @vscode/l10n.
    expect(others).toEqual(['client/src/extension.ts']);
  });

  it('only request and dispatcher of the push import undici', () => {
    expect(importers('undici')).toEqual([
      'client/src/sync/service/dispatcher.ts',
      'client/src/sync/service/request.ts',
    ]);
  });

  it('undici is not loaded when the extension starts, but with the first request', () => {
    const atStart = reachedBy('client/src/extension.ts');
    expect(atStart).toContain('client/src/sync/service/request.ts');
    expect(atStart).not.toContain('undici');
  });

  it('in the push, services import no push, and a push of one file no push of many', () => {
    const sync = 'client/src/sync/';
    const beyond = (room: string, known: readonly string[]) =>
      within(sync + room).flatMap(({ path, imports }) =>
        imports
          .filter((name) => name.startsWith('client/') && !known.some((folder) => name.startsWith(sync + folder)))
          .map((name) => `${path} knows ${name}`),
      );
    expect(beyond('', [''])).toEqual([]);
    expect(beyond('words/', ['words/'])).toEqual([]);
    expect(beyond('service/', ['service/', 'words/', 'pace/'])).toEqual([]);
    const one = within(sync).filter(({ path }) => !path.startsWith(`${sync}many/`));
    expect(one.filter(({ imports }) => imports.some((name) => name.startsWith(`${sync}many/`)))).toEqual([]);
  });

  it('commands import no other command, and only the entry imports commands', () => {
    const commands = 'client/src/editor/commands/';
    const entry = 'client/src/extension.ts';
    const others = sources.filter(({ path }) => path !== entry && !path.startsWith(commands));
    expect(others.filter(({ imports }) => imports.some((name) => name.startsWith(commands)))).toEqual([]);
    const registered = sources.find(({ path }) => path === entry)?.imports ?? [];
    const known = within(commands).flatMap(({ imports }) => imports.filter((name) => name.startsWith(commands)));
    expect(known.filter((name) => registered.includes(name))).toEqual([]);
  });

  it('the client imports only the protocol and the pure rooms of the server', () => {
    const known = within('client/').flatMap(({ imports }) => imports.filter((name) => name.startsWith('server/')));
    expect(
      known.filter((name) => name !== 'server/src/protocol.ts' && !(roomOf(name) >= 0 && roomOf(name) < pureRooms)),
    ).toEqual([]);
  });

  it('the server imports nothing of the client, and the command line only what the editor does with a service', () => {
    const known = within('server/').flatMap(({ path, imports }) =>
      imports.filter((name) => name.startsWith('client/')).map((name) => ({ path, name })),
    );
    const isCommandLine = (path: string) => path.startsWith('server/src/cli/');
    const isSync = (name: string) => name.startsWith('client/src/sync/');
    expect(known.filter(({ path, name }) => !(isCommandLine(path) && isSync(name)))).toEqual([]);
  });

  it('only the mains of the server use its process', () => {
    expect(sources.filter(({ text }) => /\bprocess\./.test(text)).map(({ path }) => path)).toEqual([
      'server/src/main.ts',
      'server/src/cli/main.ts',
    ]);
  });

  it('only the main of the command line uses the machine', () => {
    const rest = within('server/src/cli/').filter(({ path }) => path !== 'server/src/cli/main.ts');
    const machine = /^(?:node:)?(?:fs|os|process|child_process|timers)\b/;
    expect(rest.filter(({ values }) => values.some((name) => machine.test(name)))).toEqual([]);
    expect(rest.filter(({ text }) => /\b(?:console|setTimeout|setImmediate|Date|performance)\b/.test(text))).toEqual(
      [],
    );
  });

  it('only one file of the command line starts Git', () => {
    const starting = sources.filter(({ text }) => /\b(?:startGit|child_process)\b/.test(text)).map(({ path }) => path);
    expect(starting.sort()).toEqual([
      'server/src/cli/main.ts',
      'server/src/cli/repository.ts',
      // The interface, which has no code.
      'server/src/cli/world.ts',
    ]);
  });

  it('only one file asks VS Code for its Git extension, and asks nothing in a workspace that is not trusted', () => {
    const asking = within('client/').filter(({ text }) => text.includes("'vscode.git'"));
    expect(asking.map(({ path }) => path)).toEqual(['client/src/editor/gitExtension.ts']);
    expect(asking[0]?.text).toContain('if (!vscode.workspace.isTrusted) return undefined;');
  });

  it('no compiled code is kept between starts, since damaged code would end every start', () => {
    const build = readFileSync(join(root, 'esbuild.mjs'), 'utf8');
    const keeps = /cachedData|createCachedData|enableCompileCache|code-?cache/i;
    expect(sources.filter(({ text }) => keeps.test(text)).map(({ path }) => path)).toEqual([]);
    expect(build).not.toMatch(keeps);
  });

  it('only one file uses the secret storage', () => {
    expect(sources.filter(({ text }) => text.includes('secrets')).map(({ path }) => path)).toEqual([
      'client/src/editor/credentials.ts',
    ]);
  });
});
