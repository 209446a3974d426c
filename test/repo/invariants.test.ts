/** Tests invariants of the source code that ESLint cannot check; eslint.config.mjs has the allowed imports of rooms. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Source {
  /** From the root, with `/` on every system. */
  readonly path: string;
  readonly text: string;
  /** Packages by name, and files by path from the root. */
  readonly imports: readonly string[];
  /** Imports of more than types. */
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

function reachedBy(path: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const name of byPath.get(path)?.values ?? []) {
    if (seen.has(name)) continue;
    seen.add(name);
    reachedBy(name, seen);
  }
  return seen;
}

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

describe('the source', () => {
  const core = within('server/src/core/').filter(({ path }) => !path.startsWith('server/src/core/protocol'));

  it('is found completely by these tests', () => {
    for (const room of ['core', 'workspace', 'service', 'lsp', 'cli'])
      expect(within(`server/src/${room}/`).length, room).toBeGreaterThan(15);
    expect(within('server/src/serve/').length).toBeGreaterThan(8);
    expect(within('client/src/').length).toBeGreaterThan(50);
  });

  it('has at most 300 lines per file, not counting tables', () => {
    const table = /^(?:export )?const \w+[^\n]* = \{\n(?: [^\n]*\n|\n)*\}/gm;
    const tooLong = sources.filter(({ text }) => text.replace(table, '').split('\n').length > 301);
    expect(tooLong.map(({ path }) => path)).toEqual([]);
  });

  it('has no circular imports', () => {
    const done = new Set<string>();
    expect(sources.map(({ path }) => circle(path, [], done)).find((found) => found !== undefined)).toBeUndefined();
  });

  it('keeps no state in module variables', () => {
    const mutable =
      /^(?:export )?(?:let|var) |^(?:export )?const \w+(?:: (?!Readonly)[^=]*)? = new (?:Weak)?(?:Map|Set)\(\)/m;
    const found = sources.filter(({ text }) => mutable.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('has a pure core, without I/O, clock or unknown packages', () => {
    const packages = ['@noble/hashes/legacy.js', '@vscode/l10n', 'fastest-levenshtein', 'vscode-languageserver-types'];
    const others = core.flatMap(({ path }) =>
      [...reachedBy(path)]
        .filter((name) => !/^server\/src\/core\/|^schemas\//.test(name) && !packages.includes(name))
        .map((name) => `${path} needs ${name}`),
    );
    expect(others).toEqual([]);
    // `Date()` and `Date.now()` read the clock; `new Date(instant)` and `Date.parse(text)` do not.
    const machine =
      /\b(?:async|await|Promise|Date(?!\.parse\(|\(\w)|process|setTimeout|setImmediate|globalThis|console)\b/;
    const impure = core.filter(({ text }) => machine.test(text.replace(/\/\*[^]*?\*\/|\/\/.*|'(?:async|await)'/g, '')));
    expect(impure.map(({ path }) => path)).toEqual([]);
  });

  it('has no feature that anyText.test.ts omits', () => {
    const anyText = readFileSync(join(root, 'test/features/anyText.test.ts'), 'utf8');
    const omitted = within('server/src/core/features/').filter(({ path, text }) => {
      const name = basename(path, '.ts');
      const isFeature = new RegExp(`^export function ${name}\\([^:]*: OpenDocument`, 'm').test(text);
      return isFeature && !anyText.includes(` ${name}(`);
    });
    expect(omitted.map(({ path }) => path)).toEqual([]);
  });

  it('translates only in one place', () => {
    // The others load the translations.
    expect(importers('@vscode/l10n').toSorted()).toEqual([
      'client/src/extension.ts',
      'server/src/core/t.ts',
      'server/src/lsp/inWorker.ts',
      'server/src/workspace/language.ts',
    ]);
  });

  it('loads undici with the first request, not when the extension is activated', () => {
    const atStart = reachedBy('client/src/extension.ts');
    expect(atStart).toContain('server/src/service/http/request.ts');
    expect(atStart).not.toContain('undici');
  });

  it('loads the server for local applications on demand', () => {
    for (const main of ['server/src/cli/main.ts', 'server/src/lsp/main.ts']) {
      const atStart = [...reachedBy(main)].filter((path) => path.startsWith('server/src/serve/'));
      expect(atStart, main).toEqual([]);
    }
  });

  it('has at most 15 files in a folder', () => {
    const counts = new Map<string, number>();
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 15)).toEqual([]);
  });

  it('uses `process` only in the main files', () => {
    expect(sources.filter(({ text }) => /\bprocess\./.test(text)).map(({ path }) => path)).toEqual([
      'server/src/cli/main.ts',
      'server/src/cli/start.ts',
      'server/src/lsp/main.ts',
    ]);
  });

  it('uses console, timers and clock in the command line only in the main, world and writer files', () => {
    const rest = within('server/src/cli/').filter(
      ({ path }) => !/^server\/src\/cli\/(?:main|start|processWorld|files\/filesOnDisk)\.ts$/.test(path),
    );
    expect(rest.filter(({ text }) => /\b(?:console|setTimeout|setImmediate|Date|performance)\b/.test(text))).toEqual(
      [],
    );
  });

  it('starts Git only in known files', () => {
    const starting = sources.filter(({ text }) => /\b(?:startGit|child_process)\b/.test(text)).map(({ path }) => path);
    expect(starting.sort()).toEqual([
      'server/src/cli/processWorld.ts',
      // This file has only the interface.
      'server/src/cli/world.ts',
      'server/src/lsp/git.ts',
      'server/src/workspace/git/gitProcess.ts',
      'server/src/workspace/git/repository.ts',
    ]);
  });

  it("uses VS Code's Git extension in only one file, and not in an untrusted workspace", () => {
    const asking = within('client/').filter(({ text }) => text.includes("'vscode.git'"));
    expect(asking.map(({ path }) => path)).toEqual(['client/src/gitExtension.ts']);
    expect(asking[0]?.text).toContain('if (!vscode.workspace.isTrusted) return undefined;');
  });

  it('does not cache compiled code, because a damaged cache would break every start', () => {
    const build = readFileSync(join(root, 'esbuild.mjs'), 'utf8');
    const keeps = /cachedData|createCachedData|enableCompileCache|code-?cache/i;
    expect(sources.filter(({ text }) => keeps.test(text)).map(({ path }) => path)).toEqual([]);
    expect(build).not.toMatch(keeps);
  });

  it('uses the secret storage in only one file', () => {
    expect(sources.filter(({ text }) => text.includes('secrets')).map(({ path }) => path)).toEqual([
      'client/src/push/credentials.ts',
    ]);
  });
});
