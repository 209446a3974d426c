/**
 * workspace/symbol: toggles, rules and variations of all files, by name. The letters of the query must come in their order
 * with anything between them. Names that begin with it come first, and toggles before what is in them, so that the limit
 * cuts off the rest.
 */
import type { SymbolInformation } from 'vscode-languageserver-types';
import { SymbolKind } from 'vscode-languageserver-types';
import type { ToggleFile, Toggles, Words } from '../targeting/toggles.js';
import { startOfFile } from './definition.js';
import { oneLine } from './variations.js';

export const maxSymbols = 300;

/** @param limit how many there may be */
export function workspaceSymbol(query: string, toggles: Toggles, limit = maxSymbols): SymbolInformation[] {
  const wanted = query.trim().toLowerCase();
  const ranks: SymbolInformation[][] = [];
  for (const file of toggles.files()) {
    for (const symbol of symbolsOf(file)) {
      const match = matchOf(symbol.name.toLowerCase(), wanted);
      if (match === undefined) continue;
      const rank = (ranks[2 * match + (symbol.kind === SymbolKind.Module ? 0 : 1)] ??= []);
      if (rank.length < limit) rank.push(symbol);
    }
    if (ranks[0]?.length === limit) break;
  }
  return ranks.flat().slice(0, limit);
}

function* symbolsOf({ uri, toggle, environment, targeting }: ToggleFile): Generator<SymbolInformation> {
  const file = { name: toggle, kind: SymbolKind.Module, location: { uri, range: startOfFile } };
  yield environment === undefined ? file : { ...file, containerName: environment };
  const containerName = environment === undefined ? toggle : `${toggle} · ${environment}`;
  const named = ({ text, range }: Words, kind: SymbolKind) => ({
    name: oneLine(text),
    kind,
    location: { uri, range },
    containerName,
  });
  for (const { name } of targeting.rules ?? []) if (isName(name)) yield named(name, SymbolKind.Function);
  for (const { name } of targeting.variations ?? []) if (isName(name)) yield named(name, SymbolKind.EnumMember);
}

/** Whether anything is left of it on one line: editors refuse symbols without a name. */
function isName(name: Words | undefined): name is Words {
  return name !== undefined && oneLine(name.text) !== '';
}

/** 0 when the name begins with the query, 1 when it has it in one piece, 2 in pieces. */
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
