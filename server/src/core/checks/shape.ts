/** Turns the schema of targeting files into shapes, one for each place. A test compares the shapes with ajv. */
import { t } from '../t.js';
import type { Records } from '../json/read/records.js';
import { endAt, isOdd, startAt } from '../json/read/records.js';
import { stringAt } from '../json/read/tokens.js';
import type { Schema } from '../targeting/schema.js';
import type { ObjectCheck } from './check.js';

export interface Shape {
  /** The key of the property whose value this is, or whose list contains this item; undefined if this is the body. */
  readonly key: string | undefined;
  readonly isItem: boolean;
  /** The name of the value's definition in the schema. */
  readonly definition: string | undefined;
  /** The required JSON type of the value; undefined if any type is allowed. */
  readonly type: string | undefined;
  /** The properties in the order of the schema. */
  readonly properties: readonly ShapeProperty[];
  /** The properties whose shape has `hasChecks`. */
  readonly checkedProperties: readonly ShapeProperty[];
  /** Whether other properties are reported as unknown. */
  readonly closed: boolean;
  readonly items: Shape | undefined;
  /** Checks for an object of this shape. `local` checks read only the object; others also read the file's summary. */
  readonly checks: { readonly local: readonly ObjectCheck[]; readonly readingFile: readonly ObjectCheck[] };
  /** Whether the value, or a value inside it, has checks. */
  readonly hasChecks: boolean;
}

export interface ShapeProperty {
  readonly key: string;
  readonly shape: Shape;
  /** A bit that is unique among the properties of one object. */
  readonly bit: number;
}

export function shapeOf(schema: Schema, checks: readonly ObjectCheck[], key?: string, isItem = false): Shape {
  const { definition, type, closed } = schema;
  const ofItems = schema.items();
  const items = ofItems && shapeOf(ofItems, checks, key, true);
  const properties = schema.keys.flatMap((name, index): ShapeProperty[] => {
    const property = schema.property(name);
    return property === undefined ? [] : [{ key: name, shape: shapeOf(property, checks, name), bit: 2 ** index }];
  });
  const inner = [...(items === undefined ? [] : [items]), ...properties.map(({ shape }) => shape)];
  const own = checks.filter(({ looksAt }) => looksAt === (key === undefined ? 'body' : definition));
  return {
    key,
    isItem,
    definition,
    type,
    properties,
    checkedProperties: properties.filter(({ shape }) => shape.hasChecks),
    closed,
    items,
    checks: {
      local: own.filter(({ reads }) => reads.length === 0),
      readingFile: own.filter(({ reads }) => reads.length > 0),
    },
    hasChecks: own.length > 0 || inner.some((shape) => shape.hasChecks),
  };
}

/** Names a value of this shape, for the beginning of a sentence. */
export function subjectOf({ key, isItem }: Shape): string {
  if (key === undefined) return t('The body');
  return isItem ? t('An item of {0}', JSON.stringify(key)) : JSON.stringify(key);
}

/** Names a value of this shape, for use within a sentence. */
export function placeOf({ key, isItem }: Shape): string {
  if (key === undefined) return t('the body');
  return isItem ? t('an item of {0}', JSON.stringify(key)) : JSON.stringify(key);
}

export function propertyNamed(shape: Shape, name: string): ShapeProperty | undefined {
  for (const property of shape.properties) if (property.key === name) return property;
  return undefined;
}

/** The property whose key is at a record. In most cases, no string is created for the key. */
export function propertyAt(shape: Shape, text: string, records: Records, key: number): ShapeProperty | undefined {
  if (isOdd(records, key)) return propertyNamed(shape, stringAt(text, records, key));
  const start = startAt(records, key) + 1;
  const length = endAt(records, key) - 1 - start;
  for (const property of shape.properties) {
    if (property.key.length === length && text.startsWith(property.key, start)) return property;
  }
  return undefined;
}
