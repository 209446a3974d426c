/**
 * Turns proposals into LSP completion items. Each item has its own edit, so that quotes and commas are correct in every
 * editor. Commit characters are not used, because a comma, quote or space may belong to the typed text.
 */
import type { CompletionItem } from 'vscode-languageserver-types';
import { InsertTextFormat, InsertTextMode, MarkupKind } from 'vscode-languageserver-types';
import type { OpenDocument } from '../openDocument.js';
import { rangeOf } from '../openDocument.js';
import type { Gap } from './gap.js';
import type { Proposal } from './proposal.js';
import { plainText } from './snippetText.js';

export interface Editor {
  readonly snippets: boolean;
  /** Whether the editor indents inserted lines like the line of the cursor. */
  readonly indents: boolean;
}

/** @param first the position of the first proposal in the whole list of items */
export function items(
  document: OpenDocument,
  { gap, proposals, first }: { readonly gap: Gap; readonly proposals: readonly Proposal[]; readonly first: number },
  editor: Editor,
): CompletionItem[] {
  if (proposals.length === 0) return [];
  const { text } = document.json;
  const { span, commaAt, needsComma } = gap;
  const range = rangeOf(document, span);
  const isBeside = commaAt === span.start;
  const before = isBeside ? ', ' : '';
  const after = needsComma ? (/\s/.test(text.charAt(span.end)) ? ',' : ', ') : '';
  const isApart = commaAt !== undefined && !isBeside;
  const comma = isApart ? [{ range: rangeOf(document, { start: commaAt, end: commaAt }), newText: ',' }] : [];
  const newText = (snippet: string) =>
    editor.snippets ? snippet : asInDocument(plainText(snippet), text, span.start, editor.indents);
  // If the existing value is complete, the person wants to replace it, so its text does not filter the items.
  const current = proposals.findIndex(({ insert }) => plainText(insert) === gap.replaced);
  return proposals.map((proposal, index) => ({
    ...named(proposal.label, current === -1 ? filterText(gap, proposal) : gap.typed + proposal.label, editor),
    kind: proposal.kind,
    sortText: String(first + index).padStart(6, '0'),
    ...(proposal.detail !== undefined && { detail: proposal.detail }),
    ...(proposal.documentation !== undefined && {
      documentation: { kind: MarkupKind.Markdown, value: proposal.documentation },
    }),
    ...((current === -1 ? proposal.preselect === true : index === current) && { preselect: true }),
    ...(editor.snippets && { insertTextFormat: InsertTextFormat.Snippet }),
    ...(editor.indents && proposal.insert.includes('\n') && { insertTextMode: InsertTextMode.adjustIndentation }),
    textEdit: { range, newText: newText(`${before}${proposal.insert}${after}`) },
    ...(comma.length > 0 && { additionalTextEdits: comma }),
  }));
}

/**
 * Neovim before 0.10 does not support snippets, and drops items whose filter text contains a quote and differs from the
 * label. If only the quotes are missing from the label, they are added.
 */
function named(label: string, filter: string, { snippets }: Editor): Pick<CompletionItem, 'label' | 'filterText'> {
  return !snippets && filter === `"${label}"` ? { label: filter } : { label, filterText: filter };
}

/** Editors compare the filter text with the text from the start of the edit to the cursor, so both must begin alike. */
function filterText({ typed }: Gap, { label, filter, insert }: Proposal): string {
  const own = insert.startsWith('"') ? '"' : '';
  const opening = /^["'{]/.exec(typed)?.[0] ?? own;
  const words = filter ?? label.replace(/^"(.*)"$/, '$1');
  return `${opening}${words}${opening === '{' ? '' : opening}`;
}

/** Applies the document's indentation and line breaks, for editors without snippets. */
function asInDocument(lines: string, text: string, at: number, indents: boolean): string {
  if (!lines.includes('\n')) return lines;
  const own = indents ? '' : indentationAt(text, at);
  const unit = /^[ \t]+(?=\S)/m.exec(text)?.[0] ?? '  ';
  const lineBreak = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  return lines.replace(/\n(\t*)/g, (_all, tabs: string) => lineBreak + own + unit.repeat(tabs.length));
}

function indentationAt(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}
