/** Proposes whole objects without problems. Indexes are placeholders, because a choice of numbers would be unclear. */
import { t } from '../../t.js';
import { isAllowed } from '../../targeting/rules/allowed.js';
import { predicates } from '../../targeting/values/predicates.js';
import type { Schema } from '../../targeting/schema.js';
import { schemas } from '../../targeting/schema.js';
import { conditions, subjectPlace } from './conditions.js';
import { prerequisites } from './prerequisites.js';
import type { CompletionContext, Proposal, Site } from './proposal.js';
import { onLines } from './proposal.js';
import { serves } from './serves.js';
import { choice, place } from './snippetText.js';
import { variation } from './variations.js';

/** @param schema the schema at the site's path */
export function objects(site: Site, schema: Schema): readonly Proposal[] {
  if (site.path.length === 0) return [wholeFile(site.schema)];
  switch (schema.definition) {
    case 'content':
      return [content()];
    case 'rule':
      return [rule(site.outside)];
    case 'serve':
      return serves(site.json);
    case 'condition':
      return conditions(site.outside);
    case 'variation':
      return [variation(site)];
    case 'prerequisite':
      return prerequisites(site);
    default:
      return [];
  }
}

function wholeFile(schema: Schema): Proposal {
  switch (schema) {
    case schemas.config:
      return configFile();
    case schemas.users:
      return usersFile();
    case schemas.tests:
      return testsFile();
    default:
      return targetingFile();
  }
}

function targetingFile(): Proposal {
  const properties = ['"disabled": ${1|false,true|}', `"content": ${content(2).insert}`];
  return onLines({ label: t('whole file'), filter: 'file' }, properties);
}

/** @param first the number of the snippet's first placeholder */
function content(first = 1): Proposal {
  const variation = (value: string, name: string, at: number) =>
    `\t{ "value": "${place(at, value)}", "name": "${place(at + 1, name)}", "description": "" }`;
  const properties = [
    '"rules": []',
    '"disabledServe": { "select": 0 }',
    `"defaultServe": { "select": ${place(first + 4, '1')} }`,
    `"variations": [\n${variation('false', 'off', first)},\n${variation('true', 'on', first + 2)}\n]`,
  ];
  return onLines({ label: t('whole content'), filter: 'content' }, properties);
}

function configFile(): Proposal {
  const properties = [
    `"baseUrl": "${place(1, 'https://toggles.example.com')}"`,
    `"project": "${place(2, 'My_Project')}"`,
    `"environments": {\n\t"${place(3, 'dev')}": {}\n}`,
  ];
  return onLines({ label: t('whole file'), filter: 'file' }, properties);
}

function usersFile(): Proposal {
  const user = `{ "name": "${place(1)}", "attributes": {} }`;
  return onLines({ label: t('whole file'), filter: 'file' }, [`"users": [\n\t${user}\n]`]);
}

function testsFile(): Proposal {
  const testCase = `{ "user": "${place(1)}", "expect": { "variation": "${place(2)}" } }`;
  return onLines({ label: t('whole file'), filter: 'file' }, [`"cases": [\n\t${testCase}\n]`]);
}

function rule(outside: CompletionContext): Proposal {
  const allowed = predicates['string']?.filter((each) => isAllowed(outside.policies, each)) ?? [];
  const condition = [
    '"type": "string"',
    `"subject": "${subjectPlace(3, 'string', outside)}"`,
    `"predicate": "${choice(4, allowed)}"`,
    `"objects": ["${place(5)}"]`,
  ];
  const properties = [
    `"name": "${place(1)}"`,
    `"serve": { "select": ${place(2, '0')} }`,
    `"conditions": [\n\t{\n\t\t${condition.join(',\n\t\t')}\n\t}\n]`,
  ];
  return onLines({ label: t('rule'), filter: 'rule' }, properties);
}
