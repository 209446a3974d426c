/**
 * Whether a text surely has no problems, found without places: for the many files that nobody has open. JSON.parse reads
 * it, and the same checks look at the plain value. Any other text goes the long way through problems.ts.
 */
import { fileChecks } from '../checks/all.js';
import type { PlainObject } from '../checks/check.js';
import type { Shape } from '../checks/shape.js';
import { propertyNamed } from '../checks/shape.js';
import { asObject, plainJson } from '../json/plain.js';
import type { KnownBeside } from './fileSummary.js';
import { fileSummary } from './fileSummary.js';
import { findingsBy, servedBy, visitObjects } from './objects.js';
import { joined, listOf, summaryOfRule } from './rules.js';

/** The value of a text that surely fits the shape; undefined where it may not. */
export function fittingValue(text: string, shape: Shape): PlainObject | undefined {
  // An escaped colon would spoil the count below.
  if (text.length > MAX_LENGTH || text.includes('\\u')) return undefined;
  const body = plainJson(text);
  const look = new Look();
  // JSON.parse drops one of two properties with the same name; then the text has more colons than the value accounts for.
  return look.fits(body, shape) && look.colons === colonsIn(text) ? (body as PlainObject) : undefined;
}

/** @param body that fits the shape */
export function isClean(body: PlainObject, shape: Shape, known: KnownBeside): boolean {
  const objects: { readonly object: PlainObject; readonly shape: Shape }[] = [];
  visitObjects(body, shape, (object, its) => objects.push({ object, shape: its }));
  const found = (definition: string) => objects.filter((each) => each.shape.definition === definition);
  const rules = joined([listOf(found('rule').map(({ object }) => summaryOfRule(object)))]);
  const served = found('serve').map(({ object }) => servedBy(object));
  const { disabled, content } = body;
  const file = fileSummary(disabled, asObject(content) ?? {}, rules, served, known);
  return (
    fileChecks.every(({ find }) => find(file).length === 0) &&
    objects.every(({ object, shape: its }) => {
      const { local, readingFile } = its.checks;
      return findingsBy(local, object, its).length + findingsBy(readingFile, object, its, file).length === 0;
    })
  );
}

/** Compares a value with the types and the properties of the schema. */
class Look {
  /** How many colons of the text the value explains: one behind every key, and those in strings. */
  colons = 0;

  fits(value: unknown, shape: Shape | undefined): boolean {
    if (shape?.type !== undefined && shape.type !== typeOf(value)) return false;
    if (typeof value === 'string') this.colons += colonsIn(value);
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value)) {
      for (const item of value) if (!this.fits(item, shape?.items)) return false;
      return true;
    }
    for (const key of Object.keys(value)) {
      const property = shape && propertyNamed(shape, key);
      if (property === undefined && shape?.closed === true) return false;
      this.colons += property === undefined ? 1 + colonsIn(key) : 1;
      if (!this.fits((value as PlainObject)[key], property?.shape)) return false;
    }
    return true;
  }
}

/** As the schema calls it. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function colonsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count += 1;
  return count;
}

/** In UTF-16 units. So short a text cannot be nested too deep for a recursion, and its content is not too large. */
const MAX_LENGTH = 5_000;
