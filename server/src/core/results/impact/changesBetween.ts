/** Describes each difference between two versions of a targeting file in a sentence. */
import type { JsonDocument } from '../../json/document.js';
import { asObject } from '../../json/plain.js';
import { changesOfBody } from '../../targeting/state/changes.js';

export function changesBetween(before: JsonDocument, after: JsonDocument): readonly string[] {
  const [from, to] = [before, after].map(({ root }) => asObject(root?.value) ?? {});
  return changesOfBody(from ?? {}, to ?? {});
}
