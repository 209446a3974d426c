/**
 * The targeting schema, unfolded into one shape for each place of a targeting file, so that a value is checked without
 * a look at what is around it. Says the same as ajv does of the schema; test/checks/shape.test.ts compares the two.
 */
import { t } from '@vscode/l10n';
import type { Records } from '../json/read/records.js';
import { endAt, isOdd, startAt } from '../json/read/records.js';
import { stringAt } from '../json/read/tokens.js';
import type { Schema } from '../targeting/schema.js';
import type { ObjectCheck } from './check.js';

export interface Shape {
  /** The property that it stands behind, or whose list it is an item of; undefined for the body. */
  readonly key: string | undefined;
  readonly isItem: boolean;
  /** What the schema calls it. */
  readonly definition: string | undefined;
  /** The JSON type that a value has; undefined where any will do. */
  readonly type: string | undefined;
  /** In the order of the schema. */
  readonly properties: readonly ShapeProperty[];
  /** Those of them that have checks. */
  readonly checkedProperties: readonly ShapeProperty[];
  /** No other properties are known. */
  readonly closed: boolean;
  readonly items: Shape | undefined;
  /** The checks that look at an object here: those that read nothing else, and those that read the file's summary, too. */
  readonly checks: { readonly local: readonly ObjectCheck[]; readonly readingFile: readonly ObjectCheck[] };
  /** Whether a check looks at it or at something in it. */
  readonly hasChecks: boolean;
}

export interface ShapeProperty {
  readonly key: string;
  readonly shape: Shape;
  /** Its own among the properties of an object. */
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

/** How a sentence begins that is about a value here. */
export function subjectOf({ key, isItem }: Shape): string {
  if (key === undefined) return t('The body');
  return isItem ? t('An item of {0}', JSON.stringify(key)) : JSON.stringify(key);
}

/** The same within a sentence. */
export function placeOf({ key, isItem }: Shape): string {
  if (key === undefined) return t('the body');
  return isItem ? t('an item of {0}', JSON.stringify(key)) : JSON.stringify(key);
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
