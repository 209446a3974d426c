/** The variations of a targeting file, as people are shown them. */
import { asArray, asObject } from '../document/plain.js';
import { nodeAt } from '../document/queries.js';
import type { Variation } from '../targeting/model.js';
import type { OpenDocument } from './openDocument.js';

/** Of each variation how it is named to people: `control = "false"`. */
export function describedVariations({ json }: OpenDocument): readonly string[] {
  return (asArray(nodeAt(json, ['content', 'variations'])?.value) ?? []).map(describe);
}

/** How one is called in titles: its index with its name, or else its value. `1 · beta` */
export function calledVariation({ index, name = '', value }: Variation): string {
  const called = oneLine(name) || (value === undefined ? '' : oneLine(JSON.stringify(value)));
  return called === '' ? String(index) : `${index} · ${called}`;
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
