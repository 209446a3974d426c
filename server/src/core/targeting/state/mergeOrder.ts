/** Merges the order of a list that both sides changed. */
import { inPlace } from '../../json/pairs.js';
import { isEqual } from './state.js';

/** The keys of a list's items, in order. A key that is missing in the base is new. */
export type Order = readonly string[];

interface Orders {
  readonly base: Order;
  readonly theirs: Order;
  readonly yours: Order;
  /** The side whose order wins if no order satisfies both sides. */
  readonly contested: 'base' | 'theirs' | 'yours';
}

/** Maximum length of lists whose items are compared pairwise. Longer lists are contested if both sides move items. */
const MOST = 500;

export function mergedOrder(orders: Orders): Order {
  const { base: was, theirs: now, yours: own, contested } = orders;
  const [youMoved, theyMoved] = [!isOneOrder(was, own), !isOneOrder(was, now)];
  if (!youMoved && isWithin(own, now)) return now;
  if (!theyMoved && isWithin(now, own)) return own;
  if (!youMoved && !theyMoved) return withNew(now, own);
  const byPairs = new Set([...now, ...own]).size > MOST ? undefined : orderByPairs(orders);
  if (byPairs !== undefined) return byPairs;
  const order = youMoved && theyMoved ? orders[contested] : youMoved ? own : now;
  return withNew(withNew(order, own), now);
}

function isWithin(some: Order, all: Order): boolean {
  const known = new Set(all);
  return some.every((key) => known.has(key));
}

/** Inserts the new items of `others` after the items that they follow in `others`. */
export function withNew(order: Order, others: Order): Order {
  const known = new Set(order);
  const behind = new Map<string | undefined, string[]>();
  let before: string | undefined;
  for (const key of others) {
    if (known.has(key)) before = key;
    else behind.set(before, [...(behind.get(before) ?? []), key]);
  }
  return [undefined, ...order].flatMap((key) => [...(key === undefined ? [] : [key]), ...(behind.get(key) ?? [])]);
}

/**
 * Each pair of items keeps its order unless one side reversed it. Only relative order matters: the first match wins.
 * @returns undefined for a cycle, as when one side moves `a` after `b` and the other moves `b` after `c`
 */
function orderByPairs({ base, theirs, yours }: Orders): Order | undefined {
  const keys = [...new Set([...yours, ...theirs])];
  const [was, now, own] = [base, theirs, yours].map((order) => placesIn(order)) as [Places, Places, Places];
  const [theyMoved, youMoved] = [theirs, yours].map((order) => movedIn(order, was)) as [Moved, Moved];
  const isBefore = (a: string, b: string): boolean => {
    const [before, there, here] = [was, now, own].map((places) => isAhead(places, a, b));
    if (there === here) return here === true;
    if (there === undefined) return here === true && !isTorn(a, b, own, now, theyMoved);
    if (here === undefined) return there && !isTorn(a, b, now, own, youMoved);
    // The side that reversed the pair decides.
    return before !== true;
  };
  const left = new Set(keys);
  const ahead = new Map(keys.map((key) => [key, keys.filter((other) => isBefore(other, key)).length]));
  const order: string[] = [];
  while (left.size > 0) {
    const next = keys.find((key) => left.has(key) && ahead.get(key) === 0);
    if (next === undefined) return undefined;
    left.delete(next);
    order.push(next);
    for (const key of left) if (isBefore(next, key)) ahead.set(key, (ahead.get(key) ?? 0) - 1);
  }
  return order;
}

type Places = ReadonlyMap<string, number>;
type Moved = ReadonlySet<string>;

function placesIn(order: Order): Places {
  return new Map(order.map((key, place) => [key, place]));
}

/** @returns undefined if one of the keys is missing */
function isAhead(places: Places, a: string, b: string): boolean | undefined {
  const [first, second] = [places.get(a), places.get(b)];
  return first === undefined || second === undefined ? undefined : first < second;
}

/** Whether the other side reversed items around the new item `a` or `b`. @param side the side with `a` before `b` */
function isTorn(a: string, b: string, side: Places, other: Places, moved: Moved): boolean {
  const [isNew, known] = other.has(a) ? [b, a] : [a, b];
  if (!moved.has(known)) return false;
  return [...other.keys()].some((third) => {
    const isBetween = isAhead(side, isNew, third) === isAhead(side, known, isNew);
    return isBetween && isAhead(other, known, third) === !isAhead(side, known, third);
  });
}

/** The smallest set of items whose moves turn the base order into this order. */
function movedIn(order: Order, base: Places): Moved {
  const staying = inPlace(order.map((key) => base.get(key)));
  return new Set(order.filter((key, at) => base.has(key) && !staying.has(at)));
}

/** Whether the keys that occur in both lists have the same order. */
function isOneOrder(some: Order, others: Order): boolean {
  const shared = (order: Order, of: ReadonlySet<string>) => order.filter((key) => of.has(key));
  return isEqual(shared(some, new Set(others)), shared(others, new Set(some)));
}
