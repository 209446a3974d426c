/**
 * Completion for editors that know no snippets. Such a one puts the cursor behind what it inserts, so that is the text up
 * to the first place to fill: `"disabled": `, and typing goes on with the value.
 *
 * Where label and filter text differ by quotes only, the label takes theirs: Neovim before 0.10 compares an item that has
 * a filter text of its own with the word before the cursor, in which a quote is no letter, and drops it.
 */
import type { CompletionItem } from 'vscode-languageserver-types';
import { InsertTextFormat } from 'vscode-languageserver-types';

export function withoutSnippets(items: readonly CompletionItem[]): CompletionItem[] {
  return items.map((item) => plainText(withItsFilterTextAsLabel(item)));
}

function withItsFilterTextAsLabel(item: CompletionItem): CompletionItem {
  const { filterText, ...rest } = item;
  if (filterText === item.label) return rest;
  return filterText === `"${item.label}"` ? { ...rest, label: filterText } : item;
}

function plainText(item: CompletionItem): CompletionItem {
  const { insertTextFormat, textEdit } = item;
  if (insertTextFormat !== InsertTextFormat.Snippet || textEdit === undefined) return item;
  const newText = beforeFirstPlace(textEdit.newText);
  return { ...item, insertTextFormat: InsertTextFormat.PlainText, textEdit: { ...textEdit, newText } };
}

/** A place begins with `$`; what a backslash stands before stands for itself. */
function beforeFirstPlace(snippet: string): string {
  const [before = ''] = /^(?:[^$\\]|\\.)*/s.exec(snippet) ?? [];
  return before.replace(/\\(.)/gs, '$1');
}
