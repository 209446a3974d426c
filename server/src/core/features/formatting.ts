/** textDocument/formatting: the layout of format.ts, where every bracket, comma and value is where it belongs. */
import type { FormattingOptions, TextEdit } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { Edit } from '../json/edits.js';
import { applyEdits, textEdits } from '../json/edits.js';
import { formatEdits, MAX_FORMATTED_LENGTH, MAX_INDENT } from '../json/format.js';
import type { Layout } from '../json/format.js';
import { unitOf } from '../json/writing.js';
import { isUnderstood } from '../json/understood.js';
import type { OpenDocument } from './openDocument.js';

/** @returns null where the text cannot be formatted */
export function formatting(document: OpenDocument, options: FormattingOptions): TextEdit[] | null {
  const { tabSize, insertSpaces, insertFinalNewline = false } = options;
  const spaces = ' '.repeat(Math.min(Math.max(tabSize, 0), MAX_INDENT));
  const edits = formatted(document.json, { unit: insertSpaces ? spaces : '\t', insertFinalNewline });
  return edits ? textEdits(document.json, edits) : null;
}

/** The text in the layout, indented as it is; undefined where it cannot be formatted. */
export function formattedText(json: JsonDocument): string | undefined {
  const edits = formatted(json, { unit: unitOf(json.text), insertFinalNewline: false });
  return edits && applyEdits(json.text, edits);
}

function formatted(json: JsonDocument, layout: Layout): readonly Edit[] | undefined {
  if (json.length > MAX_FORMATTED_LENGTH || !isUnderstood(json)) return undefined;
  const edits = formatEdits(json.text, layout);
  return edits.length > MAX_EDITS ? [asOne(json.text, edits)] : edits;
}

/** Editors take long for so many; where most of a text changes, they find out themselves what stays. */
const MAX_EDITS = 10_000;

function asOne(text: string, edits: readonly Edit[]): Edit {
  const [start, end] = [edits[0]?.start ?? 0, edits.at(-1)?.end ?? 0];
  const after = applyEdits(text, edits);
  return { start, end, newText: after.slice(start, after.length - (text.length - end)) };
}
