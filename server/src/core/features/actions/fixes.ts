/** Quick fixes and "fix all", computed from the document's problems instead of the editor's diagnostics. */
import { t } from '../../t.js';
import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver-types';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { ProblemCode } from '../../checks/codes.js';
import type { BrokenRule, Fix, Problem } from '../../checks/problem.js';
import type { Rating } from '../../checks/rating.js';
import { plainRating, shownAs } from '../../checks/rating.js';
import { closestOf } from '../../checks/closest.js';
import { listed } from '../../checks/words.js';
import type { JsonDocument } from '../../json/document.js';
import { parse } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import { removalOfProperty, withItems, withProperties } from '../../json/edit/edits.js';
import type { ObjectNode } from '../../json/nodes.js';
import { nodeAt, placeAt, spanOf, textNamed } from '../../json/queries.js';
import { sameRange, touches } from '../../json/text.js';
import { Writing } from '../../json/edit/writing.js';
import { servedBy, servesOf, targetingOf } from '../../targeting/model.js';
import { moved, reorderedItems } from '../../targeting/values/variationOrder.js';
import { isWellFormed } from '../../json/understood.js';
import type { AboutProblems } from './aboutProblems.js';
import { aboutProblems, attributeActions, quickFixOf, showRules, showWhy } from './aboutProblems.js';
import { fadedRange } from '../diagnostics.js';
import type { Answer } from './itemFixes.js';
import { moveAbove, removalOfItem } from './itemFixes.js';
import type { OpenDocument } from '../openDocument.js';
import { workspaceEdit } from '../openDocument.js';
import { cut, variationLabels } from '../variations.js';

export const fixAllKind = `${CodeActionKind.SourceFixAll}.toggleTargeting`;
export const codeActionKinds = [CodeActionKind.QuickFix, fixAllKind];

/** Optional information from outside the document that affects its fixes. */
export interface FixContext extends AboutProblems {
  readonly rating?: Rating;
  /** The keys of the toggles that the document's toggle may require. */
  readonly toggles?: () => readonly string[];
  /** Whether the editor itself already reports the problem. */
  readonly reportedByEditor?: (problem: Problem) => boolean;
}

export function codeActions(
  document: OpenDocument,
  range: Range,
  context: CodeActionContext,
  beside: FixContext = {},
): CodeAction[] {
  const wants = (kind: string) => isWanted(kind, context.only);
  return [
    ...(wants(CodeActionKind.QuickFix) ? quickFixes(document, range, context, beside) : []),
    // "Fix all" is offered only if it is requested by name, because a light bulb everywhere would be noise.
    ...(context.only !== undefined && wants(fixAllKind) ? fixAll(document, beside.rating ?? plainRating) : []),
  ];
}

/** Whether a request for the code action kinds in `only` includes `kind`. */
export function isWanted(kind: string, only: CodeActionContext['only']): boolean {
  return only?.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;
}

function quickFixes(
  document: OpenDocument,
  range: Range,
  { diagnostics }: CodeActionContext,
  { rating = plainRating, toggles, reportedByEditor, ...about }: FixContext,
): CodeAction[] {
  const codes: ProblemCode[] = [];
  const broken: BrokenRule[] = [];
  const why: CodeAction[] = [];
  // The fix of a faded rule is offered anywhere in the rule.
  const here = document.problems.filter((problem) =>
    [problem.range, fadedRange(document, problem)].some((each) => each && touches(each, range)),
  );
  const fixes = here.slice(0, MAX_PROBLEMS_HERE).flatMap((problem) => {
    const shown = shownAs(problem, rating);
    if (shown === undefined) return [];
    if (reportedByEditor?.(problem) !== true) codes.push(shown.code);
    if (problem.breaks !== undefined) broken.push(problem.breaks);
    const reported = diagnostics.filter((each) => each.code === shown.code && sameRange(each.range, problem.range));
    const common = quickFixOf(reported);
    if (problem.claim !== undefined && about.showsWhy === true)
      why.push({ ...showWhy(document.uri, problem.claim), ...common });
    const own = (problem.fixes ?? []).flatMap((fix, index) => {
      const isSure = index === 0 && (isOnlyAnswer(problem) || fix.kind === 'rename-key');
      return answers(document, fix, problem.range, toggles).map(({ title, edits, isPreferred = isSure }) => ({
        title,
        edit: workspaceEdit(document, edits),
        ...(isPreferred && { isPreferred }),
      }));
    });
    return [...own, ...attributeActions(document, problem, about)].map((action) => ({ ...action, ...common }));
  });
  return [...fixes, ...why, ...showRules(broken, about), ...aboutProblems(codes, diagnostics, about)];
}

