/**
 * textDocument/codeAction: a quick fix for each answer that a problem has, and one action that applies every fix that
 * is the only answer. Works from the document's own problems, so a fix is offered for what the editor itself reports
 * (a comment, a trailing comma), too. No fix is found by reading a message.
 */
import type { CodeAction, CodeActionContext, Diagnostic, Range, TextEdit } from 'vscode-languageserver-types';
import { CodeActionKind } from 'vscode-languageserver-types';
import { removalOfProperty } from '../document/edits.js';
import type { Edit } from '../document/edits.js';
import { nodeAt, spanAt } from '../document/queries.js';
import type { Fix, Problem, Severities } from '../problems/problem.js';
import { severityOf } from './diagnostics.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';

export const fixAllKind = `${CodeActionKind.SourceFixAll}.toggleTargeting`;
export const codeActionKinds = [CodeActionKind.QuickFix, fixAllKind];

/** @param severities problems that are `off` are none, and have no fix */
export function codeActions(
  whole: OpenDocument,
  range: Range,
  context: CodeActionContext,
  severities: Severities = {},
): CodeAction[] {
  const problems = whole.problems.filter(({ code }) => severityOf(code, severities) !== 'off');
  const document = { ...whole, problems };
  const wants = (kind: string) => context.only?.some((only) => kind === only || kind.startsWith(`${only}.`)) ?? true;
  return [
    ...(wants(CodeActionKind.QuickFix) ? quickFixes(document, range, context.diagnostics) : []),
    // Editors ask for source actions by name; a light bulb at every place would be noise.
    ...(context.only !== undefined && wants(fixAllKind) ? fixAll(document) : []),
  ];
}

function quickFixes(document: OpenDocument, range: Range, shown: readonly Diagnostic[]): CodeAction[] {
  const start = document.offsetAt(range.start);
  const end = document.offsetAt(range.end);
  return document.problems
    .filter((problem) => problem.start <= end && start <= problem.end)
    .flatMap((problem) =>
      problem.fixes.flatMap((fix, index): CodeAction[] => {
        const edit = editFor(document, fix);
        if (edit === undefined) return [];
        const diagnostics = shown.filter((diagnostic) => reports(document, diagnostic, problem));
        return [
          {
            title: titleOf(document, fix),
            kind: CodeActionKind.QuickFix,
            edit: { changes: { [document.uri]: [textEdit(document, edit)] } },
            ...(diagnostics.length > 0 && { diagnostics }),
            ...(index === 0 && (isOnlyAnswer(problem) || fix.kind === 'rename-key') && { isPreferred: true }),
          },
        ];
      }),
    );
}

function fixAll(document: OpenDocument): CodeAction[] {
  const edits = document.problems.filter(isOnlyAnswer).flatMap(({ fixes: [fix] }) => {
    const edit = fix && editFor(document, fix);
    return edit === undefined ? [] : [textEdit(document, edit)];
  });
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
function isOnlyAnswer({ code, fixes: [fix, ...others] }: Problem): boolean {
  if (fix === undefined || others.length > 0) return false;
  return code !== 'select-out-of-range' && fix.kind !== 'remove-property';
}

function reports(document: OpenDocument, diagnostic: Diagnostic, problem: Problem): boolean {
  const { start, end } = diagnostic.range;
  return (
    diagnostic.code === problem.code &&
    document.offsetAt(start) === problem.start &&
    document.offsetAt(end) === problem.end
  );
}

function editFor(document: OpenDocument, fix: Fix): Edit | undefined {
  const { json } = document;
  switch (fix.kind) {
    case 'quote': {
      const { start, end } = spanAt(json, fix.path, 'value');
      return { start, end, newText: `"${json.text.slice(start, end)}"` };
    }
    case 'replace-value': {
      const { start, end } = spanAt(json, fix.path, 'value');
      return { start, end, newText: fix.json };
    }
    case 'rename-key': {
      const { start, end } = spanAt(json, fix.path, 'key');
      return { start, end, newText: JSON.stringify(fix.key) };
    }
    case 'remove-property': {
      const span = removalOfProperty(json, fix.path);
      return span && { ...span, newText: '' };
    }
    case 'remove-text':
      return { ...fix.span, newText: '' };
  }
}

function titleOf(document: OpenDocument, fix: Fix): string {
  switch (fix.kind) {
    case 'quote': {
      const node = nodeAt(document.json, fix.path);
      const source = document.json.text.slice(node?.start, node?.end);
      return `Quote the value: "${source.length > 40 ? `${source.slice(0, 40)}…` : source}"`;
    }
    case 'replace-value':
      return fix.note === undefined ? `Change to ${fix.json}` : `Select ${fix.json}${fix.note && ` · ${fix.note}`}`;
    case 'rename-key':
      return `Rename to "${fix.key}"`;
    case 'remove-property':
      return `Remove "${String(fix.path.at(-1)).slice(0, 60)}"`;
    case 'remove-text':
      return fix.what === 'comment' ? 'Remove the comment' : 'Remove the comma';
  }
}

function textEdit(document: OpenDocument, edit: Edit): TextEdit {
  return { range: rangeOf(document, edit), newText: edit.newText };
}
