/** textDocument/codeLens: above each rule and the default, which users they decide for. */
import { t } from '@vscode/l10n';
import type { CodeLens } from 'vscode-languageserver-types';
import { nodeAt } from '../../json/queries.js';
import type { OpenDocument } from '../openDocument.js';
import { oneLine } from '../variations.js';
import type { Evaluated, Person } from './evaluated.js';

const mostNames = 2;

/** @param showCommand the client's command that shows who gets what; without it a lens is words alone */
export function userLenses(
  open: OpenDocument,
  evaluated: Evaluated,
  people: readonly Person[],
  showCommand: string | undefined,
): CodeLens[] {
  const names = new Map<string, string[]>();
  for (const person of people) {
    const { by, path } = evaluated.decided(person).decider;
    const place = JSON.stringify(path);
    if (by !== 'prerequisite' && by !== 'unknown-rules') names.set(place, [...(names.get(place) ?? []), person.name]);
  }
  return Array.from(names, ([place, those]) => {
    const node = nodeAt(open.json, JSON.parse(place) as (string | number)[]);
    if (node === undefined) return [];
    const start = open.json.positionAt(node.start);
    const range = { start, end: { line: start.line, character: start.character + 1 } };
    return [{ range, command: { title: titleOf(those, people.length), command: showCommand ?? '' } }];
  }).flat();
}

/** `ada (1 of 9 users)`, `ada, bob + 3 of 9 users` */
function titleOf(names: readonly string[], count: number): string {
  const shown = names.slice(0, mostNames).map((name) => oneLine(name, 20));
  const rest = names.length - shown.length;
  if (rest === 0) return t('{0} ({1} of {2} users)', shown.join(', '), names.length, count);
  return t('{0} + {1} of {2} users', shown.join(', '), rest, count);
}