/** The maximum number of problems that get quick fixes: a selection of the whole file may contain thousands. */
const MAX_PROBLEMS_HERE = 100;

function fixAll(document: OpenDocument, rating: Rating): CodeAction[] {
  const edits = onlyAnswers(document, rating).flatMap((answer) => answer.edits);
  if (edits.length === 0) return [];
  const title = t('Fix all auto-fixable targeting problems');
  return [{ title, kind: fixAllKind, edit: workspaceEdit(document, edits) }];
}

/** The fixes of all problems that have a single certain fix, each with the problem's displayed code. */
export function onlyAnswers(
  document: OpenDocument,
  rating: Rating,
): readonly { readonly code: ProblemCode; readonly edits: readonly Edit[] }[] {
  return document.problems.flatMap((problem) => {
    const [fix] = problem.fixes ?? [];
    const shown = shownAs(problem, rating);
    if (fix === undefined || shown === undefined || !isOnlyAnswer(problem)) return [];
    return answers(document, fix, problem.range).map(({ edits }) => ({ code: shown.code, edits }));
  });
}

/** Whether the problem has a single certain fix, which can be applied without asking. */
export function isOnlyAnswer({ fixes: [fix, ...others] = [] }: Problem): boolean {
  return fix !== undefined && 'isCertain' in fix && fix.isCertain && others.length === 0;
}

type HasJson = Pick<OpenDocument, 'json'>;

/** All fixes for a problem with their edits, best first. */
export function fixOptionsOf(document: HasJson, problem: Problem, toggles?: FixContext['toggles']): readonly Answer[] {
  return (problem.fixes ?? []).flatMap((fix) => answers(document, fix, problem.range, toggles));
}

