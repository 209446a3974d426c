/**
 * Where anyone may be in several toggles at once: everyone matches one rule or the default of each toggle, before and after a
 * change. Prerequisites play no part here.
 */
import type { Toggle } from '../evaluation/toggles.js';
import type { Box } from './boxes.js';
import { both, everybody, isEmpty } from './boxes.js';
import { DecisionList, ruleEntries } from './decisionList.js';
import type { IsOver } from './search.js';
import { uncovered } from './search.js';
import type { Space } from './space.js';

/** So many are looked at. */
const MAX_PLACES = 5_000;

/** A toggle before the change, after it, or both where it is the same. */
export interface Node {
  readonly toggle: Toggle;
  readonly isIn: readonly [before: boolean, after: boolean];
  readonly list: DecisionList;
}

export interface Chosen {
  readonly node: Node;
  /** Of the entry. */
  readonly at: number;
}

/** The changed toggles first: where they serve the same before and after, nothing else matters. */
export function nodesOf(
  [before = [], after = []]: readonly (readonly Toggle[])[],
  changed: readonly string[],
  space: Space,
  isOver: IsOver,
): readonly Node[] {
  const node = (toggle: Toggle, ...isIn: [boolean, boolean]): Node => ({
    toggle,
    isIn,
    list: listOf(toggle, space, isOver),
  });
  const later = new Map(after.map((toggle) => [toggle.key, toggle]));
  const nodes = before.flatMap((toggle) => {
    const other = later.get(toggle.key);
    later.delete(toggle.key);
    if (other !== undefined && JSON.stringify(other) === JSON.stringify(toggle)) return [node(toggle, true, true)];
    return [node(toggle, true, false), ...(other === undefined ? [] : [node(other, false, true)])];
  });
  const all = [...nodes, ...Array.from(later.values(), (toggle) => node(toggle, false, true))];
  const rank = ({ toggle: { key } }: Node) => (changed.includes(key) ? changed.indexOf(key) : changed.length);
  return all.sort((a, b) => rank(a) - rank(b));
}

/** Of the rules alone: prerequisites are what buckets decide in a place. */
function listOf(toggle: Toggle, space: Space, isOver: IsOver): DecisionList {
  if (toggle.isEnabled) return new DecisionList(toggle, ruleEntries(toggle, space, isOver));
  const { disabledServe: serve } = toggle;
  return new DecisionList(toggle, [{ by: 'disabled', index: undefined, serve, surely: everybody, perhaps: everybody }]);
}

export class Places {
  #left = MAX_PLACES;

  constructor(
    private readonly nodes: readonly Node[],
    private readonly isOver: IsOver,
  ) {}

  /** Those in which anyone may be. */
  *all(chosen: readonly Chosen[] = [], box: Box = everybody): Generator<readonly Chosen[] | 'unknown'> {
    const node = this.nodes[chosen.length];
    if (node === undefined) {
      yield chosen;
      return;
    }
    for (const [at, entry] of node.list.entries.entries()) {
      const narrowed = both(box, entry.perhaps);
      if (isEmpty(narrowed)) continue;
      const next = [...chosen, { node, at }];
      this.#left -= 1;
      const isAnybody = this.#left < 0 || this.isOver() ? 'unknown' : this.#isAnybody(next, narrowed);
      if (isAnybody === 'unknown') {
        yield isAnybody;
        return;
      }
      if (isAnybody) yield* this.all(next, narrowed);
    }
  }

  #isAnybody(chosen: readonly Chosen[], box: Box): boolean | 'unknown' {
    const found = uncovered(
      box,
      (point) => {
        for (const { node, at } of chosen) {
          const above = node.list.surely.first(point, 0, at);
          if (above !== undefined) return node.list.surely.boxes[above];
        }
        return undefined;
      },
      this.isOver,
    );
    return found === 'unknown' ? found : found !== undefined;
  }
}
