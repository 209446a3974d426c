/** Runs a recipe of docs/local-applications.md as a reader would, with code and commands from the page. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { config, onIn } from '../cli/localFiles.js';
import { cliFile } from '../support/commandLine.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/local-applications.md'), 'utf8');

export interface Recipe {
  readonly name: string;
  readonly file: string;
  /** The project, which is kept because building it takes minutes. */
  readonly folder: string;
  /** The folder in projects/ with the other files. */
  readonly project?: string;
  /** Comes first in PATH. */
  readonly tools?: string;
}

/** @throws if a command of the recipe fails */
export async function runRecipe({ name, file, folder, project, tools }: Recipe): Promise<void> {
  const [, section = ''] = page.split(`\n### ${name}\n`);
  const [commands = '', code = ''] = Array.from(section.matchAll(/```\w+\n([^]*?)```/g), ([, text]) => text ?? '');
  if (project !== undefined) cpSync(join(import.meta.dirname, 'projects', project), folder, { recursive: true });
  rmSync(join(folder, 'dev'), { recursive: true, force: true });
  const port = String(await freePort());
  const files = {
    'targeting.config.json': config,
    'dev/checkout.targeting.json': onIn('Paris'),
    [file]: code.replaceAll('4007', port).replace(/(['"])--env\1, \1dev\1/, `$&, $1--port$1, $1${port}$1`),
  };
  for (const [path, text] of Object.entries(files)) write(join(folder, path), text);
  const command = join(folder, 'node_modules/.bin/toggle-targeting');
  write(command, `#!/bin/sh\nexec "${process.execPath}" "${cliFile}" "$@"\n`);
  chmodSync(command, 0o755);
  const path = [tools, dirname(process.execPath), process.env['PATH']].filter((each) => each !== undefined).join(':');
  // The variables of this test runner must not reach the one of the recipe.
  const environment = { ...process.env, PATH: path, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined };
  for (const line of commands.trim().split('\n')) run(folder, line, environment);
}

export function run(folder: string, line: string, env: NodeJS.ProcessEnv = process.env): void {
  const { status, stdout, stderr } = spawnSync(line, { cwd: folder, env, shell: true, encoding: 'utf8' });
  if (status === 127) throw new Error(`This test needs what ${JSON.stringify(line)} starts. Install it.\n${stderr}`);
  if (status !== 0) throw new Error(`${line} fails:\n${stdout}\n${stderr}`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
