/** Proposals for whole conditions and their parts, based on condition types, nearby conditions and the workspace. */
import { t } from '../../t.js';
import { listNamed, nodeAt } from '../../json/queries.js';
import type { AttributeType } from '../../targeting/rules/policy.js';
import type { Condition } from '../../targeting/model.js';
import { conditionOf, listIn, objectsOf } from '../../targeting/model.js';
import { CompletionItemKind } from 'vscode-languageserver-types';
import { allowedAttributes, isAllowed } from '../../targeting/rules/allowed.js';
import { boundPredicates, conditionTypes as allTypes, predicates } from '../../targeting/values/predicates.js';
import type { Moment, CompletionContext, Proposal, Site } from './proposal.js';
import { literal, MAX_PROPOSALS, onLines, shortTexts } from './proposal.js';
import { acceptedSpelling } from '../../targeting/values/instant.js';
import { MAX_CHOICES } from './serves.js';
import { choice, place, quotable } from './snippetText.js';
import { knownAttributes, knownSegments } from './inService.js';

/** Proposes a condition per type, and a `between` condition for types with bounds, using only allowed predicates. */
export function conditions(outside: CompletionContext): readonly Proposal[] {
  const { now: moment, policies } = outside;
  const now = moment ?? { seconds: 1_656_317_290, offsetMinutes: 8 * 60 };
  const inAWeek = { ...now, seconds: now.seconds + 7 * 24 * 60 * 60 };
  const objects: Readonly<Record<string, string>> = { number: '0', datetime: datetimeText(now), semver: '1.0.0' };
  const plain = Object.entries(predicates).flatMap(([type, all]) => {
    const allowed = all.filter((each) => each !== 'between' && isAllowed(policies, each));
    if (allowed.length === 0) return [];
    const predicate = choice(2, allowed);
    const properties = [
      `"type": "${type}"`,
      // A segment condition uses the user, not an attribute.
      ...(type === 'segment' ? [] : [`"subject": "${subjectPlace(1, type, outside)}"`]),
      `"predicate": "${predicate}"`,
      `"objects": ["${place(3, objects[type])}"]`,
    ];
    return onLines({ label: t('condition: {0}', type), filter: `condition ${type}` }, properties);
  });
  const withBounds = isAllowed(policies, 'between') ? Object.entries(boundPredicates) : [];
  const bounded = withBounds.map(([type, bounds]) => {
    const properties = [
      `"type": "${type}"`,
      `"subject": "${subjectPlace(1, type, outside)}"`,
      '"predicate": "between"',
      `"leftPredicate": "${choice(2, bounds.filter(isLower))}"`,
      `"objects": ["${place(3, objects[type])}"]`,
      `"rightPredicate": "${choice(
        4,
        bounds.filter((each) => !isLower(each)),
      )}"`,
      `"rightObjects": ["${place(5, type === 'number' ? '100' : datetimeText(inAWeek))}"]`,
    ];
    return onLines({ label: t('condition: {0} between', type), filter: `condition ${type} between` }, properties);
  });
  return [...plain, ...bounded];
}

/** A snippet placeholder for an attribute, with a choice of the attributes that are listed for the type. */
export function subjectPlace(index: number, type: string, { policies }: CompletionContext): string {
  const listed = Array.from(allowedAttributes(policies) ?? []).filter((each) => fits(each, type));
  const texts = shortTexts(listed.map(([name]) => name)).map(quotable);
  return choice(index, texts.slice(0, MAX_CHOICES));
}

function fits([, listed]: readonly [string, AttributeType], type: string | undefined): boolean {
  return type === undefined || listed === 'any' || listed === type;
}

/** Proposes the types of conditions; types that have the condition's predicate come first. */
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
  const all = ofType(predicates, conditionAt(site)?.type);
  return literals(all.filter((each) => isAllowed(site.outside.policies, each)));
}

