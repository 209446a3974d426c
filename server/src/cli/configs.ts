/** The targeting.config.json that counts for a file: the nearest one above it. */
import { fileURLToPath } from 'node:url';
import type { ConfigFile, FileText } from '../configFiles.js';
import { configFiles } from '../configFiles.js';
import { decoded } from './encoding.js';
import type { World } from './world.js';

/** @param unreadable is told of every config that is there but cannot be read */
export function configsReader(
  files: World['files'],
  unreadable: (path: string, reason: string) => void,
): (uri: string) => Promise<ConfigFile | undefined> {
  // Folders share the folders above them.
  const known = new Map<string, FileText>();
  const read = (uri: string): FileText => {
    const path = fileURLToPath(uri);
    const bytes = files.read(path);
    if (bytes === 'missing') return undefined;
    if (bytes instanceof Uint8Array) return decoded(bytes).text;
    unreadable(path, bytes.unreadable);
    return bytes;
  };
  const configs = configFiles((uri) => {
    const text = known.has(uri) ? known.get(uri) : read(uri);
    known.set(uri, text);
    return Promise.resolve(text);
  });
  return (uri) => configs.nearest(uri, () => undefined);
}
