/** Neovim as Debian and its relatives pack it, with its libraries. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { release, unpackDebian } from './debianPackages.js';
import { installOnce } from './installOnce.js';
import type { Program } from './neovim.js';

export async function debianNeovim(): Promise<Program> {
  const folder = await installOnce(`neovim-${await release()}`, (into) => unpackDebian('neovim', into));
  const libraries = (await readdir(join(folder, 'usr', 'lib'))).filter((name) => name.includes('-linux-gnu'));
  return {
    executable: join(folder, 'usr', 'bin', 'nvim'),
    environment: {
      LD_LIBRARY_PATH: libraries.map((name) => join(folder, 'usr', 'lib', name)).join(':'),
      VIMRUNTIME: join(folder, 'usr', 'share', 'nvim', 'runtime'),
    },
  };
}
