/**
 * Loaded first by `node --require dist/tools/otherDisk.cjs`: shows a folder at another place, and finds names in another case or form of
 * accents, like disks of macOS and Windows. Real paths have the spelling of the disk. OTHER_DISK is the folder; OTHER_DISK_AT is where it
 * appears, by default its own path.
 */
import fs from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

const { readdirSync } = fs;
const folder = fs.realpathSync.native(process.env['OTHER_DISK'] ?? '');
const seenAt = process.env['OTHER_DISK_AT'] ?? folder;

/** @returns the path itself if it is not on this disk */
function onDisk(place: unknown): unknown {
  if (typeof place !== 'string') return place;
  const below = relative(folded(seenAt), folded(resolve(place)));
  if (below === '..' || below.startsWith('../')) return place;
  const names = resolve(place)
    .split(sep)
    .slice(seenAt.split(sep).filter(Boolean).length + 1)
    .filter(Boolean);
  let at = folder;
  for (const [index, name] of names.entries()) {
    const there = namesIn(at);
    const found = there.includes(name) ? name : there.find((other) => folded(other) === folded(name));
    // The root of the machine has other folders, too.
    if (found === undefined && index === 0 && seenAt !== folder) return place;
    at = join(at, found ?? name);
  }
  return at;
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function folded(name: string): string {
  return name.normalize('NFD').toLowerCase();
}

function seen(path: string): string {
  return path === folder || path.startsWith(`${folder}/`) ? join(seenAt, path.slice(folder.length)) : path;
}

function moved<T extends object>(original: T): T {
  return new Proxy(original, {
    apply: (target, self, [place, ...rest]: unknown[]): unknown => {
      if (typeof target !== 'function') throw new TypeError();
      const result: unknown = Reflect.apply(target, self, [onDisk(place), ...rest]);
      return target === native ? seen(String(result)) : result;
    },
  });
}

const { native } = fs.realpathSync;
fs.realpathSync.native = moved(native);
const names = [
  'accessSync',
  'lstatSync',
  'openSync',
  'readdirSync',
  'readFileSync',
  'readlinkSync',
  'statSync',
] as const;
for (const name of names) Reflect.set(fs, name, moved(fs[name]));
const cwd = seen(process.cwd());
process.cwd = () => cwd;
