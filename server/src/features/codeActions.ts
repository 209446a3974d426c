/**
 * textDocument/codeAction: a quick fix for each answer that a problem has, and one action that applies every fix that
 * is the only answer. Works from the document's own problems, so a fix is offered for what the editor itself reports
 * (a comment, a trailing comma), too. No fix is found by reading a message.
 */
import { t } from '@vscode/l10n';
import type { CodeAction, CodeActionContext, Diagnostic, Position, Range, TextEdit } from 'vscode-languageserver-types';
import { CodeActionKind } from 'vscode-languageserver-types';
import { removalOfProperty, withNumbers, withProperty } from '../json/edits.js';
import type { Edit } from '../json/edits.js';
import type { Span } from '../json/nodes.js';
import { nodeAt, placeAt } from '../json/queries.js';
import type { Fix, Problem } from '../checks/problem.js';
import type { Rating } from '../checks/rating.js';
import { plainRating, rated } from '../checks/rating.js';
import { sameRange } from '../json/text.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';
import { describedVariations, labelOfVariation } from './variations.js';

export const fixAllKind = `${CodeActionKind.SourceFixAll}.toggleTargeting`;
export const codeActionKinds = [CodeActionKind.QuickFix, fixAllKind];

/** @param rating problems that are `off` are none, and have no fix */
export function codeActions(
  document: OpenDocument,
  range: Range,
  context: CodeActionContext,
  rating: Rating = plainRating,
): CodeAction[] {
  const problems = document.problems.filter((problem) => rated(problem, rating).severity !== 'off');
  const wants = (kind: string) => isWanted(kind, context.only);
  return [
    ...(wants(CodeActionKind.QuickFix)
      ? quickFixes(document, problems, range, (problem) => shownFor(problem, rating, context))
      : []),
    // Editors ask for source actions by name; a light bulb at every place would be noise.
    ...(context.only !== undefined && wants(fixAllKind) ? fixAll(document, rating) : []),
  ];
}

/** Whether an editor that asks for these kinds asks for that one. */
export function isWanted(kind: string, only: CodeActionContext['only']): boolean {
  return only?.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;
}

function quickFixes(
  document: OpenDocument,
  problems: readonly Problem[],
  range: Range,
  shownFor: (problem: Problem) => readonly Diagnostic[],
): CodeAction[] {
  return problems
    .filter((problem) => touches(problem.range, range))
    .flatMap((problem) => {
      const diagnostics = shownFor(problem);
      return answersTo(document, problem).map(({ title, edit, preferred }) => ({
        title,
        kind: CodeActionKind.QuickFix,
        edit: { changes: { [document.uri]: [textEdit(document, edit)] } },
        ...(diagnostics.length > 0 && { diagnostics: [...diagnostics] }),
        ...(preferred && { isPreferred: true }),
      }));
    });
}

function fixAll(document: OpenDocument, rating: Rating): CodeAction[] {
  const edits = onlyAnswers(document, rating).map(({ edit }) => textEdit(document, edit));
  if (edits.length === 0) return [];
  return [
    {
      title: t('Fix all targeting problems with one answer'),
      kind: fixAllKind,
      edit: { changes: { [document.uri]: edits } },
    },
  ];
}

/** Every problem with one answer, and the edit that is it. */
export function onlyAnswers(
  document: OpenDocument,
  rating: Rating,
): readonly { readonly problem: Problem; readonly edit: Edit }[] {
  return document.problems
    .filter((problem) => rated(problem, rating).severity !== 'off' && isOnlyAnswer(problem))
    .flatMap((problem) => answersTo(document, problem).map(({ edit }) => ({ problem, edit })));
}

/** Removing a property is never the only answer: the person may have meant another name. */
export function isOnlyAnswer({ code, fixes: [fix, ...others] = [] }: Problem): boolean {
  if (fix === undefined || others.length > 0) return false;
  // The other file may be the one that is wrong, or the segment be made next.
  if (code === 'impossible-prerequisite' || code === 'unknown-segment') return false;
  return !['select-variation', 'serve-variation', 'add-serve', 'remove-property', 'set-split'].includes(fix.kind);
}

