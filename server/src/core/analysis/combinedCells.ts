/**
 * Cells of an attribute for texts that nobody has looked for: where conditions of several types, or regular expressions, look at the same
 * attribute, it is not known which texts there are. So there is a cell for each combination of what they may say.
 */
import type { Condition } from '../evaluation/toggles.js';
import type { Ask, Asker } from './ask.js';
import type { Cell, Truth } from './axis.js';
import { hasPatterns, isReadAlike, isRegex } from './textValues.js';
import type { Values } from './values.js';

/** Of more combinations, one cell stands for all, and patterns and types are not told apart. */
const MAX_COMBINATIONS = 1_024;

export function combinedCells(
  byType: ReadonlyMap<string, Values>,
  patterned: readonly Condition[],
  ask: Asker,
): readonly Cell[] {
  const regexes = new Set(patterned.filter(isRegex).flatMap(({ objects }) => objects.filter(isReadAlike)));
  const kinds = Array.from(byType, ([type, values]) => ({ type, texts: unlisted(type, values) }));
  const count = kinds.reduce((product, { texts }) => product * texts.length, 2 ** regexes.size);
  if (count > MAX_COMBINATIONS || ![...byType.values()].every(({ isToldApart }) => isToldApart)) {
    const other = ask(byType.get('string')?.texts.at(-1)?.text, 0);
    return [cellOf((condition) => (isPlainText(condition) ? other(condition) : 'maybe'))];
  }
  const choices = kinds.reduce<readonly ReadonlyMap<string, Ask>[]>(
    (chosen, { type, texts }) => {
      const asks = texts.map((text) => ask(text, 0));
      return chosen.flatMap((each) => asks.map((own) => new Map([...each, [type, own]])));
    },
    [new Map()],
  );
  const matches = [...regexes].reduce<readonly ReadonlySet<string>[]>(
    (chosen, regex) => chosen.flatMap((each) => [each, new Set([...each, regex])]),
    [new Set()],
  );
  return choices.flatMap((asks) =>
    matches.map((matching) =>
      cellOf((condition) =>
        isRegex(condition) ? matched(condition, matching, regexes) : (asks.get(condition.type)?.(condition) ?? 'maybe'),
      ),
    ),
  );
}

function cellOf(truthOf: (condition: Condition) => Truth): Cell {
  return { truthOf, holds: undefined, isReal: false, isNamed: false };
}

/** Listed texts have their own cells. */
function unlisted(type: string, { texts, listed = 0 }: Values): readonly string[] {
  return texts.slice(type === 'string' ? listed : 0).map(({ text }) => text);
}

function isPlainText(condition: Condition): boolean {
  return condition.type === 'string' && !hasPatterns(condition);
}

/** Objects are alternatives; a negative predicate holds when its positive twin holds for none. */
function matched({ predicate, objects }: Condition, matching: ReadonlySet<string>, known: ReadonlySet<string>): Truth {
  if (!objects.every((object) => known.has(object))) return 'maybe';
  return objects.some((object) => matching.has(object)) === (predicate === 'matches regex') ? 'yes' : 'no';
}
