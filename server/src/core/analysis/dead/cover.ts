/** Finds the first of many boxes that contains a user. Each box is indexed by its cells on its narrowest axis. */
import { getOrCreate } from '../../json/madeOnce.js';
import type { Axis } from '../space/axis.js';
import type { Box, Point } from '../space/boxes.js';
import { areDisjoint, contains, isBoxWithin, isEmpty } from '../space/boxes.js';
import type { Cells } from '../space/cells.js';
import { eachRun, sizeOf } from '../space/cells.js';

/** Indexes of boxes by aligned run of cells. A run of level n has 2^n cells and starts at a multiple of 2^n. */
interface Tree {
  readonly nodes: Map<number, number[]>;
  readonly levels: Set<number>;
}

const MAX_LEVELS = 32;

function nodeOf(cell: number, level: number): number {
  return (cell >> level) * MAX_LEVELS + level;
}

export class Cover {
  readonly #trees = new Map<Axis, Tree>();
  readonly #everywhere: number[] = [];

  constructor(readonly boxes: readonly Box[]) {
    for (const [index, box] of boxes.entries()) if (!isEmpty(box)) this.#add(index, box);
  }

  /** @returns index of the first box in [from, until) that contains the point; undefined if no box does */
  first(point: Point, from: number, until: number, isLeftOut?: (index: number) => boolean): number | undefined {
    return this.#firstWhere(point, until, (index, box) => {
      return index >= from && isLeftOut?.(index) !== true && contains(box, point);
    });
  }

  /** @returns index of the first box before `until` that contains the given box; undefined if no box does */
  enclosing(box: Box, until: number): number | undefined {
    return this.#firstWhere(
      (axis) => box.get(axis)?.[0] ?? 0,
      until,
      (_, other) => isBoxWithin(box, other),
    );
  }

  /** @returns index of a box that passes the test and shares users with the given box; undefined if no box does */
  overlapping(box: Box, test: (index: number) => boolean): number | undefined {
    const isFound = (index: number) => test(index) && !areDisjoint(this.boxes[index] ?? box, box);
    const everywhere = this.#everywhere.find(isFound);
    if (everywhere !== undefined) return everywhere;
    for (const [axis, tree] of this.#trees) {
      for (const list of nodesFor(box.get(axis), tree)) {
        const found = list.find(isFound);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #firstWhere(point: Point, until: number, test: (index: number, box: Box) => boolean): number | undefined {
    let best = until;
    const look = (found: readonly number[]) => {
      for (const index of found) {
        if (index >= best) return;
        const box = this.boxes[index];
        if (box !== undefined && test(index, box)) best = index;
      }
    };
    look(this.#everywhere);
    for (const [axis, { nodes, levels }] of this.#trees) {
      const cell = point(axis);
      for (const level of levels) look(nodes.get(nodeOf(cell, level)) ?? none);
    }
    return best === until ? undefined : best;
  }

  #add(index: number, box: Box): void {
    const axis = narrowestAxis(box);
    if (axis === undefined) {
      this.#everywhere.push(index);
      return;
    }
    const cells = box.get(axis) ?? axis.all;
    const { nodes, levels } = getOrCreate(this.#trees, axis, (): Tree => ({ nodes: new Map(), levels: new Set() }));
    for (const [start, end] of eachRun(cells)) {
      for (let cell = start; cell < end;) {
        const aligned = cell === 0 ? MAX_LEVELS - 2 : 31 - Math.clz32(cell & -cell);
        const level = Math.min(aligned, 31 - Math.clz32(end - cell));
        getOrCreate(nodes, nodeOf(cell, level), () => []).push(index);
        levels.add(level);
        cell += 1 << level;
      }
    }
  }
}

const none: readonly number[] = [];

function narrowestAxis(box: Box): Axis | undefined {
  let [narrowest, least]: [Axis | undefined, number] = [undefined, Infinity];
  for (const [axis, cells] of box) {
    const size = sizeOf(cells);
    if (size < least) [narrowest, least] = [axis, size];
  }
  return narrowest;
}

const MAX_CELLS_LOOKED_UP = 32;

/** Lists of box indexes that together include every box with at least one of the cells. */
function nodesFor(cells: Cells | undefined, { nodes, levels }: Tree): Iterable<readonly number[]> {
  if (cells === undefined || sizeOf(cells) > MAX_CELLS_LOOKED_UP) return nodes.values();
  const found = new Set<readonly number[]>();
  for (const [start, end] of eachRun(cells))
    for (let cell = start; cell < end; cell += 1)
      for (const level of levels) found.add(nodes.get(nodeOf(cell, level)) ?? none);
  return found;
}
