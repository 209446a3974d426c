/** textDocument/codeLens: above each variation, who serves it; above their list, which toggles require this one; above all, who calls it. */
import { t } from '@vscode/l10n';
import type { CodeLens, Position, Range } from 'vscode-languageserver-types';
import type { Serve } from '../targeting/model.js';
import { listIn, servedBy, servesOf, targetingOf } from '../targeting/model.js';
import { listOfFirst } from '../targeting/joined.js';
import type { OpenDocument } from './openDocument.js';
import { oneLine } from './variations.js';

/** Nobody reads more of them, and the editor would be busy with them. */
const MAX_LENSES = 1_000;

/** @param showReferences the client's command for it, which takes a URI and a position; without it a lens is words alone */
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
    const start = document.json.positionAt(node.start);
    return lens(document, firstCharacter(start), title, servers.has(index) ? showReferences : undefined);
  });
}

/** @param keys of the toggles that require it @param showReferences as for the others */
export function requiredByLens(open: OpenDocument, keys: readonly string[], showReferences?: string): CodeLens[] {
  const variations = listIn(open.json, 'variations');
  if (keys.length === 0 || variations === undefined) return [];
  const start = open.json.positionAt(variations.start);
  return [lens(open, firstCharacter(start), t('required by {0}', namesOf(keys)), showReferences)];
}

/** In the first line, where references are those of the toggle. @param showReferences as for the others */
export function askedLens(
  open: OpenDocument,
  { title, hasPlaces }: { readonly title: string; readonly hasPlaces: boolean },
  showReferences?: string,
): CodeLens[] {
  return [lens(open, startOfFile, title, hasPlaces ? showReferences : undefined)];
}

const startOfFile = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** LSP: a lens is on one line. */
function firstCharacter(start: Position): Range {
  return { start, end: { line: start.line, character: start.character + 1 } };
}

function lens({ uri }: OpenDocument, range: Range, title: string, showReferences: string | undefined): CodeLens {
  if (showReferences === undefined) return { range, command: { title, command: '' } };
  return { range, command: { title, command: showReferences, arguments: [uri, range.start] } };
}

/** The first of them, and how many there are beside. */
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
