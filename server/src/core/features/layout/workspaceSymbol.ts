/**
 * workspace/symbol: finds toggles, rules and variations whose names contain the query's characters in order. Names that
 * begin with the query come first, and toggles precede rules and variations. The limit cuts off the rest.
 */
import type { SymbolInformation } from 'vscode-languageserver-types';
import { SymbolKind } from 'vscode-languageserver-types';
import type { Place, ToggleFile, Toggles } from '../../targeting/toggles.js';
import { rangeAt } from '../../targeting/toggles.js';
import { startOfFile } from '../names/definition.js';
import { oneLine } from '../variations.js';

export const maxSymbols = 300;

export function workspaceSymbol(query: string, toggles: Toggles, limit = maxSymbols): SymbolInformation[] {
  const wanted = query.trim().toLowerCase();
  const ranks: SymbolInformation[][] = [];
  const consider = (file: ToggleFile, text: string, kind: SymbolKind, place?: Place) => {
    const name = oneLine(text);
    // Editors reject symbols without a name.
    const match = name === '' ? undefined : matchOf(name.toLowerCase(), wanted);
    if (match === undefined) return;
    const rank = (ranks[2 * match + (kind === SymbolKind.Module ? 0 : 1)] ??= []);
    if (rank.length < limit) rank.push(symbolOf(file, name, kind, place));
  };
  for (const file of toggles.files()) {
    const { rules = [], variations = [] } = file.targeting;
    consider(file, file.toggle, SymbolKind.Module);
    for (const { name } of rules) if (name !== undefined) consider(file, name.text, SymbolKind.Function, name.place);
    for (const { name } of variations)
      if (name !== undefined) consider(file, name.text, SymbolKind.EnumMember, name.place);
    if (ranks[0]?.length === limit) break;
  }
  return ranks.flat().slice(0, limit);
}

function symbolOf({ uri, toggle, environment }: ToggleFile, name: string, kind: SymbolKind, place?: Place) {
  const names = [...(kind === SymbolKind.Module ? [] : [toggle]), ...(environment === undefined ? [] : [environment])];
  const containerName = names.join(' · ');
  const range = place === undefined ? startOfFile : rangeAt(place);
  return { name, kind, location: { uri, range }, ...(containerName !== '' && { containerName }) };
}

/** Rank 0: the name begins with the query; 1: it contains the query; 2: it contains the query's letters in order. */
function matchOf(name: string, query: string): 0 | 1 | 2 | undefined {
  if (name.startsWith(query)) return 0;
  if (name.includes(query)) return 1;
  let at = 0;
  for (const letter of query.replace(/\s+/g, '')) {
    const found = name.indexOf(letter, at);
    if (found === -1) return undefined;
    at = found + letter.length;
  }
  return 2;
}
