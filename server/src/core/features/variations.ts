/** Describes variations of a targeting file, each on one line. */
import type { JsonDocument } from '../json/document.js';
import type { JsonNode } from '../json/nodes.js';
import { child, isScalar } from '../json/queries.js';
import type { Variation } from '../targeting/model.js';
import { listIn } from '../targeting/model.js';

/** Labels of variations in a menu: `0 · control = "false"`. @param most the maximum number of labels */
export function variationLabels(json: JsonDocument, most: number): readonly string[] {
  const list = listIn(json, 'variations')?.items.slice(0, most) ?? [];
  return list.map((node, index) => labelled(index, describedVariation(node)));
}

/** The variation's index and name for titles, such as `1 · beta`; without a name, its index and value. */
export function calledVariation({ index, name = '', value }: Variation): string {
  return labelled(index, oneLine(name) || (value === undefined ? '' : oneLine(JSON.stringify(value))));
}

function labelled(index: number, words: string): string {
  return words === '' ? String(index) : `${index} · ${words}`;
}

/** A variation's name and value: `control = "false"`; only the value if they are equal; empty if both are missing. */
export function describedVariation(node: JsonNode | undefined): string {
  const value = valueOf(node);
  const name = scalar(node, 'name') === scalar(node, 'value') ? '' : nameOf(node);
  return name !== '' && value !== '' ? `${name} = ${value}` : `${name}${value}`;
}

/** The variation's name; without a name, its value as JSON. */
export function shortVariation(node: JsonNode | undefined): string {
  const name = nameOf(node);
  return name === '' ? valueOf(node) : name;
}

/** The text of a scalar property; undefined if it is a list or object, which may be too deep to write as JSON. */
export function scalarText(node: JsonNode | undefined, key: string): string | undefined {
  const value = scalar(node, key);
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Removes line breaks and control characters, and shortens the text to `longest` characters plus an ellipsis. */
export function oneLine(text: string, longest = 40): string {
  const line = text
    .slice(0, 10 * longest)
    .replace(/[\s\p{Cc}\p{Bidi_C}]+/gu, ' ')
    .trim();
  return cut(line, longest);
}

/** Shortens the text to `longest` characters plus an ellipsis. It does not split surrogate pairs. */
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
