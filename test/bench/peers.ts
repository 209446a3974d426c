/** The programs that ours is compared with. They are installed into the user's cache folder, at these versions. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../vscode/host/cacheFolder.js';
import type { Command } from './measure.js';

const packages: readonly [name: string, version: string, program: string][] = [
  ['vscode-langservers-extracted', '4.10.0', 'bin/vscode-json-language-server'],
  ['ajv-cli', '5.0.0', 'dist/index.js'],
  ['@featurevisor/cli', '1.11.1', 'bin.js'],
];

/** Commands; undefined if the program cannot be had. */
export type Peers = Readonly<Partial<Record<'json' | 'ajv' | 'featurevisor' | 'checkJsonschema', Command | undefined>>>;

export const peerVersions = packages.map(([name, version]) => `${name} ${version}`);

export function installedPeers(): Peers {
  const [json, ajv, featurevisor] = packages.map(installed);
  const hasPython = spawnSync('python3', ['-m', 'check_jsonschema', '--version']).status === 0;
  return { json, ajv, featurevisor, checkJsonschema: hasPython ? ['python3', '-m', 'check_jsonschema'] : undefined };
}

function installed([name, version, program]: (typeof packages)[number]): Command | undefined {
  const folder = join(cacheFolder(), `bench-${name.replace(/\W+/g, '-')}-${version}`);
  const file = join(folder, 'node_modules', name, program);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--no-save'];
    const args = ['install', ...quiet, '--engine-strict=false', '--prefix', folder, `${name}@${version}`];
    const { stderr } = spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
    if (!existsSync(file)) console.error(`${name} ${version} could not be installed: ${stderr}`);
  }
  return existsSync(file) ? [process.execPath, file] : undefined;
}
