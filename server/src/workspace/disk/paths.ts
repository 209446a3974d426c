/** Converts between URIs and paths of this machine, including root folders. */
import { resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withoutSlashesAtTheEnd } from './uris.js';

/** @returns the absolute path of a file or folder; `C:\` for `file:///C:` */
export function pathOf(uri: string): string {
  const named = sep === '\\' ? uri.replace(localShare, 'file://127.0.0.1/') : uri;
  return resolve(fileURLToPath(`${named}/`));
}

/** @returns a URI without a trailing slash; `file://` for `/` */
export function uriOf(path: string): string {
  return withoutSlashesAtTheEnd(pathToFileURL(path.replace(/^\\\\localhost\\/i, '\\\\127.0.0.1\\')).href);
}

/** Matches a share of this machine, but not a drive. Needed because URLs drop the host `localhost`. */
const localShare = /^file:\/\/localhost\/(?![a-z](?::|%3a)(?:\/|$))/i;
