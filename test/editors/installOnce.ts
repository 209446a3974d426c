/** Fills a cache folder once, under a temporary name until it is complete: interrupted and parallel runs do no harm. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../vscode/host/cacheFolder';

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
