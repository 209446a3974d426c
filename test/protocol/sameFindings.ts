/** Dead targeting that the editor and `check` find after each edit of a file. */
import type { Diagnostic } from 'vscode-languageserver-types';
import { checkRequest } from '../../server/src/core/protocol.js';
import { targetingProblems } from '../../server/src/core/check-engine/problems.js';
import { parse } from '../../server/src/core/json/document.js';
import { searchDeadTargeting } from '../../server/src/core/results/deadTargetingOf.js';
import { Evaluated } from '../../server/src/core/results/evaluated.js';
import type { ServerTrial } from '../support/languageServer.js';

/** Every tenth rule has the condition of one above it. */
export function fileOf(rules: number, seed: number): string {
  const all = Array.from({ length: rules }, (_, index) => {
    const city = index % 10 === 9 ? index - 1 - ((seed + index) % 9) : index;
    const condition = { type: 'string', subject: 'city', predicate: 'is one of', objects: [`c${city}`] };
    return { serve: { select: (seed + index) % 2 }, conditions: [condition] };
  });
  const variations = [{ value: 'a' }, { value: 'b' }];
  return JSON.stringify({
    content: { rules: all, disabledServe: { select: 0 }, defaultServe: { select: 0 }, variations },
  });
}

/** Inserts a blank per edit. @returns for each text, the findings of both as lines */
export async function findingsAfterEdits(server: ServerTrial, uri: string, text: string, edits: number) {
  const start = { line: 0, character: 0 };
  let now = text;
  await server.open(uri, now);
  const lists: { readonly editor: readonly string[]; readonly check: readonly string[] }[] = [];
  for (let edit = 0; edit <= edits; edit += 1) {
    if (edit > 0) {
      now = ` ${now}`;
      await server.change(uri, edit + 1, [{ range: { start, end: start }, text: ' ' }]);
    }
    const found = await server.ask(checkRequest, { uri });
    lists.push({ editor: (found?.problems ?? []).map(lineOf), check: checked(now) });
  }
  return lists;
}

function lineOf({ code, range: { start } }: Pick<Diagnostic, 'code' | 'range'>): string {
  return `${start.line + 1}:${start.character + 1} ${String(code)}`;
}

function checked(text: string): readonly string[] {
  const alone = { toggle: '', returnType: undefined, toggles: undefined, segments: undefined };
  const evaluated = new Evaluated(parse(text), { ...alone, now: Math.floor(Date.now() / 1_000) });
  const dead = [...searchDeadTargeting(evaluated)].flat();
  return targetingProblems(parse(text), {}, dead).map(lineOf);
}
