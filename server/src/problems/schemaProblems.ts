/**
 * wrong-type, non-string-value and unknown-property: what the payload schema says, through ajv's compiled code, each
 * mistake once. Nothing here knows the schema's content: what can be said in the schema is said only there.
 */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { distance } from 'fastest-levenshtein';
import { validateConfig, validateTargeting } from '../../../schemas/generated/validators.mjs';
import type { Path } from '../document/nodes.js';
import type { JsonDocument } from '../document/parse.js';
import { asObject } from '../document/plain.js';
import { nodeAt, pathOfPointer } from '../document/queries.js';
import type { Schema } from '../schema/schema.js';
import { config, schemaAt, targeting } from '../schema/schema.js';
import { messages } from './catalogue.js';
import type { Finding, Fix } from './problem.js';

export const targetingSchemaProblems = (document: JsonDocument) =>
  problems(document, validateTargeting, (error) => targetingFinding(document, error));

export const configSchemaProblems = (document: JsonDocument) =>
  problems(document, validateConfig, (error) => configFinding(document, error));

function problems(
  document: JsonDocument,
  validate: ValidateFunction,
  toFinding: (error: ErrorObject) => Finding | undefined,
): readonly Finding[] {
  if (document.root === undefined || validate(document.root.value)) return [];
  return (validate.errors ?? [])
    .flatMap((error) => toFinding(error) ?? [])
    .filter(({ path }) => nodeAt(document, path)?.kind !== 'invalid');
}

function targetingFinding(document: JsonDocument, error: ErrorObject): Finding | undefined {
  const path = pathOfPointer(document, error.instancePath);
  return error.keyword === 'type'
    ? typeFinding(document, path, error)
    : unknownProperty(document, path, error, targeting);
}

function configFinding(document: JsonDocument, error: ErrorObject): Finding | undefined {
  const path = pathOfPointer(document, error.instancePath);
  // `propertyNames` reports the pattern that a name broke and then itself; the second names the property.
  if (error.propertyName !== undefined) return undefined;
  switch (error.keyword) {
    case 'type':
      return invalid(path, wrongType(document, path, error));
    case 'additionalProperties':
      return { ...unknownProperty(document, path, error, config), code: 'invalid-config' };
    case 'required':
      return invalid(path, messages.missingProperty(String(error.params['missingProperty'])));
    case 'propertyNames':
      return {
        ...invalid([...path, String(error.params['propertyName'])], messages.environmentName),
        at: 'key',
      };
    case 'enum':
      return invalid(path, messages.notAllowed(nameOf(path), quotedList(schemaAt(config, path)?.values ?? [])));
    default:
      return invalid(path, messages.wrongForm(nameOf(path), schemaAt(config, path)?.description ?? ''));
  }
}

function invalid(path: Path, message: string): Finding {
  return { code: 'invalid-config', path, at: 'value', message };
}

function typeFinding(document: JsonDocument, path: Path, error: ErrorObject): Finding {
  const wanted = String(error.params['type']);
  const node = nodeAt(document, path);
  const source = document.text.slice(node?.start, node?.end);
  if (wanted === 'string' && (node?.kind === 'number' || node?.kind === 'boolean')) {
    const message = messages.nonStringValue(nameOf(path), `"${short(source)}"`);
    return { code: 'non-string-value', path, at: 'value', message, fixes: [{ kind: 'quote', path }] };
  }
  return {
    code: 'wrong-type',
    path,
    at: 'value',
    message: wrongType(document, path, error),
    fixes: unquoted(path, wanted, node?.value),
  };
}

function wrongType(document: JsonDocument, path: Path, error: ErrorObject): string {
  const wanted = String(error.params['type']);
  const node = nodeAt(document, path);
  const bare = node?.kind === 'number' || node?.kind === 'boolean' || node?.kind === 'null';
  const found = bare ? short(document.text.slice(node.start, node.end)) : (articles[node?.kind ?? ''] ?? 'nothing');
  return messages.wrongType(nameOf(path), articles[wanted] ?? wanted, found);
}

const articles: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
};

/** `"1"` where 1 is wanted has one answer. */
function unquoted(path: Path, wanted: string, value: unknown): readonly Fix[] {
  if (typeof value !== 'string') return [];
  const json = value.trim();
  const fits =
    wanted === 'integer' ? /^-?(?:0|[1-9]\d*)$/.test(json) : wanted === 'boolean' && /^(?:true|false)$/.test(json);
  return fits ? [{ kind: 'replace-value', path, json }] : [];
}

function unknownProperty(document: JsonDocument, parent: Path, error: ErrorObject, root: Schema): Finding {
  const key = String(error.params['additionalProperty']);
  const path = [...parent, key];
  const schema = schemaAt(root, parent);
  const present = asObject(nodeAt(document, parent)?.value) ?? {};
  const closest = closestOf(key, schema?.keys.filter((known) => !Object.hasOwn(present, known)) ?? []);
  const rename: readonly Fix[] = closest === undefined ? [] : [{ kind: 'rename-key', path, key: closest }];
  // Only the body and its content can be mixed up: the service's own pages show the content alone.
  const misplaced = root === targeting && parent.length === 0 && schemaAt(root, ['content'])?.keys.includes(key);
  const where = nameOf(parent).replace(/^[AT]/, (letter) => letter.toLowerCase());
  const message = misplaced ? messages.misplacedProperty(key) : messages.unknownProperty(key, where, closest);
  return {
    code: 'unknown-property',
    path,
    at: 'key',
    message,
    fixes: misplaced ? [] : [...rename, { kind: 'remove-property', path }],
  };
}

/** The known key that was probably meant: the same but for case, or at most a third of it mistyped. */
function closestOf(key: string, known: readonly string[]): string | undefined {
  const typed = key.slice(0, 100).toLowerCase();
  const best = known
    .map((candidate) => ({ candidate, cost: distance(typed, candidate.toLowerCase()) }))
    .reduce<{ candidate: string; cost: number } | undefined>(
      (a, b) => (a === undefined || b.cost < a.cost ? b : a),
      undefined,
    );
  return best !== undefined && best.cost <= Math.floor(best.candidate.length / 3) ? best.candidate : undefined;
}

/** How a message calls the value: by its key, or as an item of the list that it is in. */
function nameOf(path: Path): string {
  const step = path.at(-1);
  if (step === undefined) return 'The body';
  if (typeof step === 'string') return JSON.stringify(short(step));
  const list = path.findLast((above) => typeof above === 'string');
  return `An item of ${JSON.stringify(short(list ?? ''))}`;
}

function quotedList(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(' or ');
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