/** Proposes predicates for a bound of `between`: lower bounds come first on the left, upper bounds on the right. */
export function boundValues(site: Site): readonly Proposal[] {
  const isRight = site.path.at(-1) === 'rightPredicate';
  const all = ofType(boundPredicates, conditionAt(site)?.type);
  return literals([
    ...all.filter((each) => isLower(each) !== isRight),
    ...all.filter((each) => isLower(each) === isRight),
  ]);
}

/** Proposes attributes, first from conditions of the same type. If the config lists attributes, others are left out. */
export function subjects(site: Site): readonly Proposal[] {
  const type = conditionAt(site)?.type;
  if (type === 'segment') return [];
  const near = conditionsNear(site);
  const alike = near.filter((condition) => condition.type === type);
  const from = site.outside.subjects;
  const sent = new Set(site.outside.sent?.());
  const sentNow = new Set(site.outside.sentNow?.());
  const all = [
    ...byFrequency(alike.map(({ subject }) => subject)),
    ...(type === undefined ? [] : (from?.(type) ?? [])),
    ...byFrequency(near.filter((condition) => condition.type !== 'segment').map(({ subject }) => subject)),
    ...(from?.(undefined) ?? []),
    ...sentNow,
    ...sent,
    ...knownAttributes(site.outside),
  ];
  const listed = allowedAttributes(site.outside.policies);
  const known = listed === undefined ? all : listedFirst(listed, type, all);
  return shortTexts(known)
    .slice(0, MAX_PROPOSALS)
    .map((subject) => ({
      ...literal(subject),
      kind: CompletionItemKind.Field,
      detail: listed?.get(subject) ?? sentDetail(subject),
    }));

  function sentDetail(subject: string): string | undefined {
    return sentNow.has(subject) ? t('sent by an application') : sent.has(subject) ? t('sent by code') : undefined;
  }
}

/** Returns the listed names: names that fit the type come first, and used names precede unused names. */
function listedFirst(
  listed: ReadonlyMap<string, AttributeType>,
  type: string | undefined,
  used: readonly string[],
): readonly string[] {
  const names = [...new Set([...used.filter((name) => listed.has(name)), ...listed.keys()])];
  const isFitting = (name: string) => fits([name, listed.get(name) ?? 'any'], type);
  return [...names.filter(isFitting), ...names.filter((name) => !isFitting(name))];
}

/** Proposes the current time, or segments: first from nearby conditions, then from the service. */
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
    .slice(0, MAX_PROPOSALS)
    .map((key) => ({ ...literal(key), detail: segments.get(key) }));
}

/** Returns the entries of the type, or of all types if the type is unknown or missing. */
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
  return texts.slice(0, MAX_PROPOSALS).map(literal);
}

/** Conditions of the surrounding rules, because new conditions often resemble them. */
function conditionsNear({ json, path }: Site): readonly Condition[] {
  const rules = listIn(json, 'rules');
  const index = typeof path[2] === 'number' ? path[2] : 0;
  if (rules === undefined) return [];
  return rules.items.slice(Math.max(0, index - rulesOnEachSide), index + rulesOnEachSide + 1).flatMap((rule) => {
    const conditions = listNamed(rule, 'conditions')?.items.slice(0, MAX_CONDITIONS_OF_A_RULE) ?? [];
    return conditions.flatMap((item) => (item.kind === 'object' ? [conditionOf(item)] : []));
  });
}

/** The number of rules before and after the current rule whose conditions are considered. */
const rulesOnEachSide = 50;
const MAX_CONDITIONS_OF_A_RULE = 20;

function conditionAt({ json, path }: Site): Condition | undefined {
  const node = nodeAt(json, path.slice(0, path.indexOf('conditions') + 2));
  return node?.kind === 'object' ? conditionOf(node) : undefined;
}

function isLower(predicate: string): boolean {
  return predicate.startsWith('>') || predicate === 'after';
}

/** Formats a time for a `datetime` condition. */
export function datetimeText({ seconds, offsetMinutes }: Moment): string {
  return acceptedSpelling(seconds * 1_000, offsetMinutes);
}
