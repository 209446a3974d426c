/** Sets of cells of an axis: sorted, half-open runs, as [start, end, start, end …]. */
import { countBefore } from '../../json/search.js';

export type Cells = readonly number[];

export function intersection(a: Cells, b: Cells): Cells {
  return merged(a, b, (isInA, isInB) => isInA && isInB);
}

export function union(a: Cells, b: Cells): Cells {
  return merged(a, b, (isInA, isInB) => isInA || isInB);
}

export function difference(a: Cells, b: Cells): Cells {
  return merged(a, b, (isInA, isInB) => isInA && !isInB);
}

export function isWithin(a: Cells, b: Cells): boolean {
  let j = 0;
  for (let i = 0; i < a.length; i += 2) {
    while (j < b.length && (b[j + 1] ?? 0) < (a[i + 1] ?? 0)) j += 2;
    if (j >= b.length || (b[j] ?? 0) > (a[i] ?? 0)) return false;
  }
  return true;
}

export function areApart(a: Cells, b: Cells): boolean {
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if ((a[i + 1] ?? 0) <= (b[j] ?? 0)) i += 2;
    else if ((b[j + 1] ?? 0) <= (a[i] ?? 0)) j += 2;
    else return false;
  }
  return true;
}

export function areSame(a: Cells, b: Cells): boolean {
  return a.length === b.length && a.every((border, index) => border === b[index]);
}

export function hasCell(cells: Cells, cell: number): boolean {
  return isOdd(countBefore(cells, (border) => border <= cell));
}

export function sizeOf(cells: Cells): number {
  let size = 0;
  for (const [start, end] of eachRun(cells)) size += end - start;
  return size;
}

export function* eachRun(cells: Cells): Generator<readonly [start: number, end: number]> {
  for (let at = 0; at < cells.length; at += 2) yield [cells[at] ?? 0, cells[at + 1] ?? 0];
}

/** Combines two sets. A cell is in a set if the number of borders up to and including the cell is odd. */
function merged(a: Cells, b: Cells, isKept: (isInA: boolean, isInB: boolean) => boolean): Cells {
  const borders: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const at = Math.min(a[i] ?? Infinity, b[j] ?? Infinity);
    if (a[i] === at) i += 1;
    if (b[j] === at) j += 1;
    if (isKept(isOdd(i), isOdd(j)) !== isOdd(borders.length)) borders.push(at);
  }
  return borders;
}

function isOdd(number: number): boolean {
  return (number & 1) === 1;
}
