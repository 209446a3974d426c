/**
 * # invalid-config (error; not configurable)
 * `targeting.config.json` does not match its schema. Nothing is pushed until it does, so that a typo in `protected` cannot
 * open an environment. VS Code reports these itself; in other editors, we do.
 * Not reported: an address, project or environment that the service does not have.
 *
 * Fix: rename to the closest known name, or remove. Change to the value, the type or the spelling that was meant.
 *
 * # invalid-users (error; not configurable)
 * `targeting.users.json` does not match its schema. Users that can be read still count. VS Code reports these itself; in
 * other editors, we do.
 * Not reported: an attribute that conditions compare as a number or date but cannot read.
 *
 * Fix: rename to the closest known name, or remove. Put a number or boolean into quotes.
 *
 * # invalid-tests (error; not configurable)
 * A file of tests does not match its schema. Cases that can be read still run. VS Code reports these itself; in other
 * editors, we do.
 * Not reported: a name that does not exist, which is an `unknown-name`.
 *
 * Fix: rename to the closest known name, or remove. Put a number or boolean into quotes.
 * ---
 * ajv's compiled validators find the mistakes. Constraints that a schema can express are only in the schema.
 */
import { t } from '../../t.js';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { validateConfig } from '../../../../../schemas/generated/config.mjs';
import { validateTests } from '../../../../../schemas/generated/tests.mjs';
import { validateUsers } from '../../../../../schemas/generated/users.mjs';
import type { JsonDocument } from '../../json/document.js';
import type { Path } from '../../json/nodes.js';
import { child, nodeAt, pathOfPointer } from '../../json/queries.js';
import type { FileKind } from '../../targeting/fileNames.js';
import type { Schema } from '../../targeting/schema.js';
import { schemaAt, schemas } from '../../targeting/schema.js';
import type { ObjectFinding } from '../check.js';
import type { ProblemCode } from '../codes.js';
import { closestOf, didYouMean, replacement } from '../closest.js';
import { unknownName } from '../propertyNames.js';
import { typeWords, unquoted, wrongType } from '../wrongType.js';
import { quoted, short } from '../words.js';
import { listOf } from '../../targeting/joined.js';

/** The kinds of files that ajv checks. Targeting files are checked by shape.ts instead. */
export type SchemaKind = Exclude<FileKind, 'targeting'>;

interface Checked {
  readonly code: ProblemCode;
  readonly validate: ValidateFunction;
}

const table: Readonly<Record<SchemaKind, Checked>> = {
  config: { code: 'invalid-config', validate: validateConfig },
  users: { code: 'invalid-users', validate: validateUsers },
  tests: { code: 'invalid-tests', validate: validateTests },
};

export function schemaFindings(document: JsonDocument, kind: SchemaKind): readonly ObjectFinding[] {
  const { code, validate } = table[kind];
  if (document.root === undefined || validate(document.root.value)) return [];
  return (
    (validate.errors ?? [])
      // Skip duplicates: ajv reports an invalid property name twice, and adds an error for `if`.
      .filter(({ propertyName, keyword }) => propertyName === undefined && keyword !== 'if')
      .slice(0, MAX_FINDINGS)
      .map((error) => ({ code, ...finding(document, kind, error) }))
      .filter(({ path }) => nodeAt(document, path)?.kind !== 'invalid')
  );
}

const MAX_FINDINGS = 1_000;

type Found = Omit<ObjectFinding, 'code'>;

function finding(document: JsonDocument, kind: SchemaKind, { instancePath, keyword, params }: ErrorObject): Found {
  const schema = schemas[kind];
  // Fixes of a config are not certain, because only a person can decide to which service files are pushed.
  const isCertain = kind !== 'config';
  const path = pathOfPointer(document, instancePath);
  const node = nodeAt(document, path);
  const text = node?.kind === 'string' ? String(node.value) : undefined;
  switch (keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      const known = schemaAt(schema, path)?.keys.filter((each) => child(node, each) === undefined) ?? [];
      const where = placeAt(path);
      const isOfEnvironment =
        path.length === 0 && schemaAt(schema, ['environments', 'any'])?.keys.includes(key) === true;
      const elsewhere = t(
        'Unknown property {0} in {1}: it belongs in {2}.',
        quoted(key),
        where,
        quoted('environments'),
      );
      const found = isOfEnvironment ? { message: elsewhere } : unknownName(key, where, known);
      return { path: [...path, key], atKey: true, ...found };
    }
    case 'propertyNames': {
      const name = String(params['propertyName']);
      const message = t('The name of an environment has 1 to 100 visible characters, without "/" and "$(".');
      return { path: [...path, name], atKey: true, message };
    }
    case 'type':
      return { path, ...ofAnotherType(document, path, schemaAt(schema, path), String(params['type']), isCertain) };
    case 'enum': {
      const known = (schemaAt(schema, path)?.values ?? []).map(String);
      const closest = text === undefined ? undefined : closestOf(text, known);
      const message = aboutValue(path, schemaAt(schema, path), keyword, params);
      const isNews = closest !== undefined && known.length > 1;
      const words = isNews ? didYouMean(message, closest) : message;
      return { path, message: words, fixes: replacement(closest, isCertain) };
    }
    default: {
      const fixes = keyword === 'pattern' ? replacement(respelt(path, text, params), isCertain) : [];
      return { path, message: aboutValue(path, schemaAt(schema, path), keyword, params), fixes };
    }
  }
}

