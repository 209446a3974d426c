/**
 * Places as texts: the targets of an answer are between `«` and `»`.
 *
 *     { "select": |1 }  →  { "value": «"true"» }
 */
import type { Location, Range } from 'vscode-languageserver-types';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { identityOf } from '../../server/src/workspace/config/identity.js';
import type { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { KnownFiles } from '../../server/src/workspace/knownFiles.js';
import type { Toggles } from '../../server/src/core/targeting/toggles.js';
import { OnDisk } from '../../server/src/core/targeting/toggles.js';
import { open } from './annotated.js';

/** Marks the ranges in the text; they must not overlap. */
export function withPlaces(text: string, ranges: readonly Range[]): string {
  const document = open(text);
  const spans = ranges.map(({ start, end }) => [document.json.offsetAt(start), document.json.offsetAt(end)] as const);
  return spans
    .toSorted(([a], [b]) => b - a)
    .reduce((shown, [start, end]) => `${shown.slice(0, start)}«${shown.slice(start, end)}»${shown.slice(end)}`, text);
}

/** The marked text of each file with locations, by path. */
export function placesIn(texts: Readonly<Record<string, string>>, locations: readonly Location[]) {
  const uris = [...new Set(locations.map(({ uri }) => uri))].sort();
  return Object.fromEntries(
    uris.map((uri) => {
      const ranges = locations.filter((location) => location.uri === uri).map(({ range }) => range);
      const path = pathOf(uri);
      return [path, withPlaces(texts[path] ?? '', ranges)];
    }),
  );
}

const folder = 'file:///repo/';
const config = JSON.stringify({
  baseUrl: 'https://toggles.example.com',
  project: 'P',
  environments: { dev: {}, online: {} },
  files: '{environment}/{toggle}.targeting.json',
});

/** The URI of a path such as `dev/checkout`, which the config reads as environment and toggle. */
export function uriOf(path: string): string {
  return `${folder}${path}.targeting.json`;
}

function pathOf(uri: string): string {
  return uri.slice(folder.length, -'.targeting.json'.length);
}

export function togglesOf(texts: Readonly<Record<string, string>>): Toggles {
  const known = new KnownFiles();
  for (const [path, text] of Object.entries(texts)) {
    const uri = uriOf(path);
    const identity = identityOf(uri, { uri: `${folder}targeting.config.json`, parsed: parseConfig(config) });
    known.update(uri, { identity, onDisk: new OnDisk(text) });
  }
  return known;
}

export function openAt(path: string, text: string): OpenDocument {
  return open(text, uriOf(path));
}
