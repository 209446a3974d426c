/** Finds a Neovim: the one on the PATH if its version fits, otherwise, on Linux, one from a package registry. */
import { spawnSync } from 'node:child_process';
import { debianNeovim } from './debianNeovim.js';
import type { Program } from './neovim.js';
import { pythonNeovim } from './pythonNeovim.js';

export interface Kind {
  /** As in a heading of docs/editors/neovim.md. */
  readonly title: string;
  readonly fits: (minor: number) => boolean;
  readonly fetch: () => Promise<Program>;
}

/** Has `vim.lsp.config`, and a completion with snippets. */
export const newer: Kind = { title: 'Neovim 0.11 and newer', fits: (minor) => minor >= 11, fetch: pythonNeovim };
/** Has only `vim.lsp.start_client`. */
export const older: Kind = {
  title: 'Neovim 0.7 to 0.10',
  fits: (minor) => minor >= 7 && minor < 11,
  fetch: debianNeovim,
};

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

/** 11 for `NVIM v0.11.4`; -1 without Neovim. */
function minorOnPath(): number {
  const { stdout } = spawnSync('nvim', ['--version'], { encoding: 'utf8' }) as { readonly stdout: string | null };
  return Number(/^NVIM v0\.(\d+)/.exec(stdout ?? '')?.[1] ?? -1);
}