/** @returns the text as it was probably meant; undefined if the intended text is unclear */
function respelt(path: Path, text: string | undefined, { pattern }: ErrorObject['params']): string | undefined {
  const key = String(path.at(-1));
  if (text === undefined || text.length > MAX_RESPELT_LENGTH) return undefined;
  const other = key === 'baseUrl' ? text.replace(/^http:/i, 'https:') : text;
  return other !== text && new RegExp(String(pattern), 'u').test(other) ? other : undefined;
}

/** The maximum length, in UTF-16 code units, of a text that a fix corrects. */
const MAX_RESPELT_LENGTH = 1_000;

/** @param wanted the type as ajv names it: `string`, or `string,object` */
function ofAnotherType(
  document: JsonDocument,
  path: Path,
  schema: Schema | undefined,
  wanted: string,
  isCertain: boolean,
): Pick<Found, 'message' | 'fixes'> {
  const node = nodeAt(document, path);
  const isBare = node?.kind === 'number' || node?.kind === 'boolean' || node?.kind === 'null';
  const found = isBare ? short(document.text.slice(node.start, node.end)) : (typeWords[node?.kind ?? '']?.() ?? '');
  const [first = '', second] = wanted.split(',').map((type) => typeWords[type]?.() ?? type);
  const message = wrongType(subjectAt(path), second === undefined ? first : t('{0} or {1}', first, second), found);
  const quotes = wanted === 'string' && isBare && node.kind !== 'null' && schema?.hasPattern !== true;
  if (quotes) return { message, fixes: [{ kind: 'quote', isCertain }] };
  if (node?.kind !== 'string' || typeof node.value !== 'string') return { message };
  const text = node.value;
  const json =
    wanted === 'array' && text.length < MAX_LISTED_LENGTH ? `[${JSON.stringify(text)}]` : unquoted(wanted, text);
  return { message, fixes: json === undefined ? [] : [{ kind: 'replace-value', json, isCertain }] };
}

/** The maximum length, in UTF-16 code units, of a text that a fix turns into a list. */
const MAX_LISTED_LENGTH = 200;

function aboutValue(path: Path, schema: Schema | undefined, keyword: string, params: ErrorObject['params']): string {
  const subject = subjectAt(path);
  switch (keyword) {
    case 'required':
      return t('{0} is missing.', quoted(String(params['missingProperty'])));
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      // In the schemas, these minimums are always 1.
      return t('{0} must not be empty.', subject);
    case 'maxProperties':
      return path.at(-1) === 'environments'
        ? t('A config has at most {0} environments.', Number(params['limit']))
        : t('{0} may have at most {1} entries.', subject, Number(params['limit']));
    case 'minimum':
      return t('{0} must be at least {1}.', subject, Number(params['limit']));
    case 'maximum':
      return t('{0} must be at most {1}.', subject, Number(params['limit']));
    case 'maxLength':
      return t('{0} has at most {1} characters.', subject, Number(params['limit']));
    case 'enum': {
      const allowed = (schema?.values ?? []).map((value) => JSON.stringify(value));
      return allowed.length === 1
        ? t('{0} must be {1}.', subject, listOf(allowed))
        : t('{0} must be one of {1}.', subject, listOf(allowed));
    }
    default:
      return schema?.patternMessage ?? t('{0} has the wrong format. {1}', subject, schema?.description ?? '').trimEnd();
  }
}

/** Names the value at the path, for the beginning of a sentence. */
function subjectAt(path: Path): string {
  const step = path.at(-1);
  if (step === undefined) return t('The file');
  if (typeof step === 'string') return JSON.stringify(short(step));
  return t('An item of {0}', JSON.stringify(short(String(path.at(-2)))));
}

/** Names the value at the path, for use within a sentence. */
function placeAt(path: Path): string {
  const step = path.at(-1);
  if (step === undefined) return t('the file');
  return typeof step === 'string' ? subjectAt(path) : t('an item of {0}', JSON.stringify(short(String(path.at(-2)))));
}
