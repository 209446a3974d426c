/** Completion as two texts: before, with the cursor `|`, and after accepting an item as an editor does: edits must not overlap. */
import type { CompletionItem } from 'vscode-languageserver-types';
import { InsertTextFormat, InsertTextMode, TextEdit } from 'vscode-languageserver-types';
import type { CompletionOptions } from '../../server/src/core/features/completion.js';
import { completion } from '../../server/src/core/features/completion.js';
import { open } from './annotated.js';
import { cursorIn } from './cursor.js';
import { editsApplied } from './fixes.js';

export interface Completions {
  readonly items: readonly CompletionItem[];
  readonly labels: readonly string[];
  /** The text after accepting the item; throws if it is not proposed. */
  readonly accept: (label: string) => string;
}

/** By default, for an editor with snippets. */
export function completionsAt(
  marked: string,
  options: CompletionOptions & { readonly uri?: string } = {},
): Completions {
  const { text, position } = cursorIn(marked);
  const { uri, ...rest } = options;
  const items = completion(open(text, uri), position, { editor: { snippets: true, indents: true }, ...rest });
  const labels = items.map(({ label }) => label);
  return {
    items,
    labels,
    accept: (label) => {
      const item = items.find((candidate) => candidate.label === label);
      if (item === undefined) throw new Error(`Not proposed: ${label}, but ${JSON.stringify(labels)}`);
      return accepted(text, item);
    },
  };
}

export function accepted(text: string, item: CompletionItem): string {
  const { textEdit, additionalTextEdits = [], insertTextFormat, insertTextMode } = item;
  if (textEdit === undefined || !TextEdit.is(textEdit)) throw new Error('A completion without its own edit.');
  const { range } = textEdit;
  const plain = insertTextFormat === InsertTextFormat.Snippet ? withoutPlaces(textEdit.newText) : textEdit.newText;
  const indentation = /^[ \t]*/.exec(text.split('\n')[range.start.line] ?? '')?.[0] ?? '';
  const newText =
    insertTextMode === InsertTextMode.adjustIndentation ? plain.replaceAll('\n', `\n${indentation}`) : plain;
  return editsApplied(text, [{ range, newText }, ...additionalTextEdits]);
}

/** Reads snippets like VS Code: in a choice, a backslash escapes only comma, bar and backslash. */
function withoutPlaces(snippet: string): string {
  let result = '';
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    const found = new RegExp(pattern.source, 'y');
    found.lastIndex = at;
    const match = found.exec(snippet);
    at += match?.[0].length ?? 0;
    return match?.[1] ?? match?.[0];
  };
  const untilBrace = (): string => {
    let text = '';
    for (;;) {
      const piece = take(/\\([\\$}])/) ?? take(/[^}]/);
      if (piece === undefined) break;
      text += piece;
    }
    if (take(/\}/) === undefined) throw new Error(`A place without an end in ${snippet}`);
    return text;
  };
  const untilChoiceEnds = (): string => {
    const choices = [''];
    for (;;) {
      if (take(/\|\}/) !== undefined) return choices[0] ?? '';
      if (take(/,/) !== undefined) choices.push('');
      const piece = take(/\\([\\,|])/) ?? take(/[^,|]/);
      if (piece === undefined && snippet[at] !== ',' && snippet[at] !== '|')
        throw new Error(`A choice without an end in ${snippet}`);
      choices.push((choices.pop() ?? '') + (piece ?? ''));
    }
  };
  while (at < snippet.length) {
    if (take(/\$\d+/) !== undefined) continue;
    if (take(/\$\{\d+:/) !== undefined) result += untilBrace();
    else if (take(/\$\{\d+\|/) !== undefined) result += untilChoiceEnds();
    else if (snippet.startsWith('$', at)) throw new Error(`A bare $ in ${snippet}`);
    else result += take(/\\([\\$}])/) ?? take(/[^]/) ?? '';
  }
  return result;
}
