/**
 * Puts something into the user's cache folder, once: into a temporary folder beside the final one, which is renamed when
 * it is complete. An interrupted run leaves a temporary folder, and of two processes at once the slower one throws its
 * copy away.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../vscode/host/cacheFolder';

/** @returns the folder, filled */
export async function installOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const target = join(cacheFolder(), name);
  if (existsSync(target)) return target;
  await mkdir(cacheFolder(), { recursive: true });
  const temporary = await mkdtemp(`${target}.tmp-`);
  try {
    await fill(temporary);
    await rename(temporary, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return target;
}
