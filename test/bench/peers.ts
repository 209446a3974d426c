/** The servers that ours is measured beside. They are installed into the user's cache folder, at these versions. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../vscode/host/cacheFolder.js';

export const peerVersions = {
  'vscode-langservers-extracted': '4.10.0',
} as const;

/** Where they are; throws npm's own words when they cannot be installed. */
export function peersFolder(): string {
  const names = Object.entries(peerVersions).map(([name, version]) => `${name}@${version}`);
  const folder = join(cacheFolder(), `bench-${Object.values(peerVersions).join('-')}`);
  if (existsSync(join(folder, 'node_modules', 'vscode-langservers-extracted'))) return join(folder, 'node_modules');
  mkdirSync(folder, { recursive: true });
  const quiet = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--no-save',
    '--engine-strict=false',
  ];
  const { status, stderr } = spawnSync('npm', ['install', ...quiet, '--prefix', folder, ...names], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The servers to measure beside could not be installed: ${stderr}`);
  return join(folder, 'node_modules');
}
