/** Searches a box for a user whom no other box covers. A complete search that finds nobody is a proof. */
import type { Budget } from '../../budget.js';
import type { Axis } from './axis.js';
import type { Box, Point } from './boxes.js';
import { everybody, isEmpty, minus } from './boxes.js';

/** Maximum number of boxes examined for one answer. */
const MAX_STEPS = 20_000;

/** @returns a user whom no other box covers; undefined if nobody is left; `unknown` if the search takes too long */
export function uncovered(
  start: Box,
  covering: (point: Point) => Box | undefined,
  budget: Budget,
): Point | 'unknown' | undefined {
  if (isEmpty(start)) return undefined;
  const queue = new Queue();
  queue.add(start);
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const box = queue.take();
    if (box === undefined) return undefined;
    const point = pointIn(box);
    const cover = covering(point);
    if (cover === undefined) return point;
    for (const piece of minus(box, cover)) queue.add(piece);
    if ((count & 15) === 15 && !budget.spend()) return 'unknown';
  }
  return 'unknown';
}

/** A priority queue: boxes whose users need the fewest attributes come first. */
class Queue {
  readonly #byCost: Box[][] = [];

  add(box: Box): void {
    let cost = 0;
    for (const [axis, cells] of box) if ((cells[0] ?? 0) >= axis.free) cost += 1;
    (this.#byCost[cost] ??= []).push(box);
  }

  take(): Box | undefined {
    for (const boxes of this.#byCost) {
      const box = (boxes as Box[] | undefined)?.pop();
      if (box !== undefined) return box;
    }
    return undefined;
  }
}

/** A user in the box who has few attributes and, preferably, values that the file names. */
export function pointIn(box: Box): Point {
  const chosen = new Map<Axis, number>();
  return (axis) => {
    const known = chosen.get(axis);
    if (known !== undefined) return known;
    const cell = cellIn(axis, box);
    chosen.set(axis, cell);
    return cell;
  };
}

/** Maximum number of cells examined on an axis. */
const MAX_CELLS_EXAMINED = 32;

function cellIn(axis: Axis, box: Box): number {
  const cells = (box === everybody ? undefined : box.get(axis)) ?? axis.all;
  const first = cells[0] ?? 0;
  if (first < axis.free) return first;
  let [best, rank] = [first, Infinity];
  let left = MAX_CELLS_EXAMINED;
  for (let at = 0; at < cells.length && left > 0; at += 2) {
    for (let cell = cells[at] ?? 0; cell < (cells[at + 1] ?? 0) && left > 0; cell += 1, left -= 1) {
      const own = axis.rankOf(cell);
      if (own < rank) [best, rank] = [cell, own];
    }
  }
  return best;
}
