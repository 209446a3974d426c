/** The severities that count for a file: those of the targeting.config.json nearest above it. */
import { fileURLToPath } from 'node:url';
import type { FileText } from '../configFiles.js';
import { configFiles } from '../configFiles.js';
import type { Severities } from '../problems/problem.js';
import { decoded } from './encoding.js';
import type { World } from './world.js';

/** @param unreadable is told of every config that is there but cannot be read */
export function severitiesReader(
  files: World['files'],
  unreadable: (path: string, reason: string) => void,
): (uri: string) => Promise<Severities> {
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
  return async (uri) => (await configs.nearest(uri, () => undefined))?.parsed.severities ?? {};
}
