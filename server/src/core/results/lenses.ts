/** textDocument/codeLens above rules and the default: why a rule is dead, or for which users it decides. */
import { t } from '../t.js';
import type { CodeLens } from 'vscode-languageserver-types';
import type { DeadTargeting } from '../checks/deadTargeting.js';
import { calledRule, messageOf, pathOf } from '../checks/deadTargeting.js';
import { nodeAt } from '../json/queries.js';
import { lensAt } from '../features/codeLens.js';
import { fadedReason } from '../features/layout/documentSymbol.js';
import type { OpenDocument } from '../features/openDocument.js';
import { oneLine } from '../features/variations.js';
import { listOfFirst } from '../targeting/joined.js';
import { listIn } from '../targeting/model.js';
import type { Evaluated, Person } from './evaluated.js';

/** @param showCommand the client's command that shows who gets what; if undefined, lenses are not links */
export function userLenses(
  open: OpenDocument,
  evaluated: Evaluated,
  people: readonly Person[],
  showCommand: string | undefined,
): CodeLens[] {
  const deciders = new Map<string, { readonly names: string[]; depending: number }>();
  for (const person of people) {
    const { by, path, isKnown } = evaluated.decided(person).decider;
    if (by === 'prerequisite' || by === 'unknown-rules') continue;
    const place = JSON.stringify(path);
    const users = deciders.get(place) ?? { names: [], depending: 0 };
    deciders.set(place, users);
    if (isKnown) users.names.push(person.name);
    else users.depending += 1;
  }
  return Array.from(deciders, ([place, { names, depending }]) => {
    const node = nodeAt(open.json, JSON.parse(place) as (string | number)[]);
    // If a single rule or the default decides for all users, a lens would add nothing.
    if (node === undefined || names.length === people.length) return [];
    const known = titleOf(names, people.length);
    const title = depending === 0 ? known : t('{0}; {1} unknown', known, depending);
    return [lensAt(open, node, { title, ...tooltipOf(names), command: showCommand ?? '' })];
  }).flat();
}

/** Lenses above rules: why the rule is faded; otherwise, why its first faded part is. */
export function deadLenses(open: OpenDocument, dead: readonly DeadTargeting[]): CodeLens[] {
  const rules = listIn(open.json, 'rules')?.items ?? [];
  const ofRules = dead.filter((each) => 'rule' in each).toReversed();
  const rulesLast = ofRules.toSorted((one, other) => pathOf(other).length - pathOf(one).length);
  return [...new Map(rulesLast.map((each) => [each.rule, each])).values()].flatMap((each) => {
    const reason = fadedReason(open.json, each.code, pathOf(each));
    const node = reason && rules[each.rule];
    if (!node) return [];
    const isCondition = each.code === 'redundant-condition';
    const title = isCondition ? t('condition {0} changes nothing', each.condition + 1) : reason;
    return [lensAt(open, node, { title, tooltip: messageOf(each, (rule) => calledRule(rules[rule], rule)) })];
  });
}

/** Title of a lens: `4 of 12 users: ada, bob + 2 more`. */
function titleOf(names: readonly string[], count: number): string {
  if (names.length === 0) return t('0 of {0} users', count);
  const shown = names.map((name) => oneLine(name, 20));
  return t('{0} of {1} users: {2}', names.length, count, listOfFirst(shown, names.length > 3 ? 2 : 3));
}

function tooltipOf(names: readonly string[]): { readonly tooltip?: string } {
  if (names.length === 0) return {};
  const shown = names.map((name) => oneLine(name));
  return { tooltip: listOfFirst(shown, 20) };
}
