/**
 * Cells for unlisted texts of an attribute. If conditions of several types or regular expressions read an attribute,
 * it is unknown which combinations of answers are possible, so each combination gets a cell.
 */
import type { Condition } from '../../evaluation/toggles.js';
import type { Asker } from '../ask.js';
import type { Ask, Cell } from './axis.js';
import { unrealCell } from './axis.js';
import { nameOf, subsetsOf } from './textAtoms.js';
import { hasPatterns, isReadAlike, isRegex, truthAmong } from './textValues.js';
import type { Values } from './axisValues.js';

/** Maximum number of combinations. If there are more, one cell represents all of them, and most answers are unknown. */
const MAX_COMBINATIONS = 1_024;

export function combinedCells(
  byType: ReadonlyMap<string, Values>,
  patterned: readonly Condition[],
  ask: Asker,
): readonly Cell[] {
  const kinds = Array.from(byType, ([type, values]) => ({
    type,
    asks: values.unlisted?.kinds.map(({ truthOf }) => truthOf) ?? asksOf(type, values, patterned, ask),
  }));
  const count = kinds.reduce((product, { asks }) => product * (asks?.length ?? Infinity), 1);
  if (count > MAX_COMBINATIONS || ![...byType.values()].every(({ isDistinct: isToldApart }) => isToldApart))
    return [unrealCell((condition) => (isPlainText(condition) ? truthAmong(condition, nothing, nothing) : 'maybe'))];
  const choices = kinds.reduce<readonly ReadonlyMap<string, Ask>[]>(
    (chosen, { type, asks = [] }) => chosen.flatMap((each) => asks.map((own) => new Map([...each, [type, own]]))),
    [new Map()],
  );
  return choices.map((asks) => unrealCell((condition) => asks.get(condition.type)?.(condition) ?? 'maybe'));
}

/** Possible answers of all conditions of a type for unlisted texts. @returns undefined if there are too many answers */
function asksOf(
  type: string,
  { texts, listed = 0 }: Values,
  patterned: readonly Condition[],
  ask: Asker,
): readonly Ask[] | undefined {
  const asks = texts.slice(listed).map(({ text }) => ask(text, 0));
  if (type !== 'string') return asks;
  const regexes = new Set(patterned.filter(isRegex).flatMap(({ objects }) => objects.filter(isReadAlike)));
  if (asks.length * 2 ** regexes.size > MAX_COMBINATIONS) return undefined;
  const found = subsetsOf(Array.from(regexes, (each) => nameOf('regex', each))).map((each) => new Set(each));
  return asks.flatMap((own) =>
    found.map(
      (each) => (condition: Condition) => (isRegex(condition) ? truthAmong(condition, each, regexes) : own(condition)),
    ),
  );
}

const nothing: ReadonlySet<string> = new Set();

function isPlainText(condition: Condition): boolean {
  return condition.type === 'string' && !hasPatterns(condition);
}
