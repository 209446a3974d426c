/** A toggle as a list of entries: unmet prerequisites, rules and the default. The first entry that matches decides. */
import type { Budget } from '../../budget.js';
import type { Environment } from '../../evaluation/evaluate.js';
import type { Serve, Toggle } from '../../evaluation/toggles.js';
import type { Box } from './boxes.js';
import { both, everybody } from './boxes.js';
import { Cover } from '../dead/cover.js';
import { Outcomes } from '../impact/outcomes.js';
import { contentOf } from '../dead/required.js';
import { uncovered } from './search.js';
import type { Boxes, Space } from './space.js';

export interface Entry extends Boxes {
  readonly by: 'disabled' | 'prerequisite' | 'rule' | 'default';
  readonly index: number | undefined;
  readonly serve: Serve;
}

export class DecisionList {
  /** The users whom each entry definitely matches, and the users whom it possibly or definitely matches. */
  readonly surely: Cover;
  readonly perhaps: Cover;
  readonly outcomes: Outcomes;

  constructor(
    readonly toggle: Toggle,
    readonly entries: readonly Entry[],
    readonly space: Space,
  ) {
    this.outcomes = new Outcomes(toggle);
    this.surely = new Cover(entries.map((entry) => entry.surely));
    this.perhaps = new Cover(entries.map((entry) => entry.perhaps));
  }
}

/** Whether anyone in the box `among` reaches the entry at index `at`, past all earlier entries. */
export function isAnybodyLeft(list: DecisionList, at: number, among = everybody): boolean | 'unknown' {
  return isAnybodyIn(both(list.perhaps.boxes[at] ?? everybody, among), [{ list, at }], list.space.budget);
}

/** Like `isAnybodyLeft`, but for one entry in each of several lists. @param box users whom all entries may match */
export function isAnybodyIn(
  box: Box,
  entries: readonly { readonly list: DecisionList; readonly at: number }[],
  budget: Budget,
): boolean | 'unknown' {
  const found = uncovered(
    box,
    (point) => {
      for (const { list, at } of entries) {
        const above = list.surely.first(point, 0, at);
        if (above !== undefined) return list.surely.boxes[above];
      }
      return undefined;
    },
    budget,
  );
  return found === 'unknown' ? found : found !== undefined;
}

export function listOf(toggle: Toggle, environment: Environment, space: Space): DecisionList {
  const prerequisites = toggle.prerequisites.map((prerequisite, index): Entry => {
    const { key = '' } = prerequisite;
    const isMissing = environment.toggle(key) === 'missing';
    const unmet = isMissing ? everybody : space.unmet(prerequisite, contentOf(key, environment));
    return { by: 'prerequisite', index, serve: toggle.disabledServe, surely: unmet, perhaps: unmet };
  });
  return new DecisionList(toggle, [...prerequisites, ...ruleEntries(toggle, space)], space);
}

/** Like `listOf`, but a disabled toggle has a single entry with its `disabledServe`. */
export function listInForce(toggle: Toggle, environment: Environment, space: Space): DecisionList {
  if (toggle.isEnabled) return listOf(toggle, environment, space);
  const { disabledServe: serve } = toggle;
  const entry: Entry = { by: 'disabled', index: undefined, serve, surely: everybody, perhaps: everybody };
  return new DecisionList(toggle, [entry], space);
}

/** The entries of rules and the default, without prerequisites. Once the budget is spent, rules may match anyone. */
export function ruleEntries(toggle: Toggle, space: Space): readonly Entry[] {
  return [...rulesInSteps(toggle, space)].flat();
}

/** Number of questions to the evaluator that count as one step of a search. */
const CELLS_IN_A_BOX = 32;

export function* rulesInSteps(toggle: Toggle, space: Space): Generator<readonly Entry[]> {
  let asked = space.asked;
  for (const [index, { conditions, serve }] of toggle.rules.entries()) {
    const before = asked;
    const isKnown = space.budget.spend();
    // A condition may have 100,000 objects, so its sets are computed in steps; the axes cache the sets for `boxesOf`.
    for (const condition of isKnown ? conditions : []) {
      const axes = space.axesOf(condition);
      yield [];
      for (const axis of axes) yield* axis.setsInSteps(condition);
      yield [];
    }
    const boxes = isKnown ? space.boxesOf(conditions) : space.unknown;
    asked = space.asked;
    space.budget.spend(Math.floor((asked - before) / CELLS_IN_A_BOX));
    // In Go, a rule that serves null does not match (evaluation.md row 38).
    const surely = mayServeNull(toggle, serve) ? space.unknown.surely : boxes.surely;
    yield [{ by: 'rule', index, serve, ...boxes, surely }];
  }
  const { defaultServe: serve } = toggle;
  yield [{ by: 'default', index: undefined, serve, surely: everybody, perhaps: everybody }];
}

function mayServeNull({ variations }: Toggle, serve: Serve): boolean {
  const isNull = (index: number) => variations[index]?.type === 'null';
  if (typeof serve === 'number') return isNull(serve);
  return variations.some((_, index) => isNull(index));
}
