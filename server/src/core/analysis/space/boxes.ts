/** A box contains the cells that a rule's conditions allow on each axis. Absent axes are unrestricted. */
import type { Axis } from './axis.js';
import type { Cells } from './cells.js';
import { areApart, difference, hasCell, intersection, isWithin } from './cells.js';

export type Box = ReadonlyMap<Axis, Cells>;

/** A user, represented by the user's cell on each axis. */
export type Point = (axis: Axis) => number;

export const everybody: ReadonlyMap<Axis, Cells> = new Map();

export function isEmpty(box: Box): boolean {
  for (const cells of box.values()) if (cells.length === 0) return true;
  return false;
}

export function both(a: Box, b: Box): Box {
  const result = new Map(a);
  for (const [axis, cells] of b) {
    const others = result.get(axis);
    result.set(axis, others === undefined ? cells : intersection(others, cells));
  }
  return result;
}

/** Splits the part of `box` that is outside of `other` into disjoint boxes. */
export function minus(box: Box, other: Box): readonly Box[] {
  const pieces: Box[] = [];
  let inside = box;
  for (const [axis, cells] of other) {
    const own = inside.get(axis) ?? axis.all;
    const outside = difference(own, cells);
    if (outside.length > 0) pieces.push(new Map(inside).set(axis, outside));
    inside = new Map(inside).set(axis, intersection(own, cells));
  }
  return pieces;
}

export function contains(box: Box, point: Point): boolean {
  for (const [axis, cells] of box) if (!hasCell(cells, point(axis))) return false;
  return true;
}

export function isBoxWithin(box: Box, other: Box): boolean {
  for (const [axis, cells] of other) if (!isWithin(box.get(axis) ?? axis.all, cells)) return false;
  return true;
}

export function areDisjoint(a: Box, b: Box): boolean {
  for (const [axis, cells] of b) {
    const own = a.get(axis);
    if (own !== undefined && areApart(own, cells)) return true;
  }
  return false;
}
