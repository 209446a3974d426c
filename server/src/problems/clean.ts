/**
 * Whether a text is surely free of problems, found without positions: for the many files that nobody has open. JSON.parse
 * reads it, the shapes and rules look at the plain value. Whoever is not surely clean is looked at in earnest.
 */
import { asArray, asObject } from '../document/plain.js';
import type { RuleSurroundings } from './rule.js';
import type { Shape } from './shape.js';
import { propertyNamed } from './shape.js';

export function isSurelyClean(text: string, body: Shape): boolean {
  // An escaped colon would spoil the count below.
  if (text.includes('\\u')) return false;
  const value = parsed(text);
  if (value === undefined) return false;
  const content = asObject(asObject(value.json)?.['content']);
  const look = new Look({ variations: asArray(content?.['variations'])?.length });
  // Of two properties with the same name only one is in the value, so there is a colon too many in the text.
  return look.isRight(value.json, body) && look.colons === colonsIn(text);
}

class Look {
  /** After every key, and in strings. */
  colons = 0;

  constructor(private readonly surroundings: RuleSurroundings) {}

  isRight(value: unknown, shape: Shape | undefined): boolean {
    if (shape !== undefined && !hasType(value, shape.type)) return false;
    if (shape !== undefined && shape.rules.length > 0 && !this.isRightByRules(value, shape)) return false;
    if (typeof value === 'string') this.colons += colonsIn(value);
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value)) {
      for (const item of value) if (!this.isRight(item, shape?.items)) return false;
      return true;
    }
    for (const key of Object.keys(value)) {
      const property = shape && propertyNamed(shape, key);
      if (property === undefined && shape?.closed === true) return false;
      this.colons += property === undefined ? 1 + colonsIn(key) : 1;
      if (!this.isRight((value as Record<string, unknown>)[key], property?.shape)) return false;
    }
    return true;
  }

  private isRightByRules(value: unknown, { rules }: Shape): boolean {
    return rules.every((rule) => rule.check(value, this.surroundings) === undefined);
  }
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

/** Undefined when it is no JSON, or so deep that walking through it would overflow the stack. */
function parsed(text: string): { readonly json: unknown } | undefined {
  if (text.length > largest) return undefined;
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Even nothing but brackets is not too deep then. */
const largest = 5_000;
