/**
 * invalid-config: what the schema of targeting.config.json says, through ajv's compiled code, each mistake once. Nothing
 * here knows the schema's content: what can be said in the schema is said only there.
 */
import { t } from '@vscode/l10n';
import type { ErrorObject } from 'ajv';
import { validateConfig } from '../../../schemas/generated/config.mjs';
import type { JsonDocument } from '../json/document.js';
import type { Path } from '../json/nodes.js';
import { asObject } from '../json/plain.js';
import { nodeAt, pathOfPointer, spanAt } from '../json/queries.js';
import { config, schemaAt } from '../targeting/schema.js';
import { messages } from './catalogue.js';
import type { Fix, Problem } from './problem.js';
import { unknownName } from './propertyNames.js';
import { short, typeWords } from './valueType.js';

interface Finding {
  readonly path: Path;
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly fixes?: readonly Fix[] | undefined;
}

export function configProblemsOfSchema(document: JsonDocument): readonly Problem[] {
  if (document.root === undefined || validateConfig(document.root.value)) return [];
  return (validateConfig.errors ?? [])
    .flatMap((error) => finding(document, error) ?? [])
    .filter(({ path }) => nodeAt(document, path)?.kind !== 'invalid')
    .map(({ path, at, message, fixes = [] }) => {
      const { start, end } = spanAt(document, path, at);
      const range = { start: document.positionAt(start), end: document.positionAt(end) };
      return { code: 'invalid-config', message, fixes, range };
    });
}

function finding(document: JsonDocument, error: ErrorObject): Finding | undefined {
  const path = pathOfPointer(document, error.instancePath);
  // `propertyNames` reports the pattern that a name broke and then itself; the second names the property.
  if (error.propertyName !== undefined) return undefined;
  switch (error.keyword) {
    case 'type':
      return { path, at: 'value', ...wrongType(document, path, String(error.params['type'])) };
    case 'additionalProperties':
      return unknownProperty(document, path, String(error.params['additionalProperty']));
    case 'required':
      return { path, at: 'value', message: messages.missingProperty(String(error.params['missingProperty'])) };
    case 'propertyNames':
      return { path: [...path, String(error.params['propertyName'])], at: 'key', message: messages.environmentName };
    case 'maxProperties':
      return { path, at: 'value', message: messages.tooManyEnvironments(Number(error.params['limit'])) };
    case 'maxLength':
      return { path, at: 'value', message: messages.tooLong(subjectAt(path), Number(error.params['limit'])) };
    case 'enum': {
      const allowed = (schemaAt(config, path)?.values ?? []).map(String);
      return { path, at: 'value', message: messages.notAllowed(subjectAt(path), allowed) };
    }
    default: {
      const message = messages.wrongForm(subjectAt(path), schemaAt(config, path)?.description ?? '');
      return { path, at: 'value', message };
    }
  }
}

function wrongType(document: JsonDocument, path: Path, wanted: string): Pick<Finding, 'message'> {
  const node = nodeAt(document, path);
  const bare = node?.kind === 'number' || node?.kind === 'boolean' || node?.kind === 'null';
  const found = bare ? short(document.text.slice(node.start, node.end)) : (typeWords[node?.kind ?? ''] ?? '');
  return { message: messages.wrongType(subjectAt(path), typeWords[wanted] ?? wanted, found) };
}

function unknownProperty(document: JsonDocument, parent: Path, key: string): Finding {
  const present = asObject(nodeAt(document, parent)?.value) ?? {};
  const known = schemaAt(config, parent)?.keys.filter((candidate) => !Object.hasOwn(present, candidate)) ?? [];
  return {
    path: [...parent, key],
    at: 'key',
    ...unknownName(key, parent.length === 0 ? t('the body') : subjectAt(parent), known),
  };
}

/** How a sentence begins that is about a value there. */
function subjectAt(path: Path): string {
  const step = path.at(-1);
  return step === undefined ? t('The body') : JSON.stringify(short(String(step)));
}
