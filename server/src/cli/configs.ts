/** The targeting.config.json that counts for a file: the nearest one above it, within bounds. */
import { fileURLToPath } from 'node:url';
import type { Bounds } from '../workspace/bounds.js';
import { ConfigFiles } from '../workspace/configFiles.js';
import { largestConfig, linkOut } from '../checks/unreadable.js';
import type { World } from './world.js';

/** @param unreadable is told of every config that is there but cannot be read */
export function configsOf(
  disk: World['disk'],
  bounds: Bounds,
  unreadable: (path: string, reason: string) => void,
): ConfigFiles {
  const read = (uri: string) => {
    const text = disk.read(uri, largestConfig);
    if (typeof text === 'object') unreadable(fileURLToPath(uri), text.unreadable);
    return text;
  };
  const outside = (uri: string) => {
    const real = bounds.outside(uri);
    if (real !== undefined) unreadable(fileURLToPath(uri), linkOut().unreadable);
    return real;
  };
  return new ConfigFiles(read, { topOf: (folder) => bounds.topOf(folder), outside });
}
