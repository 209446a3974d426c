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
import { nodeAt, pathOfPointer } from '../json/queries.js';
import { config, schemaAt } from '../targeting/schema.js';
import type { ObjectFinding } from './check.js';
import { unknownName } from './propertyNames.js';
import { typeWords, wrongType } from './valueType.js';
import { listed, quoted, short } from './words.js';

/** Their paths begin at the body. */
export function configFindings(document: JsonDocument): readonly ObjectFinding[] {
  if (document.root === undefined || validateConfig(document.root.value)) return [];
  return (
    (validateConfig.errors ?? [])
      // `propertyNames` reports the pattern that a name broke and then itself; the second names the property.
      .filter(({ propertyName }) => propertyName === undefined)
      .map((error) => finding(document, error))
      .filter(({ path }) => nodeAt(document, path)?.kind !== 'invalid')
  );
}

function finding(document: JsonDocument, { instancePath, keyword, params }: ErrorObject): ObjectFinding {
  const path = pathOfPointer(document, instancePath);
  const code = 'invalid-config';
  switch (keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      const present = asObject(nodeAt(document, path)?.value) ?? {};
      const known = schemaAt(config, path)?.keys.filter((each) => !Object.hasOwn(present, each)) ?? [];
      const where = path.length === 0 ? t('the body') : subjectAt(path);
      return { code, path: [...path, key], atKey: true, ...unknownName(key, where, known) };
    }
    case 'propertyNames': {
      const name = String(params['propertyName']);
      const message = t(
        'The name of an environment has 1 to 100 characters, all of them visible, without "/" and "$(".',
      );
      return { code, path: [...path, name], atKey: true, message };
    }
    default:
      return { code, path, message: aboutValue(document, path, keyword, params) };
  }
}

function aboutValue(document: JsonDocument, path: Path, keyword: string, params: ErrorObject['params']): string {
  const [subject, schema] = [subjectAt(path), schemaAt(config, path)];
  switch (keyword) {
    case 'type': {
      const node = nodeAt(document, path);
      const isBare = node?.kind === 'number' || node?.kind === 'boolean' || node?.kind === 'null';
      const found = isBare ? short(document.text.slice(node.start, node.end)) : (typeWords[node?.kind ?? '']?.() ?? '');
      return wrongType(subject, String(params['type']), found);
    }
    case 'required':
      return t('{0} is missing.', quoted(String(params['missingProperty'])));
    case 'maxProperties':
      return t('A config has at most {0} environments.', Number(params['limit']));
    case 'maxLength':
      return t('{0} has at most {1} characters.', subject, Number(params['limit']));
    case 'enum': {
      const allowed = (schema?.values ?? []).map(String);
      return allowed.length === 1
        ? t('{0} must be {1}.', subject, listed(allowed))
        : t('{0} must be one of {1}.', subject, listed(allowed));
    }
    default:
      return t('{0} does not have the right form. {1}', subject, schema?.description ?? '').trimEnd();
  }
}

/** How a sentence begins that is about a value there. */
function subjectAt(path: Path): string {
  const step = path.at(-1);
  return step === undefined ? t('The body') : JSON.stringify(short(String(step)));
}
