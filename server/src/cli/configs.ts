/** The targeting.config.json that counts for a file: the nearest one above it, within bounds. */
import { fileURLToPath } from 'node:url';
import type { Bounds } from '../workspace/bounds.js';
import type { ConfigFile } from '../workspace/configFiles.js';
import { ConfigFiles } from '../workspace/configFiles.js';
import type { FileText } from '../workspace/disk.js';
import { largestConfig, linkOut } from '../checks/unreadable.js';
import { decoded } from './encoding.js';
import type { World } from './world.js';

/** @param unreadable is told of every config that is there but cannot be read */
export function configsReader(
  files: World['files'],
  bounds: Bounds,
  unreadable: (path: string, reason: string) => void,
): (uri: string) => Promise<ConfigFile | undefined> {
  const read = (uri: string): FileText => {
    const path = fileURLToPath(uri);
    const bytes = files.read(path, largestConfig);
    if (bytes instanceof Uint8Array) return decoded(bytes).text;
    if (bytes !== undefined) unreadable(path, bytes.unreadable);
    return bytes;
  };
  const outside = (uri: string) => {
    const real = bounds.outside(uri);
    if (real !== undefined) unreadable(fileURLToPath(uri), linkOut().unreadable);
    return real;
  };
  const configs = new ConfigFiles(read, { topOf: (folder) => bounds.topOf(folder), outside });
  return (uri) => configs.nearest(uri);
}
