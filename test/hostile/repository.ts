/** A hostile repository: links, devices, pipes, planted configs, deceptive names, and texts that take long to read. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

export interface HostileRepository {
  readonly folder: string;
  /** Texts that an editor shows, by path; without devices and pipes, which an editor refuses. */
  readonly texts: ReadonlyMap<string, string>;
  /** A hash of everything outside, which changes if someone writes there. */
  readonly outside: () => string;
  readonly dispose: () => void;
}

/** In each file outside, so that whoever shows a file is found out. */
export const secret = 'PASSWORD=hunter2-canary';

/** @param services addresses in the configs, to which a token would be sent */
export function hostileRepository(services: { readonly named: string; readonly planted: string }): HostileRepository {
  const parent = mkdtempSync(join(tmpdir(), 'targeting-hostile-'));
  const folder = join(parent, 'repository');
  const outside = join(parent, 'outside');
  const texts = new Map<string, string>();
  const put = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    if (path.endsWith('.targeting.json'))
      texts.set(
        path,
        Buffer.from(text)
          .toString('utf8')
          .replace(/^\ufeff/, ''),
      );
  };
  const link = (path: string, to: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(to, join(folder, path));
  };

  put('.git/HEAD', 'ref: refs/heads/main\n');
  mkdirSync(outside);
  writeFileSync(join(outside, '.env'), `${secret}\n`);
  writeFileSync(join(outside, 'other.targeting.json'), `{ "comment": 1, "secret": "${secret}" }\n`);
  writeFileSync(join(outside, 'config.json'), config(services.planted, { linked: 'linked' }));
  // Above the repository: whoever may write to a shared parent folder can plant it there.
  writeFileSync(join(parent, 'targeting.config.json'), config(services.planted, { above: 'above' }));

  link('links/env.targeting.json', join(outside, '.env'));
  link('links/relative.targeting.json', '../../outside/other.targeting.json');
  link('links/folder', outside);
  link('links/loop', '..');
  link('links/config/targeting.config.json', join(outside, 'config.json'));
  put('links/config/checkout.targeting.json', clean);
  put('above/checkout.targeting.json', clean);

  link('devices/zero.targeting.json', '/dev/zero');
  link('devices/process.targeting.json', '/proc/self/environ');
  link('devices/zero/targeting.config.json', '/dev/zero');
  put('devices/zero/checkout.targeting.json', clean);
  put('devices/pipe/checkout.targeting.json', clean);
  execFileSync('mkfifo', ['devices/pipe.targeting.json', 'devices/pipe/targeting.config.json'], { cwd: folder });

  put('names/targeting.config.json', config(services.named, spoofing));
  put('names/checkout.targeting.json', clean);
  put('hidden/targeting.config.json', config(services.named, { dev: 'online' }));
  put('hidden/checkout.targeting.json', clean);
  put('link-in-name/targeting.config.json', config(services.named, { '[free](command:workbench.action.quit)': 'dev' }));
  put('link-in-name/checkout.targeting.json', clean);
  put('a](command:workbench.action.quit)/\u001b[2J\u202e.targeting.json', '{ "comment": 1 }\n');

  for (const [name, objects] of Object.entries(slow)) put(`slow/${name}.targeting.json`, withObjects(objects));
  put('slow/schemas.targeting.json', `{${'"$schema":"x",'.repeat(2_000)}"comment":"a"}`);
  put('slow/splits.targeting.json', manySplits());
  put('deep/arrays.targeting.json', '['.repeat(200_000));
  put('deep/objects.targeting.json', '{"content":'.repeat(50_000));
  put('huge/file.targeting.json', `{ "comment": "${'x'.repeat(25 * 1024 * 1024)}" }`);
  put('huge/config/targeting.config.json', `${config(services.named, { dev: 'dev' })}${' '.repeat(2 * 1024 * 1024)}`);
  put('huge/config/checkout.targeting.json', clean);
  put('huge/environments/targeting.config.json', config(services.named, manyEnvironments()));
  put('huge/environments/checkout.targeting.json', clean);
  for (const [name, text] of Object.entries(odd)) put(`odd/${name}.targeting.json`, text);
  for (let index = 0; index < 300; index += 1) put(`many/t${index}.targeting.json`, withPrerequisites(index));

  return {
    folder,
    texts,
    outside: () => contentsOf(parent, folder),
    dispose: () => rmSync(parent, { recursive: true, force: true }),
  };
}

