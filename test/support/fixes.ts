/**
 * Fixes as two texts: before, with the cursor or the selection between two `|`, and after the fix with the given title.
 * The problem must be gone after the fix.
 *
 *     { "comment": 1|000 }
 */
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CodeAction, Diagnostic, Range, TextEdit } from 'vscode-languageserver-types';
import type { FixContext } from '../../server/src/core/features/actions/fixes.js';
import { codeActions, fixAllKind } from '../../server/src/core/features/actions/fixes.js';
import { diagnostics } from '../../server/src/core/features/diagnostics.js';
import type { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { plainRating } from '../../server/src/core/checks/rating.js';
import { open } from './annotated.js';

const toggleUri = 'file:///a/toggle.targeting.json';
export const configUri = 'file:///a/targeting.config.json';

export interface Fixes {
  readonly titles: readonly string[];
  /** The text after the fix with that title; throws if it is not offered. */
  readonly apply: (title: string) => string;
  readonly actions: readonly CodeAction[];
}

export function fixesAt(marked: string, uri = toggleUri, beside: FixContext = {}): Fixes {
  const { text, range } = selectionIn(marked);
  const document = open(text, uri);
  const actions = codeActions(document, range, { diagnostics: shownIn(document), only: ['quickfix'] }, beside);
  const titles = actions.map(({ title }) => title);
  return {
    actions,
    titles,
    apply: (title) => {
      const action = actions.find((candidate) => candidate.title === title);
      if (action === undefined) throw new Error(`No fix "${title}" but ${JSON.stringify(titles)}`);
      return applied(text, action, uri);
    },
  };
}

/** The text after fix all; undefined if the action is not offered. */
export function fixAll(text: string, uri = toggleUri): string | undefined {
  const range = selectionIn(`|${text}`).range;
  const [action] = codeActions(open(text, uri), range, { diagnostics: [], only: [fixAllKind] });
  return action && applied(text, action, uri);
}

export function codesIn(text: string, uri = toggleUri): string[] {
  return open(text, uri).problems.map(({ code }) => code);
}

export function shownIn(document: OpenDocument): Diagnostic[] {
  return diagnostics(document, { rating: plainRating, docs: 'https://docs', reportedByEditor: () => false });
}

/** Applies edits like an editor: they must not overlap. */
export function editsApplied(text: string, edits: TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create(toggleUri, 'json', 1, text), edits);
}

export function selectionIn(marked: string): { readonly text: string; readonly range: Range } {
  const [before, selected, after] = marked.split('|');
  if (before === undefined || selected === undefined) throw new Error(`No cursor in ${marked}`);
  const text = [before, selected, after ?? ''].join('');
  const document = TextDocument.create(toggleUri, 'json', 1, text);
  const end = before.length + (after === undefined ? 0 : selected.length);
  return { text, range: { start: document.positionAt(before.length), end: document.positionAt(end) } };
}

function applied(text: string, { edit }: CodeAction, uri: string): string {
  const changes = edit?.changes ?? {};
  if (Object.keys(changes).some((changed) => changed !== uri)) throw new Error('A fix changes another document.');
  return editsApplied(text, changes[uri] ?? []);
}
