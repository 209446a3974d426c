/**
 * The objects of a targeting file, whole: valid as they are, and without a problem in a file that has none. Where people
 * choose, the most usual is chosen.
 */
import { t } from '@vscode/l10n';
import type { JsonDocument } from '../../json/document.js';
import { predicates } from '../../targeting/predicates.js';
import type { ObjectSnippet } from './objectSnippet.js';
import { wholeObject } from './objectSnippet.js';
import type { OtherToggle } from './proposal.js';
import { mostProposals, shortTexts } from './proposal.js';
import { mostInAChoice, selectChoice } from './serveSnippets.js';
import { choice, escaped, place } from './snippetText.js';

export function file(): ObjectSnippet {
  const properties = ['"disabled": ${1|false,true|}', `"content": ${wholeObject(content(2)).insert}`];
  return { label: t('whole file'), filter: 'file', properties, layout: 'lines' };
}

/** @param first the number of its first place */
export function content(first = 1): ObjectSnippet {
  const variation = (value: string, name: string, at: number) =>
    `\t{ "value": "${place(at, value)}", "name": "${place(at + 1, name)}", "description": "" }`;
  const properties = [
    '"rules": []',
    '"disabledServe": { "select": 0 }',
    `"defaultServe": { "select": ${choice(first + 4, ['1', '0'])} }`,
    `"variations": [\n${variation('false', 'off', first)},\n${variation('true', 'on', first + 2)}\n]`,
  ];
  return { label: t('whole content'), filter: 'content', properties, layout: 'lines' };
}

export function configFile(): ObjectSnippet {
  const properties = [
    `"baseUrl": "${place(1, 'https://toggles.example.com')}"`,
    `"project": "${place(2, 'My_Project')}"`,
    `"environments": {\n\t"${place(3, 'dev')}": {}\n}`,
  ];
  return { label: t('whole file'), filter: 'file', properties, layout: 'lines' };
}

export function rule(json: JsonDocument): ObjectSnippet {
  const condition = [
    '"type": "string"',
    `"subject": "${place(3)}"`,
    `"predicate": "${choice(4, predicates['string'] ?? [])}"`,
    `"objects": ["${place(5)}"]`,
  ];
  const properties = [
    `"name": "${place(1)}"`,
    `"serve": { "select": ${selectChoice(json, 2)} }`,
    `"conditions": [\n\t{\n\t\t${condition.join(',\n\t\t')}\n\t}\n]`,
  ];
  return { label: t('rule'), filter: 'rule', properties, layout: 'lines' };
}

/** @param missing the values that the toggle lacks, where that is known */
export function variation(missing: readonly string[]): ObjectSnippet {
  const properties = [`"value": "${choice(1, missing)}"`, `"name": "${place(2)}"`, `"description": "${place(3)}"`];
  return { label: t('variation'), filter: 'variation', properties, layout: 'line' };
}

/** One for each toggle that is known, and one for any. */
export function prerequisites(toggles: readonly OtherToggle[]): readonly ObjectSnippet[] {
  const anyType = choice(3, ['boolean', 'string', 'number', 'json']);
  const ofAny = [`"key": "${place(1)}"`, `"value": "${place(2)}"`, `"type": "${anyType}"`];
  return [
    ...toggles.slice(0, mostProposals).map(({ key, values, returnType, detail }): ObjectSnippet => {
      const type = returnType === undefined ? anyType : inQuotes(returnType);
      const properties = [
        `"key": "${inQuotes(key)}"`,
        `"value": "${choice(1, shortTexts(values).slice(0, mostInAChoice).map(quotable))}"`,
        `"type": "${type}"`,
      ];
      return { label: key, filter: key, properties, layout: 'line', detail };
    }),
    { label: t('prerequisite'), filter: 'prerequisite', properties: ofAny, layout: 'line' },
  ];
}

/** What stands between the quotes of a JSON string that says the text. */
function quotable(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function inQuotes(text: string): string {
  return escaped(quotable(text));
}
