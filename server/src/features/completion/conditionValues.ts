/** What a condition compares, and how: what its type, the conditions around it and the workspace know of that. */
import { t } from '@vscode/l10n';
import { listNamed, nodeAt } from '../../json/queries.js';
import type { Condition } from '../../targeting/model.js';
import { conditionOf, listIn, objectsOf } from '../../targeting/model.js';
import { CompletionItemKind } from 'vscode-languageserver-types';
import { boundPredicates, conditionTypes as allTypes, predicates } from '../../targeting/predicates.js';
import type { Proposal, Site } from './proposal.js';
import { literal, mostProposals, shortTexts } from './proposal.js';
import { datetimeText, isLower } from './conditionSnippets.js';
import { knownAttributes, knownSegments } from './inService.js';

/** Those first that have the condition's predicate. */
export function conditionTypes(site: Site): readonly Proposal[] {
  const predicate = conditionAt(site)?.predicate ?? '';
  const fitting = allTypes.filter((type) => predicates[type]?.includes(predicate));
  const others = allTypes.filter((type) => !fitting.includes(type));
  return [...fitting, ...others].map((type) => ({
    ...literal(type),
    preselect: fitting.length === 1 && type === fitting[0],
  }));
}

export function predicateValues(site: Site): readonly Proposal[] {
  return literals(ofType(predicates, conditionAt(site)?.type));
}

/** Usually from below to above. */
export function boundValues(site: Site): readonly Proposal[] {
  const isRight = site.path.at(-1) === 'rightPredicate';
  const all = ofType(boundPredicates, conditionAt(site)?.type);
  return literals([
    ...all.filter((each) => isLower(each) !== isRight),
    ...all.filter((each) => isLower(each) === isRight),
  ]);
}

/** What conditions of the same type look at, here and in other files, before what others do. */
export function subjects(site: Site): readonly Proposal[] {
  const type = conditionAt(site)?.type;
  if (type === 'segment') return [];
  const near = conditionsNear(site);
  const alike = near.filter((condition) => condition.type === type);
  const from = site.outside.subjects;
  const all = [
    ...byFrequency(alike.map(({ subject }) => subject)),
    ...(type === undefined ? [] : (from?.(type) ?? [])),
    ...byFrequency(near.filter((condition) => condition.type !== 'segment').map(({ subject }) => subject)),
    ...(from?.(undefined) ?? []),
    ...knownAttributes(site.outside),
  ];
  return literals(shortTexts(all)).map((proposal) => ({ ...proposal, kind: CompletionItemKind.Field }));
}

/** The current time; segments that are named nearby, then those of the service. Of others nobody knows more than who types them. */
export function objectValues(site: Site): readonly Proposal[] {
  const condition = conditionAt(site);
  const { now } = site.outside;
  if (condition?.type === 'datetime' && now !== undefined)
    return [{ ...literal(datetimeText(now)), detail: t('now'), preselect: true }];
  if (condition?.type !== 'segment') return [];
  const near = conditionsNear(site).filter(({ type }) => type === 'segment');
  const named = byFrequency(near.flatMap(({ node }) => objectsOf(node, 'objects')));
  const present = objectsOf(condition.node, 'objects');
  const segments = knownSegments(site.outside);
  return shortTexts([...named, ...segments.keys()])
    .filter((key) => !present.includes(key))
    .slice(0, mostProposals)
    .map((key) => ({ ...literal(key), detail: segments.get(key) }));
}

/** Of an unknown or missing type, those of all. */
function ofType(table: Readonly<Record<string, readonly string[]>>, type: string | undefined): readonly string[] {
  const own = type !== undefined && Object.hasOwn(table, type) ? table[type] : undefined;
  return own ?? [...new Set(Object.values(table).flat())];
}

function byFrequency(texts: readonly (string | undefined)[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([text]) => text);
}

function literals(texts: readonly string[]): readonly Proposal[] {
  return texts.slice(0, mostProposals).map(literal);
}

/** Conditions of the rules around a place: what one writes is like what stands nearby. */
function conditionsNear({ json, path }: Site): readonly Condition[] {
  const rules = listIn(json, 'rules');
  const index = typeof path[2] === 'number' ? path[2] : 0;
  if (rules === undefined) return [];
  return rules.slice(index - rulesOnEachSide, index + rulesOnEachSide + 1).flatMap((rule) => {
    const conditions = listNamed(rule, 'conditions')?.slice(0, mostOfARule) ?? [];
    return conditions.flatMap((item) => (item.kind === 'object' ? [conditionOf(item)] : []));
  });
}

/** So that the size of the file does not matter. */
const rulesOnEachSide = 50;
const mostOfARule = 20;

/** The condition that a property or an object of it belongs to. */
function conditionAt({ json, path }: Site): Condition | undefined {
  const node = nodeAt(json, path.slice(0, path.indexOf('conditions') + 2));
  return node?.kind === 'object' ? conditionOf(node) : undefined;
}
