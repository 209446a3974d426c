/**
 * Builds extra cells for SDKs that read objects differently (evaluation.md 8), so that a proof covers every SDK.
 * Witnesses follow the official rules and do not use these cells. If an SDK sorts objects differently or cannot read
 * some of them, the SDK gets a cell at each object and in each gap. Other SDKs need no cells for these objects, because
 * they read any text as the official rules read some other text.
 */
import { compareNumbers, comparison, Reading } from '../../evaluation/values/ordered.js';
import type { Order } from '../../evaluation/values/orders.js';
import { orders } from '../../evaluation/values/orders.js';
import { parseRegex } from '../../evaluation/texts/regexParser.js';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { all, eachOf, evaluators, java, official } from '../../evaluation/sdks/sdks.js';
import type { Condition } from '../../evaluation/toggles.js';
import { User } from '../../evaluation/user.js';
import type { Ask, Cell, Truth } from './axis.js';
import { askAbout, truthTo, unrealCell } from './axis.js';
import { isRegex } from './textValues.js';
import type { Value, Values } from './axisValues.js';

/** Maximum number of questions to the evaluators. If there are more, the answers count as unknown. */
const MAX_ANSWERS = 1_000_000;
/** Maximum number of objects to sort. If there are more, the answers count as unknown. */
const MAX_OBJECTS = 2_000;

const sdks = eachOf(all & ~official);

/** @param texts samples that represent all other texts by the official rules */
export function sdkCells(
  name: string,
  conditions: readonly Condition[],
  byType: ReadonlyMap<string, Values>,
  texts: readonly Value[],
): readonly Cell[] {
  const places = Array.from(byType.keys(), (type) => placesOf(type, conditions, byType)).flat();
  const isRead =
    byType.size > 1 || conditions.some((condition) => isRegex(condition) && condition.objects.some(isInvalid));
  const asked = isRead ? texts.length * sdks.length : 0;
  if (places.length === 0 && asked === 0) return [];
  if ((places.length + asked) * conditions.length > MAX_ANSWERS) return [cellOf(all & ~official, () => 'maybe')];
  return [...places, ...(isRead ? textCells(name, conditions, texts) : [])];
}

function isInvalid(expression: string): boolean {
  return parseRegex(expression) === 'invalid';
}

/** A cell for each text and each SDK that reads the text differently from the official rules. */
function textCells(name: string, conditions: readonly Condition[], texts: readonly Value[]): readonly Cell[] {
  return texts.flatMap(({ text }) => {
    const user = new User(undefined, new Map([[name, text]]), 0);
    const verdicts = new Map(conditions.map((each) => [each, each.of(user, () => 'unknown')]));
    const differs = (sdk: Evaluators) =>
      [...verdicts.values()].some((verdict) => truthTo(sdk, verdict) !== truthTo(official, verdict));
    return sdks.filter(differs).map((sdk) => cellOf(sdk, askAbout(user, sdk)));
  });
}

function cellOf(of: Evaluators, truthOf: Ask): Cell {
  return { ...unrealCell(truthOf), sdks: of };
}

function placesOf(
  type: string,
  conditions: readonly Condition[],
  byType: ReadonlyMap<string, Values>,
): readonly Cell[] {
  const order = orders[type];
  if (order === undefined) return [];
  const own = conditions.filter((each) => each.type === type);
  const readings = new Map(own.flatMap(({ objects }) => objects.map((object) => [object, order.read(object)])));
  // All SDKs read and sort these objects alike.
  if ([...readings.values()].every(({ shared }) => shared !== undefined)) return [];
  if (readings.size > MAX_OBJECTS) return [cellOf(all & ~official, () => 'maybe')];
  const byRules = ranksTo(0, readings, order);
  // In Java, versions may exist between any two objects and below the first object; officially, only if `isSpaced`.
  const isSpaced = type !== 'semver' || byType.get(type)?.texts.length === 1 + 2 * byRules.count + 1;
  return sdks.flatMap((sdk) => {
    const place = Math.log2(sdk);
    const ranks = ranksTo(place, readings, order);
    const isSame = [...readings.keys()].every((object) => {
      const rank = ranks.of.get(object);
      return Object.is(rank, byRules.of.get(object)) && (rank !== undefined || order.unreadable[place] === 'ignored');
    });
    if (isSame && (sdk !== java || isSpaced)) return [];
    return Array.from({ length: 2 * ranks.count + 1 }, (_, at) =>
      cellOf(sdk, (condition) => (condition.type === type ? truthAt(at, condition, ranks.of, order, sdk) : 'maybe')),
    );
  });
}

interface Ranks {
  /** The rank of each object: an odd number, NaN if incomparable, undefined if unreadable. Gaps have even ranks. */
  readonly of: ReadonlyMap<string, number | undefined>;
  readonly count: number;
}

function ranksTo(place: number, readings: ReadonlyMap<string, Reading<unknown>>, { compare }: Order): Ranks {
  const read = Array.from(readings, ([object, { all: values }]) => ({ object, value: values[place] }));
  const isOrdered = ({ value }: { readonly value: unknown }) => value !== undefined && !Number.isNaN(value);
  const sorted = read.filter(isOrdered).sort((a, b) => compare(place, a.value, b.value));
  const of = new Map(read.map(({ object, value }) => [object, value === undefined ? undefined : NaN]));
  let rank = -1;
  for (const [index, { object, value }] of sorted.entries()) {
    const isNew = index === 0 || compare(place, sorted[index - 1]?.value, value) !== 0;
    if (isNew) rank += 2;
    of.set(object, rank);
  }
  return { of, count: (rank + 1) / 2 };
}

function truthAt(
  at: number,
  { predicate, objects }: Condition,
  ranks: Ranks['of'],
  { unreadable }: Order,
  sdk: Evaluators,
): Truth {
  const readings = objects.map((object) => new Reading<number>(undefined, () => forEach(ranks.get(object))));
  const holds = comparison((reading: Reading<number>) => reading, predicate, readings, compareNumbers, unreadable);
  return truthTo(sdk, holds(new Reading<number>(undefined, () => forEach(at))));
}

function forEach(rank: number | undefined): readonly (number | undefined)[] {
  return evaluators.map(() => rank);
}
