/**
 * textDocument/codeAction: a quick fix for each answer that a problem has, and one action that applies every fix that
 * is the only answer. Works from the document's own problems, so a fix is offered for what the editor itself reports
 * (a comment, a trailing comma), too. No fix is found by reading a message.
 */
import type { CodeAction, CodeActionContext, Diagnostic, Position, Range, TextEdit } from 'vscode-languageserver-types';
import { CodeActionKind } from 'vscode-languageserver-types';
import { removalOfProperty } from '../document/edits.js';
import type { Edit } from '../document/edits.js';
import type { Span } from '../document/nodes.js';
import { placeAt } from '../document/queries.js';
import type { Fix, Problem, Severities } from '../problems/problem.js';
import { severityOf } from './diagnostics.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';
import { describedVariations } from './variations.js';

export const fixAllKind = `${CodeActionKind.SourceFixAll}.toggleTargeting`;
export const codeActionKinds = [CodeActionKind.QuickFix, fixAllKind];

/** @param severities problems that are `off` are none, and have no fix */
export function codeActions(
  document: OpenDocument,
  range: Range,
  context: CodeActionContext,
  severities: Severities = {},
): CodeAction[] {
  const problems = document.problems.filter(({ code }) => severityOf(code, severities) !== 'off');
  const wants = (kind: string) => isWanted(kind, context.only);
  return [
    ...(wants(CodeActionKind.QuickFix) ? quickFixes(document, problems, range, context.diagnostics) : []),
    // Editors ask for source actions by name; a light bulb at every place would be noise.
    ...(context.only !== undefined && wants(fixAllKind) ? fixAll(document, problems) : []),
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
  shown: readonly Diagnostic[],
): CodeAction[] {
  return problems
    .filter((problem) => touches(problem.range, range))
    .flatMap((problem) => {
      const diagnostics = shown.filter((diagnostic) => reports(diagnostic, problem));
      return answersTo(document, problem).map(({ title, edit, preferred }) => ({
        title,
        kind: CodeActionKind.QuickFix,
        edit: { changes: { [document.uri]: [textEdit(document, edit)] } },
        ...(diagnostics.length > 0 && { diagnostics }),
        ...(preferred && { isPreferred: true }),
      }));
    });
}

function fixAll(document: OpenDocument, problems: readonly Problem[]): CodeAction[] {
  const edits = problems
    .filter(isOnlyAnswer)
    .flatMap((problem) => answersTo(document, problem).map(({ edit }) => textEdit(document, edit)));
  if (edits.length === 0) return [];
  return [
    {
      title: 'Fix all targeting problems with one answer',
      kind: fixAllKind,
      edit: { changes: { [document.uri]: edits } },
    },
  ];
}

/** Removing a property is never the only answer: the person may have meant another name. */
function isOnlyAnswer({ fixes: [fix, ...others] = [] }: Problem): boolean {
  if (fix === undefined || others.length > 0) return false;
  return fix.kind !== 'select-variation' && fix.kind !== 'remove-property';
}

function touches(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

function reports({ code, range }: Diagnostic, problem: Problem): boolean {
  const same = (a: Position, b: Position) => a.line === b.line && a.character === b.character;
  return code === problem.code && same(range.start, problem.range.start) && same(range.end, problem.range.end);
}

interface Answer {
  readonly title: string;
  readonly edit: Edit;
  readonly preferred: boolean;
}

function answersTo(document: OpenDocument, problem: Problem): readonly Answer[] {
  const start = document.offsetAt(problem.range.start);
  const end = document.offsetAt(problem.range.end);
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
      return replacement(`Quote the value: "${shown}"`, `"${source}"`);
    }
    case 'replace-value':
      return replacement(`Change to ${fix.json}`, fix.json);
    case 'select-variation':
      // More than a menu can show helps nobody.
      return describedVariations(document)
        .slice(0, 50)
        .flatMap((described, i) => replacement(`Select ${i}${described && ` · ${described}`}`, String(i)));
    case 'rename-key':
      return replacement(`Rename to "${fix.key}"`, JSON.stringify(fix.key));
    case 'remove-property': {
      // Inside the key: where a comma is missing, it begins where the property before it ends.
      const { path } = placeAt(json, span.start + 1);
      const removed = removalOfProperty(json, path);
      const title = `Remove "${String(path.at(-1)).slice(0, 60)}"`;
      return removed === undefined ? [] : [{ title, edit: { ...removed, newText: '' } }];
    }
    case 'remove-text':
      return replacement(fix.what === 'comment' ? 'Remove the comment' : 'Remove the comma', '');
  }
}

function textEdit(document: OpenDocument, edit: Edit): TextEdit {
  return { range: rangeOf(document, edit), newText: edit.newText };
}
