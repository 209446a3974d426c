/** A font that has Chinese, for a browser on a machine without one: as Debian packs it, in the user's cache folder. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackDebian } from '../editors/debianPackages.js';
import { installOnce } from '../editors/installOnce.js';

/** @returns what the browser's environment needs to find it, which is nothing where there is one already */
export async function chineseFont(): Promise<NodeJS.ProcessEnv> {
  const { stdout } = await promisify(execFile)('fc-list', [':lang=zh-cn']);
  if (stdout.trim() !== '') return {};
  const folder = await installOnce('font-wqy-microhei', (into) => unpackDebian('fonts-wqy-microhei', into));
  return { XDG_DATA_HOME: join(folder, 'usr', 'share') };
}
