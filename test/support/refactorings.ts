/** Refactorings as texts: before, with the cursor `|` or a selection, and after. The editor cannot ask: each answer is an action. */
import type { CodeAction } from 'vscode-languageserver-types';
import { refactorActions } from '../../server/src/core/features/actions/refactorActions.js';
import { open } from './annotated.js';
import { editsApplied, selectionIn } from './fixes.js';

const uri = 'file:///a/toggle.targeting.json';

export interface Refactorings {
  readonly titles: readonly string[];
  readonly actions: readonly CodeAction[];
  /** The text after the refactoring with that title; throws if it is not offered. */
  readonly apply: (title: string) => string;
}

export function refactoringsAt(marked: string, documentUri = uri): Refactorings {
  const { text, range } = selectionIn(marked);
  const document = open(text, documentUri);
  const actions = refactorActions(document, range, { only: undefined, asks: false, resolves: false });
  const titles = actions.map(({ title }) => title);
  return {
    actions,
    titles,
    apply: (title) => {
      const action = actions.find((candidate) => candidate.title === title);
      if (action === undefined) throw new Error(`No refactoring "${title}" but ${JSON.stringify(titles)}`);
      return refactored(text, action);
    },
  };
}

export function refactored(text: string, { edit }: CodeAction): string {
  const changes = edit?.changes ?? {};
  if (Object.keys(changes).some((changed) => changed !== uri)) throw new Error('Another document is changed.');
  return editsApplied(text, changes[uri] ?? []);
}
