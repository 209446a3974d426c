/**
 * Whether a text is surely free of problems, found without positions: for the many files that nobody has open. JSON.parse
 * reads it, and the same checks look at the plain value. Of any other text, the caller asks the whole engine.
 */
import { fileChecks } from '../checks/all.js';
import type { FileSummary, Plain, RuleSummary } from '../checks/check.js';
import { noServices } from '../checks/check.js';
import type { Shape } from '../checks/shape.js';
import { propertyNamed } from '../checks/shape.js';
import { asArray, asObject } from '../json/plain.js';
import type { Known } from './fileSummary.js';
import { findingsIn, servedBy, servesSomething, summaryOfRule, visitObjects } from './objects.js';

export function isSurelyClean(text: string, body: Shape, known: Partial<Known>): boolean {
  // An escaped colon would spoil the count below.
  if (text.length > largest || text.includes('\\u')) return false;
  const read = parsed(text);
  if (read === undefined) return false;
  const look = new Look();
  // Of two properties with the same name only one is in the value, so there is a colon too many in the text.
  if (!look.isRight(read.json, body) || look.colons !== colonsIn(text)) return false;
  const file = summaryOf(read.json, body, known);
  let isClean = fileChecks.every(({ find }) => find(file).length === 0);
  visitObjects(read.json, body, (object, shape) => {
    const { alone, inFile } = shape.checks;
    isClean &&= findingsIn(object, alone, file, shape).length + findingsIn(object, inFile, file, shape).length === 0;
  });
  return isClean;
}

/** Compares types and names of properties with the shapes. */
class Look {
  /** As many as the value explains: one after every key, and those in strings. */
  colons = 0;

  isRight(value: unknown, shape: Shape | undefined): boolean {
    if (shape !== undefined && !hasType(value, shape.type)) return false;
    if (typeof value === 'string') {
      this.colons += colonsIn(value);
      return true;
    }
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value)) {
      for (const item of value) if (!this.isRight(item, shape?.items)) return false;
      return true;
    }
    for (const key of Object.keys(value)) {
      const property = shape && propertyNamed(shape, key);
      if (property === undefined && shape?.closed === true) return false;
      this.colons += property === undefined ? 1 + colonsIn(key) : 1;
      if (!this.isRight((value as Plain)[key], property?.shape)) return false;
    }
    return true;
  }
}

/** Of a body that has the right types. */
function summaryOf(body: unknown, shape: Shape, { services = noServices, otherToggles }: Partial<Known>): FileSummary {
  const { disabled, content } = asObject(body) ?? {};
  const { rules, variations, prerequisites, disabledServe, defaultServe } = asObject(content) ?? {};
  const served = new Set<number>();
  const rulesFound: RuleSummary[] = [];
  visitObjects(body, shape, (object, { definition }) => {
    if (definition === 'serve') for (const index of servedBy(object)) served.add(index);
    if (definition === 'rule') rulesFound.push(summaryOfRule(object));
  });
  return {
    variationCount: asArray(variations)?.length,
    disabled: typeof disabled === 'boolean' ? disabled : undefined,
    rules: rulesFound,
    variations: asArray(variations),
    prerequisites: asArray(prerequisites) ?? [],
    served,
    saysAllServes: rules !== undefined && servesSomething(disabledServe) && servesSomething(defaultServe),
    services,
    otherToggles,
  };
}

function hasType(value: unknown, type: string | undefined): boolean {
  switch (type) {
    case undefined:
      return true;
    case 'object':
      return asObject(value) !== undefined;
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function colonsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count += 1;
  return count;
}

/** Undefined when it is no JSON. */
function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** So short a text cannot be nested too deep for a recursion, and its content is not too large. */
const largest = 5_000;
