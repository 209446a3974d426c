/**
 * The JSON schemas as data: keys of objects, and texts that are translated on access. The schemas stay flat
 * (`properties`, `items`, `$ref`, and `allOf` with one reference), so that looking up a path is simple.
 */
import { t } from '../t.js';
import configSchema from '../../../../schemas/config.schema.json' with { type: 'json' };
import targetingSchema from '../../../../schemas/targeting.schema.json' with { type: 'json' };
import testsSchema from '../../../../schemas/tests.schema.json' with { type: 'json' };
import usersSchema from '../../../../schemas/users.schema.json' with { type: 'json' };
import type { Path } from '../json/nodes.js';
import { asArray, asObject } from '../json/plain.js';
import type { FileKind } from './fileNames.js';

export interface Schema {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly type: string | undefined;
  /** Common values; other values are valid, too. */
  readonly examples: readonly unknown[];
  /** The allowed values, if the schema lists them. */
  readonly values: readonly unknown[];
  readonly hasPattern: boolean;
  /** The message for a text that does not match the pattern. */
  readonly patternMessage: string | undefined;
  /** The name of the definition that the schema refers to. */
  readonly definition: string | undefined;
  readonly keys: readonly string[];
  /** Whether only the keys in `keys` are allowed. */
  readonly closed: boolean;
  readonly property: (key: string) => Schema | undefined;
  readonly items: () => Schema | undefined;
}

type Plain = Readonly<Record<string, unknown>>;

export const targeting: Schema = schemaOf(targetingSchema, targetingSchema);

export const schemas: Readonly<Record<FileKind, Schema>> = {
  targeting,
  config: schemaOf(configSchema, configSchema),
  users: schemaOf(usersSchema, usersSchema),
  tests: schemaOf(testsSchema, testsSchema),
};

export function schemaAt(root: Schema, path: Path): Schema | undefined {
  let schema: Schema | undefined = root;
  for (const step of path) schema = typeof step === 'string' ? schema?.property(step) : schema?.items();
  return schema;
}

function schemaOf(root: Plain, written: Plain): Schema {
  const node = resolve(root, written);
  const properties = asObject(node['properties']) ?? {};
  const below = (value: unknown) => {
    const object = asObject(value);
    return object && schemaOf(root, object);
  };
  return {
    get title() {
      return words(node['title']);
    },
    get description() {
      return words(node['description']);
    },
    type: text(node['type']),
    examples: asArray(node['examples']) ?? [],
    values: asArray(node['enum']) ?? [],
    hasPattern: 'pattern' in node,
    get patternMessage() {
      return words(node['patternErrorMessage']);
    },
    definition: text(node['definition']),
    keys: Object.keys(properties),
    closed: node['additionalProperties'] === false,
    property: (key) => below(Object.hasOwn(properties, key) ? properties[key] : node['additionalProperties']),
    items: () => below(node['items']),
  };
}

/** The target of a `$ref`, overlaid with the properties next to the `$ref`. */
function resolve(root: Plain, schema: Plain): Plain {
  const reference = schema['$ref'] ?? asObject(asArray(schema['allOf'])?.[0])?.['$ref'];
  if (typeof reference !== 'string') return schema;
  let target: unknown = root;
  const steps = reference.split('/').slice(1);
  for (const step of steps) target = asObject(target)?.[step];
  return { ...asObject(target), ...schema, definition: steps.at(-1) };
}

function words(value: unknown): string | undefined {
  return typeof value === 'string' ? t(value) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
