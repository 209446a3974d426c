/**
 * Identifies a file's toggle and environment. Files share an environment if they have a place in common: a service's
 * project and environment or, without a config, a folder.
 */
import { targetingEnding } from '../../core/targeting/fileNames.js';
import { decoded, folderOf, withoutSlashesAtTheEnd } from '../disk/uris.js';
import type { ParsedConfig } from './config.js';
import { matchFiles, relativePath, targetsOf } from './targets.js';

export interface Identity {
  readonly toggle: string;
  /** The environment's name; undefined if the path names no environment. */
  readonly environment: string | undefined;
  /** Opaque keys of the file's places, for comparison only. */
  readonly places: readonly string[];
}

export function identityOf(
  fileUri: string,
  config: { readonly uri: string; readonly parsed: ParsedConfig } | undefined,
): Identity {
  const unknown = { toggle: nameOf(fileUri), environment: undefined, places: [folderOf(fileUri)] };
  if (config === undefined) return unknown;
  const path = relativePath(config.uri, fileUri);
  const files = config.parsed.files;
  const match = path === undefined || files === undefined ? undefined : matchFiles(files, path);
  if (match === undefined) return unknown;
  const targets = targetsOf(config.parsed, config.uri, fileUri);
  if (targets.kind !== 'found') return { ...match, places: [`${config.uri} ${match.environment ?? ''}`] };
  const places = targets.targets.map(({ baseUrl, project, environmentKey }) =>
    [withoutSlashesAtTheEnd(baseUrl), project, environmentKey].join(' '),
  );
  return { ...match, places };
}

export function isSamePlace(a: Identity, b: Identity): boolean {
  return a.places.some((place) => b.places.includes(place));
}

function nameOf(fileUri: string): string {
  const name = fileUri.slice(fileUri.lastIndexOf('/') + 1, -targetingEnding.length);
  return decoded(name)?.normalize() ?? name;
}