function touches(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** Those of the editor's diagnostics that report the problem. */
function shownFor(problem: Problem, rating: Rating, { diagnostics }: CodeActionContext): readonly Diagnostic[] {
  const { code } = rated(problem, rating);
  return diagnostics.filter((shown) => shown.code === code && sameRange(shown.range, problem.range));
}

interface Answer {
  readonly title: string;
  readonly edit: Edit;
  readonly preferred: boolean;
}

function answersTo(document: OpenDocument, problem: Problem): readonly Answer[] {
  const start = document.json.offsetAt(problem.range.start);
  const end = document.json.offsetAt(problem.range.end);
  return (problem.fixes ?? []).flatMap((fix, index) => {
    const preferred = index === 0 && (isOnlyAnswer(problem) || fix.kind === 'rename-key');
    return answers(document, fix, { start, end }).map((answer) => ({ ...answer, preferred }));
  });
}

function answers(document: OpenDocument, fix: Fix, span: Span): readonly Pick<Answer, 'title' | 'edit'>[] {
  const replacement = (title: string, newText: string) => [{ title, edit: { ...span, newText } }];
  const { json } = document;
  switch (fix.kind) {
    case 'quote': {
      const source = json.text.slice(span.start, span.end);
      const shown = source.length > 40 ? `${source.slice(0, 40)}…` : source;
      return replacement(t('Quote the value: "{0}"', shown), `"${source}"`);
    }
    case 'replace-value':
      return replacement(t('Change to {0}', fix.json), fix.json);
    case 'select-variation':
      return variationsToChoose(document).flatMap((label, i) => replacement(t('Select {0}', label), String(i)));
    case 'rename-key':
      return replacement(t('Rename to "{0}"', fix.key), JSON.stringify(fix.key));
    case 'serve-variation':
      return variationsToChoose(document).flatMap((label, i) =>
        replacement(t('Serve {0}', label), `{ "select": ${i} }`),
      );
    case 'add-serve': {
      const rule = nodeAt(json, placeAt(json, span.start + 1).path.slice(0, ruleDepth));
      return variationsToChoose(document).flatMap((label, i) => {
        const edit = rule && withProperty(json, rule, `"serve": { "select": ${i} }`);
        return edit === undefined ? [] : [{ title: t('Serve {0}', label), edit }];
      });
    }
    case 'set-split': {
      const title = fix.how === 'even' ? t('Split evenly') : t('Scale the split to 100%');
      const split = nodeAt(json, placeAt(json, span.start + 1).path);
      return split?.kind === 'array' ? [{ title, edit: withNumbers(json, split, fix.shares) }] : [];
    }
    case 'remove-property': {
      // Inside the key: where a comma is missing, it begins where the property before it ends.
      const own = placeAt(json, span.start + 1).path;
      const path = fix.key === undefined ? own : [...own.slice(0, -1), fix.key];
      const removed = removalOfProperty(json, path);
      const title = t('Remove "{0}"', String(path.at(-1)).slice(0, 60));
      return removed === undefined ? [] : [{ title, edit: { ...removed, newText: '' } }];
    }
    case 'remove-text':
      return replacement(fix.what === 'comment' ? t('Remove the comment') : t('Remove the comma'), '');
  }
}

/** A rule's path has this many steps: content, rules, its index. */
const ruleDepth = 3;

/** `0 · control = "false"`. More than a menu can show helps nobody. */
function variationsToChoose(document: OpenDocument): readonly string[] {
  return describedVariations(document, 50).map(labelOfVariation);
}

function textEdit(document: OpenDocument, edit: Edit): TextEdit {
  return { range: rangeOf(document, edit), newText: edit.newText };
}
