/** The variations of a targeting file, as people are shown them. */
import type { JsonDocument } from '../document/document.js';
import { asObject } from '../document/plain.js';
import { nodeAt } from '../document/queries.js';
import type { OpenDocument } from './openDocument.js';

/**
 * Of each variation how it is named to people: `control = "false"`.
 * @param most of the first ones how many; a list may be longer than anybody reads
 */
export function describedVariations({ json }: Pick<OpenDocument, 'json'>, most = Infinity): readonly string[] {
  const list = nodeAt(json, ['content', 'variations']);
  return list?.kind === 'array' ? list.slice(0, most).map(({ value }) => describe(value)) : [];
}

/** 0 where there is no list. */
export function variationCount(json: JsonDocument): number {
  const list = nodeAt(json, ['content', 'variations']);
  return list?.kind === 'array' ? list.length : 0;
}

function describe(variation: unknown): string {
  const { name, value } = asObject(variation) ?? {};
  // Only scalars are shown: a value of another type is a problem of its own, and may be deeper than any stack.
  const shown = typeof value === 'object' || value === undefined ? '' : JSON.stringify(value);
  const called = typeof name === 'string' ? oneLine(name) : '';
  const served = oneLine(shown);
  return called !== '' && served !== '' ? `${called} = ${served}` : `${called}${served}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}
