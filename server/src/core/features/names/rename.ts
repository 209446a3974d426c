/** textDocument/prepareRename and rename of rules and variations. Only the name changes, because serves use indexes. */
import type { Position, Range, WorkspaceEdit } from 'vscode-languageserver-types';
import type { JsonNode, ScalarNode, Span } from '../../json/nodes.js';
import { child } from '../../json/queries.js';
import { subjectIn } from './definition.js';
import type { OpenDocument } from '../openDocument.js';
import { rangeOf, workspaceEdit } from '../openDocument.js';

/** Returns the range at the cursor, as editors require, and the current name as the placeholder. */
export function prepareRename(
  document: OpenDocument,
  position: Position,
): { readonly range: Range; readonly placeholder: string } | undefined {
  const found = nameAt(document, position);
  if (found === undefined) return undefined;
  const { from, name } = found;
  const range = rangeOf(document, from.start === name.start ? contentOf(name) : from);
  return { range, placeholder: String(name.value) };
}

export function rename(document: OpenDocument, position: Position, newName: string): WorkspaceEdit | undefined {
  const found = nameAt(document, position);
  if (found === undefined) return undefined;
  const newText = JSON.stringify(newName).slice(1, -1);
  return workspaceEdit(document, [{ ...contentOf(found.name), newText }]);
}

/** The name to change, and the token at the cursor that refers to it. */
function nameAt(document: OpenDocument, position: Position): { from: JsonNode; name: ScalarNode } | undefined {
  const subject = subjectIn(document, position);
  if (subject?.kind === 'rule-name')
    return isWhole(document, subject.node) ? { from: subject.node, name: subject.node } : undefined;
  if (subject?.kind !== 'variation') return undefined;
  const { variation, from, shown } = subject;
  const isName = shown.kind === 'string' && shown.start === child(variation.node, 'name')?.start;
  return from && isName && isWhole(document, shown) ? { from, name: shown } : undefined;
}

/** The span between the quotes of a string. */
function contentOf({ start, end }: Span): Span {
  return { start: start + 1, end: end - 1 };
}

/** Whether the string is closed. Without a closing quote, renaming could replace the text after the string. */
function isWhole(document: OpenDocument, { start, end }: Span): boolean {
  return /^"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"$/.test(document.json.text.slice(start, end));
}
