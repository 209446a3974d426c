/**
 * Debian's Emacs without a screen, unpacked and not installed. init.el has the configuration of docs/editors/emacs.md,
 * and `toggle-targeting-server` is on the PATH. Before 29, Eglot is a package of its own.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { serverFile } from '../support/spawnedServer.js';
import { release, unpackDebian } from './debianPackages.js';
import { installOnce } from './installOnce.js';

const run = promisify(execFile);
const scenario = join(import.meta.dirname, 'scenario.el');
const eglots = 'usr/share/emacs/site-lisp/elpa-src';

export interface Emacs {
  readonly executable: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export async function debianEmacs(): Promise<Emacs> {
  const root = await installOnce(`emacs-${await release()}`, async (into) => {
    await unpackDebian('emacs-nox', into);
    if (Number.parseInt(await versionIn(into)) < 29) await unpackDebian('elpa-eglot', into);
  });
  const version = await versionIn(root);
  const tools = await below(join(root, 'usr/libexec/emacs', version), /./);
  const eglot = Number.parseInt(version) < 29 ? await below(join(root, eglots), /^eglot-/) : [];
  const libraries = await Promise.all(['usr/lib', 'lib'].map((name) => below(join(root, name), /-linux-gnu$/)));
  const share = join(root, 'usr/share/emacs', version);
  return {
    executable: join(root, 'usr/bin/emacs-nox'),
    args: [`--dump-file=${join(tools[0] ?? '', 'emacs.pdmp')}`, '--batch', '--load', 'eglot'],
    environment: {
      LD_LIBRARY_PATH: libraries.flat().join(':'),
      EMACSLOADPATH: [join(share, 'lisp'), ...eglot].join(':'),
      EMACSDATA: join(share, 'etc'),
      EMACSDOC: join(share, 'etc'),
      EMACSPATH: tools[0] ?? '',
    },
  };
}

/** @param home a folder with the files to open. @returns what scenario.el has seen */
export async function seenIn({ executable, args, environment }: Emacs, home: string, configuration: string) {
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'init.el'), configuration);
  const server = join(home, 'bin', 'toggle-targeting-server');
  writeFileSync(server, `#!/bin/sh\nunset LD_LIBRARY_PATH\nexec "${process.execPath}" "${serverFile}" "$@"\n`);
  chmodSync(server, 0o755);
  const path = [join(home, 'bin'), process.env['PATH'] ?? ''].join(delimiter);
  const { stdout } = await run(executable, [...args, '--load', join(home, 'init.el'), '--load', scenario], {
    cwd: home,
    env: { ...process.env, ...environment, HOME: home, PATH: path, LC_ALL: 'C.UTF-8' },
  });
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

async function versionIn(root: string): Promise<string> {
  const [version = ''] = (await readdir(join(root, 'usr/share/emacs'))).filter((name) => /^\d/.test(name));
  return version;
}

async function below(folder: string, names: RegExp): Promise<string[]> {
  return (await readdir(folder)).filter((name) => names.test(name)).map((name) => join(folder, name));
}
