/**
 * The targeting schema, unfolded into one shape for each place of a targeting file, so that a value is checked without
 * a look at what is around it. Says the same as ajv does of the schema; test/problems/shape.test.ts compares the two.
 */
import type { Records } from '../document/records.js';
import { endAt, isOdd, startAt } from '../document/records.js';
import { stringAt } from '../document/tree.js';
import type { Schema } from '../schema/schema.js';
import type { Rule } from './rule.js';

export interface Shape {
  /** How a message calls a value here: by its key, or as an item of the list that it is in. */
  readonly name: string;
  /** The JSON type that a value has; undefined where any will do. */
  readonly type: string | undefined;
  /** In the order of the schema. */
  readonly properties: readonly ShapeProperty[];
  /** No other properties are known. */
  readonly closed: boolean;
  readonly items: Shape | undefined;
  /** How deep values can be in it that have a shape, itself included. */
  readonly depth: number;
  /** The rules that look at a value here. */
  readonly rules: readonly Rule[];
}

export interface ShapeProperty {
  readonly key: string;
  readonly shape: Shape;
  /** Its own among the properties of an object. */
  readonly bit: number;
}

export function shapeOf(schema: Schema, rules: readonly Rule[], name = 'The body', list = ''): Shape {
  const ofItems = schema.items();
  const items = ofItems && shapeOf(ofItems, rules, `An item of ${JSON.stringify(list)}`, list);
  const properties = schema.keys.flatMap((key, index): ShapeProperty[] => {
    const property = schema.property(key);
    const here = rules.filter(({ looksAt }) => looksAt.in === schema.definition && looksAt.property === key);
    if (property === undefined) return [];
    const shape = shapeOf(property, rules, JSON.stringify(key), key);
    return [{ key, shape: { ...shape, rules: here }, bit: 2 ** index }];
  });
  const depth = 1 + Math.max(items?.depth ?? 0, ...properties.map(({ shape }) => shape.depth));
  return { name, type: schema.type, properties, closed: schema.closed, items, depth, rules: [] };
}

/** The document as a list of the one body. */
export function documentShape(body: Shape): Shape {
  return { name: '', type: undefined, properties: [], closed: false, items: body, depth: body.depth + 1, rules: [] };
}

export function propertyNamed(shape: Shape, name: string): ShapeProperty | undefined {
  for (const property of shape.properties) if (property.key === name) return property;
  return undefined;
}

/** The property whose key has a record; most often without making a string of it. */
export function propertyAt(shape: Shape, text: string, records: Records, key: number): ShapeProperty | undefined {
  if (isOdd(records, key)) return propertyNamed(shape, stringAt(text, records, key));
  const start = startAt(records, key) + 1;
  const length = endAt(records, key) - 1 - start;
  for (const property of shape.properties) {
    if (property.key.length === length && text.startsWith(property.key, start)) return property;
  }
  return undefined;
}
