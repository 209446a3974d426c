/** What the schema of targeting.config.json does not know: time zones, attributes of users, and where files of environments are. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { asObject } from '../../json/plain.js';
import { nodeAt } from '../../json/queries.js';
import { attributeTypes } from '../../targeting/policy.js';
import { schemas } from '../../targeting/schema.js';
import { knownZones, partsOfWindow, readWindow } from '../../targeting/window.js';
import type { Proposal, Site } from './proposal.js';
import { literal, MAX_PROPOSALS, shortTexts } from './proposal.js';
import { escaped } from './snippetText.js';

/** Before what the schema says. */
export function configValues({ schema, json, path, written = '', outside }: Site): readonly Proposal[] {
  if (schema !== schemas.config) return [];
  if (isOfRules(path) && path.at(-1) === 'window') return windows(written, outside.timeZone);
  if (path[0] !== 'overrides' || path.at(-1) !== 'files') return [];
  const root = asObject(json.root?.value) ?? {};
  const { files } = root;
  if (typeof files !== 'string' || !files.includes('{environment}')) return [];
  return Object.keys(asObject(root['environments']) ?? {})
    .map((name) => files.replace('{environment}', () => name).replace(/\{toggle\}.*$/, '*'))
    .map(literal);
}

/** The attributes that files look at and the rule does not list, each with the type of the conditions. */
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

/** The days and hours that are written, or those that are usual, in the person's own time zone, and in each other one. */
function windows(written: string, own: string | undefined): readonly Proposal[] {
  const text = written.replace(/^"|"$/g, '');
  const begun = /^\S+ \d\d:\d\d-\d\d:\d\d /.exec(text)?.[0];
  const isRead = begun !== undefined && typeof readWindow(`${begun}UTC`) !== 'string';
  const usual = ['Mon-Fri 09:00-17:00 ', 'Mon-Thu 08:00-17:00 ', 'Mon-Sun 00:00-24:00 '];
  const first = own === undefined ? [] : [own];
  const zones = [...new Set([...first, ...knownZones()])];
  const all = isRead
    ? zones.map((zone) => partsOfWindow(begun).when + zone)
    : [
        ...usual.flatMap((when) => first.map((zone) => when + zone)),
        ...zones.map((zone) => `${usual[0] ?? ''}${zone}`),
      ];
  return [...new Set(all)].slice(0, MAX_PROPOSALS).map((window) => literal(window));
}
