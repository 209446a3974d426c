/** The other toggles of a file's environment: of all files below the folder, or below the file's config, that are there. */
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Bounds } from '../workspace/bounds.js';
import type { ConfigFile } from '../workspace/configFiles.js';
import { targetingEnding } from '../targeting/fileNames.js';
import { identityOf } from '../workspace/config/identity.js';
import { parse } from '../json/document.js';
import { largestText } from '../json/settle.js';
import { KnownFiles } from '../workspace/knownFiles.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import { otherToggles } from '../targeting/otherToggles.js';
import { wholeSummaryOf } from '../targeting/toggles.js';
import { decoded } from './encoding.js';
import { findFiles } from './findFiles.js';
import type { World } from './world.js';

export function othersFinder(
  world: World,
  bounds: Bounds,
  nearestConfig: (uri: string) => Promise<ConfigFile | undefined>,
): (uri: string) => Promise<OtherToggles | undefined> {
  const known = new KnownFiles();
  const folders = new Map<string, Promise<void>>();
  const read = async (folder: string) => {
    const { paths } = findFiles([folder], world, bounds);
    for (const path of paths.filter((each) => each.endsWith(targetingEnding))) {
      const bytes = world.files.read(path, largestText);
      const uri = pathToFileURL(path).href;
      if (!(bytes instanceof Uint8Array) || known.get(uri) !== undefined) continue;
      const identity = identityOf(uri, await nearestConfig(uri));
      known.update(uri, { identity, onDisk: wholeSummaryOf(parse(decoded(bytes).text)) });
    }
  };
  /** One that is not on disk, as its text comes on standard input, has its place among the others all the same. */
  const place = async (uri: string) => {
    if (known.get(uri) !== undefined || !uri.endsWith(targetingEnding)) return;
    known.update(uri, { identity: identityOf(uri, await nearestConfig(uri)), onDisk: wholeSummaryOf(parse('')) });
  };
  return async (uri) => {
    const config = await nearestConfig(uri);
    const folder = dirname(fileURLToPath(config?.uri ?? uri));
    const reading = folders.get(folder) ?? read(folder);
    folders.set(folder, reading);
    await reading;
    await place(uri);
    return otherToggles(known, uri);
  };
}
