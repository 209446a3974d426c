/**
 * # invalid-config (error; not configurable)
 * `targeting.config.json` is not as it should be. Nothing is pushed while it is not, so that a typo in `protected`
 * opens no environment. VS Code reports these itself; in other editors we do.
 *
 * Fix: rename to the closest known name, or remove.
 * ---
 * Says what the schema of targeting.config.json says, through ajv's compiled code, each mistake once. Nothing here
 * knows the schema's content: what can be said in the schema is said only there.
 */
import { t } from '@vscode/l10n';
import type { ErrorObject } from 'ajv';
import { validateConfig } from '../../../schemas/generated/config.mjs';
import type { JsonDocument } from '../json/document.js';
import type { Path } from '../json/nodes.js';
import { asObject } from '../json/plain.js';
import { nodeAt, pathOfPointer, spanAt } from '../json/queries.js';
import { config, schemaAt } from '../targeting/schema.js';
import type { Fix, Problem } from './problem.js';
import { unknownName } from './propertyNames.js';
import { typeWords, wrongType } from './valueType.js';
import { listed, quoted, short } from './words.js';

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
      return { path, at: 'value', message: notOfType(document, path, String(error.params['type'])) };
    case 'additionalProperties':
      return unknownProperty(document, path, String(error.params['additionalProperty']));
    case 'required':
      return { path, at: 'value', message: t('{0} is missing.', quoted(String(error.params['missingProperty']))) };
    case 'propertyNames':
      return {
        path: [...path, String(error.params['propertyName'])],
        at: 'key',
        message: t('The name of an environment has 1 to 100 characters, all of them visible, without "/" and "$(".'),
      };
    case 'maxProperties':
      return { path, at: 'value', message: t('A config has at most {0} environments.', Number(error.params['limit'])) };
    case 'maxLength':
      return {
        path,
        at: 'value',
        message: t('{0} has at most {1} characters.', subjectAt(path), Number(error.params['limit'])),
      };
    case 'enum': {
      const allowed = (schemaAt(config, path)?.values ?? []).map(String);
      const message =
        allowed.length === 1
          ? t('{0} must be {1}.', subjectAt(path), listed(allowed))
          : t('{0} must be one of {1}.', subjectAt(path), listed(allowed));
      return { path, at: 'value', message };
    }
    default: {
      const right = schemaAt(config, path)?.description ?? '';
      const message = t('{0} does not have the right form. {1}', subjectAt(path), right).trimEnd();
      return { path, at: 'value', message };
    }
  }
}

function notOfType(document: JsonDocument, path: Path, wanted: string): string {
  const node = nodeAt(document, path);
  const bare = node?.kind === 'number' || node?.kind === 'boolean' || node?.kind === 'null';
  const found = bare ? short(document.text.slice(node.start, node.end)) : (typeWords[node?.kind ?? ''] ?? '');
  return wrongType(subjectAt(path), wanted, found);
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
