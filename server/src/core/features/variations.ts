/** The variations of a targeting file, as people are shown them on one line. */
import type { JsonDocument } from '../json/document.js';
import type { JsonNode } from '../json/nodes.js';
import { child, isScalar } from '../json/queries.js';
import type { Variation } from '../targeting/model.js';
import { listIn } from '../targeting/model.js';

/**
 * Of each variation how people choose it from a list: `0 · control = "false"`.
 * @param most of the first ones how many; a list may be longer than anyone reads
 */
export function variationLabels(json: JsonDocument, most: number): readonly string[] {
  const list = listIn(json, 'variations')?.items.slice(0, most) ?? [];
  return list.map((node, index) => labelled(index, describedVariation(node)));
}

/** How one is called in titles: its index with its name, or else its value. `1 · beta` */
export function calledVariation({ index, name = '', value }: Variation): string {
  return labelled(index, oneLine(name) || (value === undefined ? '' : oneLine(JSON.stringify(value))));
}

function labelled(index: number, words: string): string {
  return words === '' ? String(index) : `${index} · ${words}`;
}

/** As it is named to people: `control = "false"`. Empty where the file says neither name nor value; where they are the same, it is said once. */
export function describedVariation(node: JsonNode | undefined): string {
  const value = valueOf(node);
  const name = scalar(node, 'name') === scalar(node, 'value') ? '' : nameOf(node);
  return name !== '' && value !== '' ? `${name} = ${value}` : `${name}${value}`;
}

/** Its name or, without one, its value as JSON. */
export function shortVariation(node: JsonNode | undefined): string {
  const name = nameOf(node);
  return name === '' ? valueOf(node) : name;
}

/**
 * What a property says as text, a number or a boolean as well as a string. Only scalars are shown: a value of another
 * type is a problem of its own, and may be deeper than any stack.
 */
export function scalarText(node: JsonNode | undefined, key: string): string | undefined {
  const value = scalar(node, key);
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Without line breaks and control characters, and no longer than that and an ellipsis. */
export function oneLine(text: string, longest = 40): string {
  const line = text
    .slice(0, 10 * longest)
    .replace(/[\s\p{Cc}\p{Bidi_C}]+/gu, ' ')
    .trim();
  return cut(line, longest);
}

/** No longer than that and an ellipsis; never half of a character that is two UTF-16 units. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

function nameOf(node: JsonNode | undefined): string {
  const name = scalar(node, 'name');
  return typeof name === 'string' ? oneLine(name) : '';
}

function valueOf(node: JsonNode | undefined): string {
  const value = scalar(node, 'value');
  return value === undefined ? '' : oneLine(JSON.stringify(value));
}

function scalar(node: JsonNode | undefined, key: string): string | number | boolean | null | undefined {
  const property = child(node, key);
  return isScalar(property) ? property.value : undefined;
}
