/** Proposals for targeting.config.json that are not based on its schema: user attributes and file patterns. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { asObject } from '../../json/plain.js';
import { nodeAt } from '../../json/queries.js';
import { attributeTypes } from '../../targeting/rules/policy.js';
import { schemas } from '../../targeting/schema.js';
import type { Proposal, Site } from './proposal.js';
import { literal, MAX_PROPOSALS, shortTexts } from './proposal.js';
import { escaped } from './snippetText.js';

export function configValues({ schema, json, path, outside }: Site): readonly Proposal[] {
  if (schema !== schemas.config) return [];
  if (path[0] === 'code' && path[1] === 'include' && path.length === 3) return outside.folders?.().map(literal) ?? [];
  if (path[0] !== 'overrides' || path.at(-1) !== 'files') return [];
  const root = asObject(json.root?.value) ?? {};
  const { files } = root;
  if (typeof files !== 'string' || !files.includes('{environment}')) return [];
  return Object.keys(asObject(root['environments']) ?? {})
    .map((name) => files.replace('{environment}', () => name).replace(/\{toggle\}.*$/, '*'))
    .map(literal);
}

/** Proposes attributes that targeting files use but the rule `attributes` does not list, with their types. */
export function configKeys({ schema, json, path, outside }: Site, hasColon: boolean): readonly Proposal[] {
  if (schema !== schemas.config || path.at(-1) !== 'attributes' || !isOfRules(path)) return [];
  const listed = asObject(nodeAt(json, path)?.value) ?? {};
  const typesOf = new Map<string, string[]>();
  for (const type of attributeTypes)
    if (type !== 'any')
      for (const name of outside.subjects?.(type) ?? []) typesOf.set(name, [...(typesOf.get(name) ?? []), type]);
  return shortTexts(typesOf.keys())
    .filter((name) => !Object.hasOwn(listed, name))
    .slice(0, MAX_PROPOSALS)
    .map((name) => {
      const types = typesOf.get(name) ?? [];
      const type = types.length === 1 ? String(types[0]) : 'any';
      const value = hasColon ? '' : `: "${type}"`;
      const insert = `${escaped(JSON.stringify(name))}${value}`;
      return { label: name, insert, kind: CompletionItemKind.Field, detail: type };
    });
}

function isOfRules(path: Site['path']): boolean {
  return path.at(-2) === 'rules' && (path.length === 2 || (path.length === 4 && path[0] === 'environments'));
}
