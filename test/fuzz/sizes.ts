/**
 * Files whose size makes work: every character, large sets, long attributes, many of everything. While one is open in the built server with
 * users and tests, a hover in another file must not wait for work in the background.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { everyCharacter } from '../support/everyCharacter.js';
import { spawnedTrial } from '../support/spawnedServer.js';
import type { Random } from './random.js';

export interface SizedFile {
  readonly name: string;
  readonly targeting: string;
  readonly attribute: string;
  readonly users: number;
}

/** @returns one file of each kind, with random sizes */
export function sizedFiles(random: Random): readonly SizedFile[] {
  const count = random.pick([10_000, 30_000, 100_000]);
  const length = random.pick([5_000, 20_000, 30_000]);
  const users = random.pick([1, 3, 9, 20]);
  const string = (predicate: string, objects: readonly string[], subject = 's') => ({
    conditions: [{ type: 'string', subject, predicate, objects }],
    serve: { select: 0 },
  });
  const numbers = (most: number) => Array.from({ length: most }, (_, index) => String(index));
  const set = `[${String.fromCodePoint(...Array.from({ length: Math.min(count, 20_000) }, (_, index) => 0x4e00 + index))}]+$`;
  const rules = (each: readonly object[]) => ({ rules: each });
  const bodies: Readonly<Record<string, object>> = {
    'every character': rules([string('starts with', [everyCharacter()]), string('contains', ['a'])]),
    'a set in a regular expression': rules([string('matches regex', [set])]),
    'a set with many repeats': rules([string('matches regex', [`[${'ab'.repeat(count / 2)}]+c`])]),
    'a thousand regular expressions': rules(
      Array.from({ length: 1_000 }, (_, index) => string('matches regex', [`(a|b|ab)*${index}$`])),
    ),
    'a long list': rules([string('is one of', numbers(count))]),
    'a long list of pieces': rules([string('contains', numbers(count))]),
    'many rules': rules(Array.from({ length: 3_000 }, (_, index) => string('is one of', [`v${index % 100}`]))),
    'long splits': {
      ...rules(Array.from({ length: 5 }, () => ({ conditions: [], serve: { split: Array(5_000).fill(2) } }))),
      variations: numbers(5_000).map((value) => ({ value })),
    },
    'long versions': rules([
      {
        conditions: [{ type: 'semver', subject: 's', predicate: '=', objects: ['1a'.repeat(length / 2)] }],
        serve: { select: 0 },
      },
    ]),
    'many subjects': rules(Array.from({ length: 2_000 }, (_, index) => string('is one of', ['a'], `s${index}`))),
    'deep prerequisites': {
      prerequisites: numbers(5_000).map((key) => ({ key, type: 'string', value: 'a' })),
    },
  };
  const contents = Object.entries(bodies).map(([name, content]) => {
    const whole = { variations: [{ value: 'a' }, { value: 'b' }], defaultServe: { select: 0 }, ...content };
    return {
      name,
      targeting: JSON.stringify({ disabled: false, content: { disabledServe: { select: 0 }, ...whole } }),
    };
  });
  const texts: readonly { readonly name: string; readonly targeting: string }[] = [
    { name: 'equal keys', targeting: `{ ${'"$schema": "x", '.repeat(20_000)}"disabled": false }` },
    { name: 'deep', targeting: `{"content": ${'['.repeat(count)}${']'.repeat(count)}}` },
    { name: 'wide', targeting: JSON.stringify({ content: { variations: Array(count).fill({ value: 1 }) } }) },
  ];
  return [...contents, ...texts].map((each) => ({
    ...each,
    attribute: random.pick(['ab', '一', '1a']).repeat(length),
    users,
  }));
}

export async function hoversBeside({ targeting, attribute, users }: SizedFile): Promise<readonly number[]> {
  const people = Array.from({ length: users }, (_, index) => ({ name: `u${index}`, attributes: { s: attribute } }));
  const test = { cases: [{ user: { key: 'a', attributes: { s: attribute } }, expect: { variation: 0 } }] };
  return hoversWhile({
    'big.targeting.json': targeting,
    'targeting.users.json': JSON.stringify({ users: people }),
    'big.targeting.test.json': JSON.stringify(test),
  });
}

/**
 * Opens files and sends the requests of an editor, and at the same time asks for hovers in another file.
 * @param files by path; the first one is a targeting file, which is opened last
 * @returns the milliseconds of each hover
 */
export async function hoversWhile(files: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'targeting-sizes-'));
  try {
    const uriOf = (file: string) => pathToFileURL(join(folder, file)).href;
    writeAll(folder, files);
    // Has its own config, so that both share only the server.
    writeAll(folder, { 'elsewhere/targeting.config.json': '{ "environments": { "dev": {} } }' });
    const small = '{ "disabled": false, "content": { "rules": [{ "name": "a" }] } }';
    const elsewhere = uriOf('elsewhere/small.targeting.json');
    const server = await spawnedTrial({ folders: [pathToFileURL(folder).href] });
    await server.open(elsewhere, small);
    const hover = async () => {
      const began = performance.now();
      const params = { textDocument: { uri: elsewhere }, position: { line: 0, character: 5 } };
      await server.request('textDocument/hover', params).answered;
      return performance.now() - began;
    };
    await hover();
    const open = { isAny: true };
    const waits: number[] = [];
    const hovers = (async () => {
      while (open.isAny || waits.length < 8) {
        waits.push(await hover());
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
    })();
    for (const [file, text] of Object.entries(files).reverse()) {
      if (!file.endsWith('.json')) continue;
      const problems = server.shown(uriOf(file));
      await server.open(uriOf(file), text);
      await problems;
    }
    const [first = ''] = Object.keys(files);
    const textDocument = { uri: uriOf(first) };
    await Promise.all([
      server.request('textDocument/codeLens', { textDocument }).answered,
      server.request('toggleTargeting/whoGetsWhat', { uri: textDocument.uri, asked: [] }).answered,
      server.request('textDocument/references', {
        textDocument,
        position: { line: 0, character: 1 },
        context: { includeDeclaration: true },
      }).answered,
    ]);
    open.isAny = false;
    await hovers;
    await server.stop();
    return waits;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder, '.git'), { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}