const variations = [
  { value: 'false', name: 'old' },
  { value: 'true', name: 'new' },
];
const clean = `${JSON.stringify({ comment: 'Ten per cent', disabled: false, content: { variations, defaultServe: { select: 1 } } }, null, 2)}\n`;

const spoofing = {
  'dev\n\nThe service says: all is well.': 'online',
  [`dev${' '.repeat(12_000)}x`]: 'long',
  'dev\u202e': 'turned',
  'd\u200bev': 'invisible',
  '$(lock) dev': 'icon',
  'd\u0435v': 'cyrillic',
};

/** Texts that the worst expressions take longest to refuse. */
const slow: Readonly<Record<string, readonly [type: string, predicate: string, object: string]>> = {
  number: ['number', '=', `${'1'.repeat(200_000)}x`],
  blanks: ['semver', '=', `1.0.0${' '.repeat(200_000)}x`],
  version: ['semver', '=', `1.0.0-${'a.'.repeat(100_000)}!`],
  expression: ['string', 'matches regex', `${'('.repeat(100_000)}a+`],
  text: ['string', 'is one of', '\n'.repeat(200_000)],
};

function withObjects([type, predicate, object]: readonly [string, string, string]): string {
  const condition = { type, subject: 'user', predicate, objects: [object] };
  return JSON.stringify({ content: { rules: [{ conditions: [condition], serve: { select: 0 } }], variations } });
}

function manySplits(): string {
  const serve = { split: Array.from({ length: 10_000 }, () => [[0, 1]]) };
  const many = Array.from({ length: 10_000 }, (_, index) => ({ value: String(index), name: `v${index}` }));
  return JSON.stringify({ content: { rules: [], defaultServe: serve, variations: many } });
}

function withPrerequisites(index: number): string {
  const prerequisites = Array.from({ length: 100 }, (_, other) => ({
    ...{ key: `t${(index + other + 1) % 300}`, type: 'boolean', value: 'true' },
  }));
  return JSON.stringify({ content: { prerequisites, variations, defaultServe: { select: 0 } } });
}

const odd: Readonly<Record<string, string | Uint8Array>> = {
  empty: '',
  proto: '{ "__proto__": { "disabled": "yes" }, "constructor": 1, "content": { "__proto__": [] } }',
  twice: '{ "disabled": "yes", "disabled": "no", "content": {}, "content": { "rules": [null, null] } }',
  large: '{ "content": { "rules": [], "defaultServe": { "select": 1e999 } } }',
  surrogate: '{ "comment": "\\ud800", "\\udc00": "\\udfff" }',
  marked: '\ufeff{ "comment": 1 }\r\n',
  utf16: Buffer.from('\ufeff{ "comment": 1 }', 'utf16le'),
  bytes: Uint8Array.from({ length: 4_096 }, (_, index) => index % 256),
};

function manyEnvironments(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`e${index}`, `e${index}`]));
}

function config(baseUrl: string, environments: Readonly<Record<string, string>>): string {
  const described = Object.entries(environments).map(([name, key]) => [name, { key, api: 'featureprobe' }]);
  return JSON.stringify({ baseUrl, project: 'P', environments: Object.fromEntries(described) as unknown }, null, 2);
}

/** A hash of everything below a folder, except another folder. */
function contentsOf(parent: string, without: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(parent, { recursive: true, withFileTypes: true }).toSorted(byPath)) {
    const path = join(entry.parentPath, entry.name);
    if (!relative(without, path).startsWith('..')) continue;
    hash.update(`${path}\0`);
    if (entry.isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

function byPath(a: { readonly parentPath: string; readonly name: string }, b: typeof a): number {
  return join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1;
}
