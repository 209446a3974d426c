/**
 * Whether a text is surely free of problems, found without positions: for the many files that nobody has open. JSON.parse
 * reads it, the shapes and rules look at the plain value. Whoever is not surely clean is looked at in earnest.
 */
import { asArray, asObject } from '../document/plain.js';
import { lookInto, ruleFact, servedIndices, servesSomething } from './lookInto.js';
import type { OtherToggles, Plain, WholeFile } from './rule.js';
import { noServices } from './rule.js';
import { ruleOrderRules, wholeRules } from './rules.js';
import type { Shape } from './shape.js';
import { propertyNamed } from './shape.js';
import { limitFinding } from './textLimit.js';

export function isSurelyClean(text: string, body: Shape, others: OtherToggles | undefined): boolean {
  // An escaped colon would spoil the count below.
  if (text.length > largest || text.includes('\\u')) return false;
  const read = parsed(text);
  if (read === undefined) return false;
  const look = new Look();
  // Of two properties with the same name only one is in the value, so there is a colon too many in the text.
  if (!look.isRight(read.json, body) || look.colons !== colonsIn(text)) return false;
  const rules = rulesOf(read.json);
  const file = wholeFile(read.json, rules, others);
  const facts = rules.map(ruleFact);
  let right = ruleOrderRules.every((rule) => rule(facts).length === 0);
  right &&= wholeRules.every((rule) => rule(file).length === 0);
  lookInto(read.json, body, (object, { rules, key }) => {
    right &&= rules.ofObjects.every((rule) => rule.check(object).length === 0);
    right &&= rules.ofFile.every((rule) => rule.check(object, file, key).length === 0);
  });
  return right;
}

/** Types and names of properties. */
class Look {
  /** After every key, and in strings. */
  colons = 0;

  isRight(value: unknown, shape: Shape | undefined): boolean {
    if (shape !== undefined && !hasType(value, shape.type)) return false;
    if (typeof value === 'string') {
      this.colons += colonsIn(value);
      return shape?.textLimit === undefined || limitFinding(shape.textLimit, value) === undefined;
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
function wholeFile(body: unknown, ownRules: readonly Plain[], others: OtherToggles | undefined): WholeFile {
  const { disabled, content } = asObject(body) ?? {};
  const { rules, variations, prerequisites, disabledServe, defaultServe } = asObject(content) ?? {};
  const served = new Set<number>();
  for (const { serve } of [...ownRules, { serve: disabledServe }, { serve: defaultServe }])
    for (const index of servedIndices(serve)) served.add(index);
  return {
    variations: asArray(variations)?.length,
    disabled: typeof disabled === 'boolean' ? disabled : undefined,
    services: noServices,
    listed: asArray(variations),
    prerequisites: asArray(prerequisites) ?? [],
    served,
    saysAllServes: rules !== undefined && servesSomething(disabledServe) && servesSomething(defaultServe),
    others,
  };
}

function rulesOf(body: unknown): Plain[] {
  const rules = asArray(asObject(asObject(body)?.['content'])?.['rules']) ?? [];
  return rules.map((rule) => asObject(rule) ?? {});
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

/** Even nothing but brackets is not too deep then for walking through it, and the content not too large. */
const largest = 5_000;
