/** Tests the command line on a simulated machine with a slow terminal and files that cannot be read or written. */
import { Readable } from 'node:stream';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { uriOf } from '../../server/src/workspace/disk/paths.js';
import { run } from '../../server/src/cli/run.js';
import type { Files, World } from '../../server/src/cli/world.js';
import { bodies } from '../support/commandLine.js';

const folder = resolve('/work');

/** Undefined makes a file or folder unreadable. */
type Texts = Readonly<Record<string, string | undefined>>;

function simulatedMachine(texts: Texts, replace: Files['replace'] = () => undefined) {
  const printed = { output: '', messages: '' };
  const print = (where: keyof typeof printed) => (text: string) => {
    printed[where] += text;
  };
  let now = 0;
  const byPath = new Map(Object.entries(texts).map(([name, text]) => [resolve(folder, name), text]));
  const disk: World['disk'] = {
    kindOf: (uri) => (uri === uriOf(folder) ? 'folder' : byPath.has(fileURLToPath(uri)) ? 'file' : 'missing'),
    list: (uri) =>
      uri === uriOf(folder)
        ? Object.keys(texts).map((name) => ({ name, kind: name.includes('.') ? 'file' : 'folder' }))
        : { unreadable: 'EACCES' },
    realPath: (uri) => fileURLToPath(uri),
    ownerOf: () => undefined,
    read: () => undefined,
  };
  const files: Files = {
    isLink: () => false,
    isProgram: () => false,
    read: (path) => {
      if (!byPath.has(path)) return undefined;
      const text = byPath.get(path);
      return text === undefined ? { unreadable: 'EACCES' } : Buffer.from(text);
    },
    replace,
    create: () => 'EACCES',
    append: () => 'EACCES',
    remove: () => 'EACCES',
    stamp: () => undefined,
  };
  const world: World = {
    folder,
    environment: {},
    command: [],
    disk,
    codeDisk: { stampOf: () => undefined, read: () => undefined },
    files,
    opened: () => [],
    startGit: () => undefined,
    standardInput: () => Promise.resolve(new Uint8Array()),
    lines: () => Readable.from([]),
    time: () => 0,
    output: { write: print('output'), annotate: print('output'), isTerminal: false, columns: undefined },
    messages: { write: print('messages'), annotate: print('messages'), isTerminal: true, columns: 80 },
    // Each call advances the clock by 60 ms, so that a check of many files takes long.
    now: () => (now += 60),
    interruption: () => new AbortController().signal,
    pause: () => Promise.resolve(),
    startLocalServer: () => Promise.reject(new Error('There is none.')),
    wait: () => Promise.resolve(),
    version: '1.0.0',
    homepage: 'https://home',
    docs: 'https://docs',
    manual: '',
  };
  return { world, printed };
}

it('check names a file or folder that it cannot read, checks the others, and exits with 2', async () => {
  const { world, printed } = simulatedMachine({
    'a.targeting.json': bodies.error,
    'b.targeting.json': undefined,
    secret: undefined,
  });
  expect(await run(['check', '--quiet'], world)).toBe(2);
  expect(printed.output).toMatch(/^a\.targeting\.json:1:15 error/);
  expect(printed.messages.replace(/\r.*?\x1b\[K/g, '')).toBe(
    '"secret" cannot be read (EACCES).\n"b.targeting.json" cannot be read (EACCES).\n',
  );
});

it('check --fix names a file that it cannot write, still reports its problems, and exits with 2', async () => {
  const { world, printed } = simulatedMachine({ 'a.targeting.json': bodies.warning }, () => 'EROFS');
  expect(await run(['check', '--fix'], world)).toBe(2);
  expect(printed.messages).toBe('"a.targeting.json" cannot be written (EROFS).\n');
  expect(printed.output).toContain(
    '1 problem in 1 file: 1 warning. 1 can be fixed with --fix. Failed: 1 warning (--fail-on warning).\n',
  );
});

describe('progress', () => {
  const names = Array.from({ length: 40 }, (_, index) => `${String(index).padStart(2, '0')}.targeting.json`);
  const texts = (text: string): Texts => Object.fromEntries(names.map((name) => [name, text]));

  it('is shown on a terminal during a long check, and erased at the end', async () => {
    const { world, printed } = simulatedMachine(texts(bodies.clean));
    await run(['check'], world);
    const pictures = printed.messages.split('\r\x1b[K');
    expect(pictures.length).toBeGreaterThan(3);
    expect(pictures[1]).toMatch(/^\[#{1,15} +\] \d\/40$|^\[#{1,15} +\] 1\d\/40$/);
    expect([pictures[0], pictures.at(-1)]).toEqual(['', '']);
  });

  it('is erased before other output', async () => {
    const { world, printed } = simulatedMachine(texts(bodies.warning));
    const both: string[] = [];
    const wrote = (text: string) => both.push(text);
    const { output, messages } = world;
    await run(['check', '--format', 'github'], {
      ...world,
      output: { ...output, annotate: wrote },
      messages: { ...messages, write: wrote },
    });
    expect(printed.output).toBe('');
    const bars = both.flatMap((text, index) => (text.includes('[') && text.includes('#') ? [both[index + 1]] : []));
    expect(bars.length).toBeGreaterThan(0);
    for (const next of bars) expect(next?.startsWith('\r\x1b[K')).toBe(true);
  });

  it('is not shown for a short check', async () => {
    const { world, printed } = simulatedMachine({ 'a.targeting.json': bodies.clean });
    await run(['check'], world);
    expect(printed.messages).toBe('');
  });
});
