/** Proposes the properties that can still be added to an object, each with a valid value. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { nodeAt } from '../../json/queries.js';
import type { ObjectNode } from '../../json/nodes.js';
import type { Schema } from '../../targeting/schema.js';
import { schemaAt } from '../../targeting/schema.js';
import { conditionOf } from '../../targeting/model.js';
import type { Proposal, Site } from './proposal.js';
import { choice, escaped, place, plainText } from './snippetText.js';
import { MAX_CHOICES } from './serves.js';
import { configKeys } from './config.js';
import { attributeKeys } from './testsCompletion.js';
import { values } from './valueCompletion.js';

/** @param hasColon whether a colon already follows, so that only the key is inserted */
export function keys(site: Site, hasColon: boolean): readonly Proposal[] {
  const object = nodeAt(site.json, site.path);
  const schema = schemaAt(site.schema, site.path);
  if (object?.kind !== 'object' || schema === undefined) return [];
  const attributes = [...attributeKeys(site, hasColon), ...configKeys(site, hasColon)];
  if (attributes.length > 0 || site.outside.schemaIsKnown === true) return attributes;
  const wanted = schema.keys.filter((key) => !object.byKey.has(key) && makesSense(key, object, schema));
  const late = wanted.filter((key) => key === forOtherEditors);
  return [...wanted.filter((key) => key !== forOtherEditors), ...late].map((key) => {
    const property = schema.property(key);
    return {
      label: key,
      insert: `"${escaped(key)}"${hasColon ? '' : `: ${value({ ...site, path: [...site.path, key] })}`}`,
      kind: CompletionItemKind.Property,
      detail: property?.title,
      documentation: property?.description,
    };
  });
}

const forOtherEditors = '$schema';
const ofBetween: ReadonlySet<string> = new Set(['leftPredicate', 'rightPredicate', 'rightObjects']);

function makesSense(key: string, object: ObjectNode, { definition }: Schema): boolean {
  switch (definition) {
    case 'serve':
      // A serve has either `select` or `split`.
      return !object.byKey.has('select') && !object.byKey.has('split');
    case 'rule':
      // The service may return this property in rules that were stored long ago.
      return key !== 'notEmptyConditions';
    case 'condition': {
      const { type, predicate = 'between' } = conditionOf(object);
      return key === 'subject' ? type !== 'segment' : predicate === 'between' || !ofBetween.has(key);
    }
    default:
      return true;
  }
}

/** An initial value: the most likely value, a choice of likely values, or an empty value. */
function value(site: Site): string {
  const schema = schemaAt(site.schema, site.path);
  if (schema?.definition === 'serve') return `{ "select": ${place(1, '0')} }`;
  const likely = values(site).slice(0, MAX_CHOICES);
  switch (schema?.type) {
    case 'object':
      return '{$1}';
    case 'array':
      if (site.path.at(-1) === 'split') return likely[0]?.insert ?? '[$1]';
      return schema.items()?.type === 'string' ? `["${firstObject(site)}"]` : '[$1]';
    case 'boolean':
      return choice(1, likely.map(plain));
    case 'number':
      return place(1, likely.map(plain)[0] ?? '0');
    case 'integer':
      // A choice of bare numbers would not explain what they mean.
      return place(1, '0');
    default:
      return schema?.type === 'string' || likely.length > 0 ? `"${choice(1, likely.map(inside))}"` : place(1, 'null');
  }
}

/** The first item of a list of strings: the preselected proposal if there is one, otherwise an empty placeholder. */
function firstObject(site: Site): string {
  const clear = values({ ...site, path: [...site.path, 0] }).find(({ preselect }) => preselect === true);
  return clear === undefined ? place(1) : place(1, inside(clear));
}

function plain({ insert }: Proposal): string {
  return plainText(insert);
}

function inside(proposal: Proposal): string {
  return plain(proposal).slice(1, -1);
}
