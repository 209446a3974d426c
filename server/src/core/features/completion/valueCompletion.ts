/** Proposes values for a place, based on the toggle, the condition or the workspace, otherwise on the schema. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { Schema } from '../../targeting/schema.js';
import { schemaAt } from '../../targeting/schema.js';
import { asArray } from '../../json/plain.js';
import { nodeAt } from '../../json/queries.js';
import { boundValues, conditionTypes, objectValues, predicateValues, subjects } from './conditions.js';
import { configValues } from './config.js';
import { prerequisiteKeys, prerequisiteTypes, prerequisiteValues } from './prerequisites.js';
import type { Proposal, Site } from './proposal.js';
import { literal } from './proposal.js';
import { selectValues, shareValues, splitValues } from './serves.js';
import { objects } from './snippets.js';
import { namedValues } from './testsCompletion.js';
import { variationValues } from './variations.js';

export function values(site: Site): readonly Proposal[] {
  const schema = schemaAt(site.schema, site.path);
  if (schema === undefined) return [];
  const whole = objects(site, schema);
  // Propose only whole files for the document itself, because empty braces are not a valid file.
  if (site.path.length === 0) return whole;
  const own = special[nameOf(site)]?.(site) ?? namedValues(site);
  if (own !== undefined) return own;
  const beside = configValues(site);
  return site.outside.schemaIsKnown === true ? beside : [...beside, ...whole, ...general(schema, site)];
}

/** Functions by definition and property; `[]` marks an item. If a function returns undefined, the schema is used. */
const special: Readonly<Record<string, (site: Site) => readonly Proposal[] | undefined>> = {
  'body.disabled': () => [literal(false), literal(true)],
  'serve.select': selectValues,
  'serve.split': splitValues,
  'serve.split[]': shareValues,
  'condition.type': conditionTypes,
  'condition.subject': subjects,
  'condition.predicate': predicateValues,
  'condition.leftPredicate': boundValues,
  'condition.rightPredicate': boundValues,
  'condition.objects[]': objectValues,
  'condition.rightObjects[]': objectValues,
  'variation.value': variationValues,
  'prerequisite.key': prerequisiteKeys,
  'prerequisite.value': prerequisiteValues,
  'prerequisite.type': prerequisiteTypes,
};

function nameOf({ schema, path }: Site): string {
  const isItem = typeof path.at(-1) === 'number';
  const own = isItem ? path.slice(0, -1) : path;
  const around = own.slice(0, -1);
  const object = own.length === 1 ? 'body' : (schemaAt(schema, around)?.definition ?? '');
  return `${object}.${String(own.at(-1))}${isItem ? '[]' : ''}`;
}

const braces = { label: '{}', insert: '{$1}', kind: CompletionItemKind.Value };

function general({ type, values: allowed, examples }: Schema, { json, path }: Site): readonly Proposal[] {
  const list = typeof path.at(-1) === 'number' ? asArray(nodeAt(json, path.slice(0, -1))?.value) : undefined;
  const values = [...new Set([...allowed, ...(type === 'boolean' ? [] : examples)])];
  const known = values.filter((value) => list?.includes(value) !== true).map(literal);
  switch (type) {
    case 'boolean':
      return [literal(true), literal(false), ...known];
    case 'object':
      return [braces, ...known.filter(({ label }) => label !== braces.label)];
    case 'array':
      return [{ label: '[]', insert: '[$1]', kind: CompletionItemKind.Value }, ...known];
    default:
      return known;
  }
}
