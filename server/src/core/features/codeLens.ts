/** Code lenses of a targeting file: toggles that require the file's toggle, and calls in code. */
import { t } from '../t.js';
import type { CodeLens, Command } from 'vscode-languageserver-types';
import type { Span } from '../json/nodes.js';
import { listIn } from '../targeting/model.js';
import { listOfFirst } from '../targeting/joined.js';
import type { OpenDocument } from './openDocument.js';
import { oneLine } from './variations.js';

/** @param keys the keys of the toggles that require the file's toggle @param showReferences as in `lensTo` */
export function requiredByLens(open: OpenDocument, keys: readonly string[], showReferences?: string): CodeLens[] {
  const variations = listIn(open.json, 'variations');
  if (keys.length === 0 || variations === undefined) return [];
  return [lensTo(open, variations, t('required by {0}', namesOf(keys)), showReferences)];
}

/** LSP requires a lens to be on one line, so its range is the node's first character or the start of the file. */
export function lensAt(
  { json }: OpenDocument,
  node: Span | undefined,
  command: { readonly title: string } & Partial<Command>,
) {
  const { line, character } = json.positionAt(node?.start ?? 0);
  const end = { line, character: character + (node === undefined ? 0 : 1) };
  return { range: { start: { line, character }, end }, command: { command: '', ...command } };
}

/** @param showReferences the client's command, given a URI and a position; if undefined, the lens is not clickable */
export function lensTo(open: OpenDocument, node: Span | undefined, title: string, showReferences?: string): CodeLens {
  const lens = lensAt(open, node, { title });
  if (showReferences === undefined) return lens;
  return { ...lens, command: { title, command: showReferences, arguments: [open.uri, lens.range.start] } };
}

export function namesOf(keys: readonly string[]): string {
  const names = keys.map((key) => oneLine(key, 30));
  return listOfFirst(names, 3);
}
