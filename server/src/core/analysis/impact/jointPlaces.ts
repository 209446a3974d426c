/** Finds the places where users can be. A place is one entry of each toggle, before and after a change. */
import type { Budget } from '../../budget.js';
import { getOrCreate } from '../../json/madeOnce.js';
import type { Toggle } from '../../evaluation/toggles.js';
import { isKnown } from './alike.js';
import type { Box } from '../space/boxes.js';
import { areDisjoint, both, everybody } from '../space/boxes.js';
import type { DecisionList } from '../space/decisionList.js';
import { isAnybodyIn, isAnybodyLeft, listInForce } from '../space/decisionList.js';
import type { Side } from '../dead/required.js';
import { withRequired } from '../dead/required.js';
import type { Space } from '../space/space.js';
import { Ways } from './ways.js';

/** A toggle before the change, after the change, or on both sides if it is unchanged. */
export interface Node {
  readonly toggle: Toggle;
  readonly isIn: readonly [before: boolean, after: boolean];
  readonly list: DecisionList;
  readonly ways: Ways;
  /** Indexes of the entries that someone may reach. */
  readonly alive: readonly number[];
  /** A number for each entry; entries with the same number give every user the same value. */
  readonly alike: readonly number[];
}

export interface Chosen extends Pick<Node, 'list'> {
  readonly node: Node;
  readonly at: number;
}

/**
 * The nodes of the toggle `told` come first, then other changed toggles, so that the search can stop early.
 * @param isAlone whether to ignore required toggles; prerequisites are then entries that anyone may reach
 */
export function nodesOf(sides: readonly [Side, Side], told: string, isAlone: boolean, space: Space): readonly Node[] {
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => getOrCreate(numbers, text, () => numbers.size);
  const own = sides[1].toggle.key;
  /** A text that identifies a toggle, and which of its required toggles are missing or unknown. */
  const textOf = (toggle: Toggle, which: 0 | 1) => {
    const required = toggle.prerequisites.map(({ key = '' }) => sides[which].environment.toggle(key));
    return JSON.stringify([toggle, required.filter((each) => typeof each === 'string')]);
  };
  const nodeOf = (toggle: Toggle, isIn: Node['isIn']): Node => {
    const which = isIn[0] ? 0 : 1;
    const { environment } = sides[which];
    const listed = isAlone ? toggle : { ...toggle, prerequisites: [] };
    const list = listInForce(listed, environment, space);
    // A field that is left to the service may have different values before and after the change.
    const leftOut = told === own && !isKnown(toggle) ? which : '';
    const all = numberOf(`${textOf({ ...toggle, rules: [] }, which)} ${leftOut}`);
    return {
      toggle: isAlone ? { ...toggle, prerequisites: [] } : toggle,
      isIn,
      list,
      ways: new Ways(space, environment),
      alive: [...list.entries.keys()].filter((at) => isAnybodyLeft(list, at) !== false),
      alike: list.entries.map(({ by, serve }) => numberOf(JSON.stringify([all, by, serve]))),
    };
  };
  const [earlier, later] = sides.map(({ toggle, environment }) =>
    isAlone ? [toggle] : withRequired(toggle, environment),
  ) as [readonly Toggle[], readonly Toggle[]];
  const [differing, shared]: [Node[], Node[]] = [[], []];
  for (const toggle of earlier) {
    const other = later.find(({ key }) => key === toggle.key);
    const isSame =
      other !== undefined &&
      textOf(toggle, 0) === textOf(other, 1) &&
      (toggle.key !== own || told !== own || isKnown(toggle));
    if (isSame) shared.push(nodeOf(toggle, [true, true]));
    else differing.push(nodeOf(toggle, [true, false]), ...(other === undefined ? [] : [nodeOf(other, [false, true])]));
  }
  const added = later.filter(({ key }) => !earlier.some((toggle) => toggle.key === key));
  differing.push(...added.map((toggle) => nodeOf(toggle, [false, true])));
  const all = [...differing, ...shared];
  return [...all.filter(({ toggle }) => toggle.key === told), ...all.filter(({ toggle }) => toggle.key !== told)];
}

/** Whether every changed toggle gives users in these places the same value as before, whatever other toggles serve. */
export function isSameForAll(chosen: readonly Chosen[], all: readonly Node[]): boolean {
  const [before, after] = [new Map<string, number>(), new Map<string, number>()];
  for (const { node, at } of chosen) {
    const number = node.alike[at] ?? -1;
    if (node.isIn[0]) before.set(node.toggle.key, number);
    if (node.isIn[1]) after.set(node.toggle.key, number);
  }
  const areAllChosen = all.slice(chosen.length).every(({ isIn }) => isIn[0] && isIn[1]);
  return areAllChosen && before.size === after.size && [...before].every(([key, number]) => after.get(key) === number);
}

/** Yields places where users may be, without toggles that do not matter. @param isLookedFor whether to yield a place */
export function* placesIn(
  nodes: readonly Node[],
  isLookedFor: (chosen: readonly Chosen[]) => boolean,
  budget: Budget,
  chosen: readonly Chosen[] = [],
  box: Box = everybody,
): Generator<readonly Chosen[] | 'unknown'> {
  const node = nodes[chosen.length];
  for (const at of node?.alive ?? []) {
    if (node === undefined) return;
    const perhaps = node.list.perhaps.boxes[at] ?? everybody;
    if (areDisjoint(box, perhaps)) continue;
    const next = [...chosen, { node, list: node.list, at }];
    const isEnd = next.length === nodes.length || isSameForAll(next, nodes);
    if (isEnd && !isLookedFor(next)) continue;
    const narrowed = both(box, perhaps);
    // The first entry needs no check: `alive` contains only entries that someone may reach.
    const isAnybody = chosen.length === 0 || (budget.spend() ? isAnybodyIn(narrowed, next, budget) : 'unknown');
    if (isAnybody === 'unknown') yield isAnybody;
    else if (isAnybody && isEnd) yield next;
    else if (isAnybody) yield* placesIn(nodes, isLookedFor, budget, next, narrowed);
  }
}
