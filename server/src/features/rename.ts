/**
 * textDocument/prepareRename and textDocument/rename: another name for a variation, from its name or from a serve that
 * means it, or for a rule. Nothing refers to a name (serves refer by index), so it is the one string that changes.
 */
import type { Position, Range, WorkspaceEdit } from 'vscode-languageserver-types';
import type { JsonNode, ScalarNode, Span } from '../json/nodes.js';
import { propertyNamed } from '../json/queries.js';
import { targetingOf } from '../targeting/model.js';
import { subjectIn } from './definition.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf, workspaceEdit } from './openDocument.js';

/** The range is where the person is, as editors demand; the placeholder is the name that it stands for. */
export function prepareRename(
  document: OpenDocument,
  position: Position,
): { readonly range: Range; readonly placeholder: string } | undefined {
  const found = nameAt(document, position);
  if (found === undefined) return undefined;
  const { from, name } = found;
  const range = rangeOf(document, from === name ? contentOf(name) : from);
  return { range, placeholder: String(name.value) };
}

export function rename(document: OpenDocument, position: Position, newName: string): WorkspaceEdit | undefined {
  const found = nameAt(document, position);
  if (found === undefined) return undefined;
  const newText = JSON.stringify(newName).slice(1, -1);
  return workspaceEdit(document, [{ ...contentOf(found.name), newText }]);
}

/** The name that is meant, and the token at the cursor that means it. */
function nameAt(document: OpenDocument, position: Position): { from: JsonNode; name: ScalarNode } | undefined {
  const subject = subjectIn(document, position);
  switch (subject?.kind) {
    case 'rule-name':
      return isWhole(document, subject.node) ? { from: subject.node, name: subject.node } : undefined;
    case 'variation':
    case 'serve': {
      const variation = targetingOf(document.json).variations?.[subject.index];
      const name = propertyNamed(variation?.node, 'name')?.node;
      if (name?.kind !== 'string' || !isWhole(document, name)) return undefined;
      if (subject.kind === 'serve') return { from: subject.node, name };
      return subject.token?.start === name.start ? { from: name, name } : undefined;
    }
    default:
      return undefined;
  }
}

/** Between the quotes. */
function contentOf({ start, end }: Span): Span {
  return { start: start + 1, end: end - 1 };
}

/** A string that lacks a quote has no end to trust: what stands behind it would be replaced, too. */
function isWhole(document: OpenDocument, { start, end }: Span): boolean {
  return /^"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"$/.test(document.json.text.slice(start, end));
}