function answers({ json }: HasJson, fix: Fix, range: Range, toggles?: FixContext['toggles']): readonly Answer[] {
  const span = spanOf(json, range);
  const replacement = (title: string, newText: string) => [{ title, edits: [{ ...span, newText }] }];
  switch (fix.kind) {
    case 'quote': {
      const source = json.text.slice(span.start, span.end);
      return replacement(t('Quote the value: "{0}"', cut(source, 40)), `"${source}"`);
    }
    case 'replace-value':
      return replacement(t('Change to {0}', fix.json), fix.json);
    case 'rename-key':
      return replacement(t('Rename to "{0}"', fix.key), JSON.stringify(fix.key));
    case 'remove-text':
      return replacement(fix.what === 'comment' ? t('Remove the comment') : t('Remove the comma'), '');
    case 'select-variation':
      return variationsToSelect(json).map(({ label, index, isPreferred }) => ({
        ...{ title: t('Select {0}', label), edits: [{ ...span, newText: String(index) }] },
        isPreferred,
      }));
    case 'serve-variation':
      return variationsToChoose(json).flatMap((label, i) => replacement(t('Serve {0}', label), `{ "select": ${i} }`));
    case 'add-serve': {
      const rule = nodeAt(json, placeAt(json, span.start + 1).path.slice(0, ruleDepth));
      const first = rule?.kind === 'object' ? rule.properties[0] : undefined;
      if (first === undefined) return [];
      return variationsToChoose(json).map((label, i) => ({
        title: t('Serve {0}', label),
        edits: [withProperties(json, first, [`"serve": { "select": ${i} }`])],
      }));
    }
    case 'set-split': {
      const title = fix.how === 'even' ? t('Split evenly') : t('Scale the split to 100%');
      const split = nodeAt(json, placeAt(json, span.start + 1).path);
      return split?.kind === 'array' ? [{ title, edits: withItems(json, split, fix.shares.map(String)) }] : [];
    }
    case 'move-rule-to-end': {
      const list = nodeAt(json, ['content', 'rules']);
      const index = placeAt(json, span.start + 1).path[ruleDepth - 1];
      if (list?.kind !== 'array' || typeof index !== 'number' || !isWellFormed(json)) return [];
      const edits = reorderedItems(json, list, moved(list.items.length, index, list.items.length - 1));
      return [{ title: t('Move the rule to the end'), edits }];
    }
    case 'move-rule-above':
      return moveAbove(json, fix.rule, placeAt(json, span.start + 1).path);
    case 'remove-item':
      return removalOfItem(json, fix.what, placeAt(json, span.start + 1).path);
    case 'set-properties': {
      const object = nodeAt(json, placeAt(json, span.start + 1).path.slice(0, -1));
      if (object?.kind !== 'object' || !isWellFormed(json)) return [];
      const title = t('Add {0}', listed(Object.keys(fix.properties)));
      return [{ title, edits: settingsOf(json, object, fix.properties) }];
    }
    case 'nearest-toggle': {
      const key = textNamed(nodeAt(json, placeAt(json, span.start + 1).path.slice(0, -1)), 'key');
      const required = targetingOf(json).prerequisites.map((each) => each.key);
      const others = toggles?.().filter((each) => !required.includes(each)) ?? [];
      const nearest = key === undefined ? undefined : closestOf(key, others);
      const written = JSON.stringify(nearest);
      return nearest === undefined ? [] : replacement(t('Change to {0}', written), written);
    }
    case 'remove-property': {
      // Use an offset inside the key, because without a comma, the key starts where the previous property ends.
      const own = placeAt(json, span.start + 1).path;
      const path = fix.key === undefined ? own : [...own.slice(0, -1), fix.key];
      const edits = removalOfProperty(json, path);
      const title = t('Remove "{0}"', String(path.at(-1)).slice(0, 60));
      return edits === undefined ? [] : [{ title, edits }];
    }
  }
}

/** Replaces the values of existing properties, and appends the other properties. */
function settingsOf(json: JsonDocument, object: ObjectNode, properties: Readonly<Record<string, unknown>>): Edit[] {
  const source = parse(JSON.stringify(properties));
  const writing = new Writing(json, source);
  const last = object.properties.at(-1);
  if (source.root?.kind !== 'object' || last === undefined) return [];
  const added: string[] = [];
  const edits = source.root.properties.flatMap((property): Edit[] => {
    const present = object.byKey.get(property.key.value)?.node;
    if (present === undefined) added.push(writing.property(property, last.start));
    const newText = property.node && writing.value(property.node, last.start);
    return present && newText !== undefined ? [{ start: present.start, end: present.end, newText }] : [];
  });
  return added.length === 0 ? edits : [...edits, withProperties(json, last, added)];
}

/** The length of a rule's path: `content`, `rules`, index. */
const ruleDepth = 3;

/** Labels of the variations to choose from, at most 50, so that they fit into a menu. */
function variationsToChoose(json: JsonDocument): readonly string[] {
  return variationLabels(json, 50);
}

/** Choices for a `select`. If exactly one variation is not served, it comes first and is preferred. */
function variationsToSelect(json: JsonDocument) {
  const served = new Set(servesOf(targetingOf(json)).flatMap((serve) => servedBy(serve).map((each) => each.variation)));
  const all = variationsToChoose(json).map((label, index) => ({ label, index, isServed: served.has(index) }));
  const isOne = all.filter(({ isServed }) => !isServed).length === 1;
  const choices = all.map(({ isServed, ...choice }) => ({ ...choice, isPreferred: isOne && !isServed }));
  return choices.toSorted((a, b) => Number(b.isPreferred) - Number(a.isPreferred));
}
