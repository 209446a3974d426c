/** Deletes leftovers of crashes from the folder of memoryStore.ts, and entries of files that were deleted long ago. */
import { access, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { asObject } from '../../server/src/core/targeting/state/state.js';

export async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  // The files are checked one after another, because nobody waits for the result.
  for (const name of names) {
    const file = path.join(folder, name);
    if (await isStale(file)) await rm(file, { force: true });
  }
}

async function isStale(file: string): Promise<boolean> {
  try {
    const age = Date.now() - (await stat(file)).mtimeMs;
    if (file.endsWith('.tmp')) return age > HOUR_MS;
    if (age < KEPT_FOR_MS) return false;
    const uri = asObject(JSON.parse(await readFile(file, 'utf8')))?.['uri'];
    return typeof uri === 'string' && (await isLongGone(uri, age));
  } catch {
    return false;
  }
}

/** @param age the age of the file's entry, in milliseconds */
export async function isLongGone(uri: string, age: number): Promise<boolean> {
  if (age < KEPT_FOR_MS || !uri.startsWith('file:')) return false;
  const file = fileURLToPath(uri);
  const errorAt = (place: string) =>
    access(place).catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : error));
  // If the folder is also missing, the drive may not be mounted, so the file counts as existing.
  return (await errorAt(file)) === 'ENOENT' && (await errorAt(path.dirname(file))) === undefined;
}

const HOUR_MS = 3_600_000;
/** Entries of missing files are kept this long, because checking out another branch removes files only temporarily. */
const KEPT_FOR_MS = 30 * 24 * HOUR_MS;
