/** Words for the variations of a targeting file, on one line. */
import type { JsonDocument } from '../json/document.js';
import type { JsonNode } from '../json/nodes.js';
import { child, isScalar } from '../json/queries.js';
import type { Variation } from '../targeting/model.js';
import { listIn } from '../targeting/model.js';

/** Labels for a list to choose from: `0 · control = "false"`. @param most the maximum number of labels */
export function variationLabels(json: JsonDocument, most: number): readonly string[] {
  const list = listIn(json, 'variations')?.items.slice(0, most) ?? [];
  return list.map((node, index) => labelled(index, describedVariation(node)));
}

/** The index with the name, or else the value, for titles: `1 · beta`. */
export function calledVariation({ index, name = '', value }: Variation): string {
  return labelled(index, oneLine(name) || (value === undefined ? '' : oneLine(JSON.stringify(value))));
}

function labelled(index: number, words: string): string {
  return words === '' ? String(index) : `${index} · ${words}`;
}

/** `control = "false"`; only the name if the value is the same; empty if the file has neither. */
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

/** The text of a scalar property. Other values are a separate problem, and may be too deep for the stack. */
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
