/**
 * Makes a running VS Code from fresh packages: links the server's modules, replaces native ones that cannot be compiled
 * here, picks built-in extensions, and unpacks Chromium. Links are relative, because the folder is renamed.
 */
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

/** This runs in the project's folder, bundled or not. */
export const hostFolder = join(process.cwd(), 'test/vscode/host');
const run = promisify(execFile);

/** Few, because each makes the start slower and the log noisier. The merge editor needs merge-conflict. */
const BUILTINS = [
  'configuration-editing',
  'git',
  'git-base',
  'javascript',
  'json',
  'json-language-features',
  'markdown-basics',
  'merge-conflict',
  'theme-defaults',
  'theme-seti',
  'typescript-basics',
];
const STAND_INS = ['spdlog', 'native-watchdog', 'deviceid'];

export async function setUp(folder: string): Promise<void> {
  // The page fetches two modules by their path below the server's folder, so a search path is not enough.
  await symlink('../../..', join(folder, 'node_modules', 'code-server', 'lib', 'vscode', 'node_modules'));
  for (const name of STAND_INS) await standIn(folder, name);
  await linkBuiltins(folder);
  await unpackChromium(folder);
}

async function standIn(folder: string, name: string): Promise<void> {
  const module = join(folder, 'node_modules', '@vscode', name);
  const manifest = { name: `@vscode/${name}`, version: '0.0.0', type: 'module', main: 'index.js' };
  await mkdir(module, { recursive: true });
  await writeFile(join(module, 'package.json'), JSON.stringify(manifest));
  await copyFile(join(hostFolder, 'stand-ins', `${name}.mjs`), join(module, 'index.js'));
}

async function linkBuiltins(folder: string): Promise<void> {
  const extensions = join('..', 'node_modules', 'code-server', 'lib', 'vscode', 'extensions');
  await mkdir(join(folder, 'builtins'));
  for (const name of BUILTINS) await symlink(join(extensions, name), join(folder, 'builtins', name));
}

async function unpackChromium(folder: string): Promise<void> {
  const packed = join(folder, 'node_modules', '@sparticuz', 'chromium', 'bin');
  const chromium = join(folder, 'chromium', 'chromium');
  await mkdir(join(folder, 'chromium'));
  await decompress(join(packed, 'chromium.br'), chromium, 0o755);
  if ((await missingLibraries(chromium)).length === 0) return;
  const archive = join(folder, 'chromium', 'libraries.tar');
  await decompress(join(packed, 'al2023.tar.br'), archive, 0o644);
  await run('tar', ['xf', archive, '-C', join(folder, 'chromium')]);
  const missing = await missingLibraries(chromium, join(folder, 'chromium', 'lib'));
  if (missing.length > 0) throw new Error(`Chromium needs libraries that this machine lacks: ${missing.join(', ')}.`);
}

function decompress(from: string, to: string, mode: number): Promise<void> {
  return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }));
}

async function missingLibraries(program: string, searchPath?: string): Promise<string[]> {
  const env = searchPath === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: searchPath };
  const { stdout } = await run('ldd', [program], { env });
  return [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map(([, name = '']) => name);
}
