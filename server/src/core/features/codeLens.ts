/** Code lenses of a targeting file: serves of each variation, toggles that require the file's toggle, calls in code. */
import { t } from '../t.js';
import type { CodeLens, Command } from 'vscode-languageserver-types';
import type { Span } from '../json/nodes.js';
import type { Serve } from '../targeting/model.js';
import { listIn, servedBy, servesOf, targetingOf } from '../targeting/model.js';
import { listOfFirst } from '../targeting/joined.js';
import type { OpenDocument } from './openDocument.js';
import { oneLine } from './variations.js';

/** More lenses would slow down the editor, and nobody would read them. */
const MAX_LENSES = 1_000;

/** @param showReferences the client's command that shows references; if undefined, lenses are not clickable */
export function codeLens(document: OpenDocument, showReferences?: string): CodeLens[] {
  if (document.kind !== 'targeting') return [];
  const variations = listIn(document.json, 'variations')?.items ?? [];
  if (variations.length === 0) return [];
  const servers = new Map<number, Set<Serve['by']>>();
  for (const { by, variation } of servesOf(targetingOf(document.json)).flatMap(servedBy)) {
    const known = servers.get(variation) ?? new Set();
    servers.set(variation, known.add(by));
  }
  return variations.slice(0, MAX_LENSES).map((node, index) => {
    const title = served(servers.get(index) ?? new Set());
    return lensTo(document, node, title, servers.has(index) ? showReferences : undefined);
  });
}

/** @param keys the keys of the toggles that require the file's toggle @param showReferences as in `codeLens` */
export function requiredByLens(open: OpenDocument, keys: readonly string[], showReferences?: string): CodeLens[] {
  const variations = listIn(open.json, 'variations');
  if (keys.length === 0 || variations === undefined) return [];
  return [lensTo(open, variations, t('required by {0}', namesOf(keys)), showReferences)];
}

/** A lens on the first line, for references to the file's toggle. @param showReferences as in `codeLens` */
export function askedLens(
  open: OpenDocument,
  { title, hasPlaces }: { readonly title: string; readonly hasPlaces: boolean },
  showReferences?: string,
): CodeLens {
  return lensTo(open, undefined, title, hasPlaces ? showReferences : undefined);
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

function lensTo(
  open: OpenDocument,
  node: Span | undefined,
  title: string,
  showReferences: string | undefined,
): CodeLens {
  const lens = lensAt(open, node, { title });
  if (showReferences === undefined) return lens;
  return { ...lens, command: { title, command: showReferences, arguments: [open.uri, lens.range.start] } };
}

export function namesOf(keys: readonly string[]): string {
  const names = keys.map((key) => oneLine(key, 30));
  return listOfFirst(names, 3);
}

function served(by: ReadonlySet<Serve['by']>): string {
  const rules = [...by].filter((each) => typeof each === 'number').length;
  const parts = [
    ...(rules === 0 ? [] : [rules === 1 ? t('by 1 rule') : t('by {0} rules', rules)]),
    ...(by.has('default') ? [t('by default')] : []),
    ...(by.has('disabled') ? [t('while disabled')] : []),
  ];
  const [first = '', second = '', third = ''] = parts;
  switch (parts.length) {
    case 0:
      return t('not served');
    case 1:
      return t('served {0}', first);
    case 2:
      return t('served {0} and {1}', first, second);
    default:
      return t('served {0}, {1} and {2}', first, second, third);
  }
}
