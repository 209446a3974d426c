/** Proposes names in users files and test files: attributes, users, environments, variations and rules. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { NamedInTests } from '../../evaluation/cases.js';
import { namedInTests } from '../../evaluation/cases.js';
import { asObject } from '../../json/plain.js';
import { nodeAt } from '../../json/queries.js';
import type { RelatedFiles } from '../../checks/beside/filesBeside.js';
import { noRelatedFiles } from '../../checks/beside/filesBeside.js';
import { schemas } from '../../targeting/schema.js';
import type { Proposal, Site } from './proposal.js';
import { literal, MAX_PROPOSALS, shortTexts } from './proposal.js';
import { escaped, place } from './snippetText.js';

/** Returns undefined if no name fits the place: the schema then makes the proposals. */
export function namedValues(site: Site): readonly Proposal[] | undefined {
  const { path, outside } = site;
  const { beside = noRelatedFiles } = outside;
  const named = namedAt(site);
  if (named === undefined) return undefined;
  // The attribute's name follows `attributes` or `matrix` in the path.
  const attribute = path.find((_step, index) => path[index - 1] === 'attributes' || path[index - 1] === 'matrix');
  const names =
    named === 'attribute' ? (beside.asked?.attributes.get(String(attribute))?.objects ?? []) : namesOf[named](beside);
  return shortTexts(names).slice(0, MAX_PROPOSALS).map(literal);
}

const namesOf: Readonly<Record<Exclude<NamedInTests, 'attribute'>, (beside: RelatedFiles) => readonly string[]>> = {
  user: ({ users }) => users?.all.map(({ name }) => name) ?? [],
  environment: ({ environments }) => environments ?? [],
  variation: ({ tested }) => tested?.targeting.variations?.flatMap(({ name }) => name?.text ?? []) ?? [],
  rule: ({ tested }) => tested?.targeting.rules?.flatMap(({ name }) => name?.text ?? []) ?? [],
};

function namedAt({ schema, path }: Site): NamedInTests | undefined {
  if (schema === schemas.users) return isAttribute(path) ? 'attribute' : undefined;
  if (schema !== schemas.tests) return undefined;
  // In a matrix, an item of an attribute's list is a value of the attribute, too.
  return namedInTests(path[2] === 'matrix' ? path.slice(0, 4) : path);
}

function isAttribute(path: Site['path']): boolean {
  return path.length === 4 && path[0] === 'users' && path[2] === 'attributes';
}

export function attributeKeys(site: Site, hasColon: boolean): readonly Proposal[] {
  const { json, schema, path, outside } = site;
  if (
    (schema !== schemas.users && schema !== schemas.tests) ||
    (path.at(-1) !== 'attributes' && path.at(-1) !== 'matrix')
  )
    return [];
  const present = asObject(nodeAt(json, path)?.value) ?? {};
  const asked = [...(outside.beside?.asked?.attributes.keys() ?? [])];
  const value = path.at(-1) === 'matrix' ? `["${place(1)}"]` : `"${place(1)}"`;
  return shortTexts(asked)
    .filter((name) => !Object.hasOwn(present, name))
    .slice(0, MAX_PROPOSALS)
    .map((name) => ({
      label: name,
      insert: `${escaped(JSON.stringify(name))}${hasColon ? '' : `: ${value}`}`,
      kind: CompletionItemKind.Field,
    }));
}
