/** Proves a finding by splitting the affected users into classes, each with the part of the toggle that decides. */
import type { Environment } from '../../evaluation/evaluate.js';
import type { Condition, Serve } from '../../evaluation/toggles.js';
import type { Axis } from '../space/axis.js';
import type { Box } from '../space/boxes.js';
import { both, everybody, isEmpty, minus } from '../space/boxes.js';
import type { Cells } from '../space/cells.js';
import { difference, intersection } from '../space/cells.js';
import type { DecisionList } from '../space/decisionList.js';
import { Effects } from './effect.js';
import type { Finding } from './findings.js';
import { Rules } from './findings.js';
import { mayGive } from './served.js';
import type { Outcome } from '../impact/outcomes.js';
import { redundantConditions } from './redundancy.js';
import { meets } from '../impact/ways.js';

/** A finding that can be proved. Unconditional rules are found without a search, so they are not in `Finding`. */
export type Claim =
  | Exclude<Finding, { readonly code: 'incomplete-search' }>
  | { readonly code: 'unconditional-rule'; readonly rule: number };

export const claimCodes = [
  'contradictory-conditions',
  'shadowed-rule',
  'unconditional-rule',
  'rule-without-effect',
  'redundant-condition',
  'redundant-object',
  'never-served',
  'impossible-prerequisite',
] as const satisfies readonly Claim['code'][];

export type Entry = number | 'default';

export interface ClassOfUsers {
  readonly box: Box;
  readonly decided: Decided;
}

export type Decided =
  /** The entry decides; if `orAbove` is true, a rule above the entry may decide instead. */
  | { readonly by: 'entry'; readonly entry: Entry; readonly orAbove: boolean }
  /** If the rule of the finding is removed, the entry decides instead and serves the same value. */
  | { readonly by: 'entry-instead'; readonly entry: Entry; readonly orAbove: boolean }
  | { readonly by: 'condition'; readonly index: number; readonly holds: boolean }
  | { readonly by: 'either-way'; readonly holds: boolean };

/** A class of users, a heading for the lines that follow, or the outcomes of an entry that users may reach. */
export type Line =
  | ClassOfUsers
  /** Heading: nobody reaches this entry, as the next classes prove. */
  | { readonly unreached: Entry }
  /** Heading: the key of the required toggle that the next lines are about. */
  | { readonly toggle: string }
  | { readonly serves: Entry | 'disabled'; readonly outcomes: readonly Outcome[] };

export function* certificate(claim: Claim, rules: Rules, environment: Environment): Generator<Line> {
  const { list } = rules;
  const { toggle, space } = list;
  switch (claim.code) {
    case 'unconditional-rule':
      yield* caughtBy(everybody, [claim.rule], rules);
      return;
    case 'shadowed-rule':
      yield* caughtBy(list.perhaps.boxes[claim.rule] ?? everybody, claim.by, rules);
      return;
    case 'contradictory-conditions':
      yield* contradiction(claim.rule, claim.conditions, rules);
      return;
    case 'redundant-condition': {
      const { conditions = [] } = toggle.rules[claim.rule] ?? {};
      const needless = redundantConditions(conditions, space);
      const others = space.boxesOf(conditions.filter(({ index }) => !needless.includes(index))).perhaps;
      const axes = conditions.filter(({ index }) => index === claim.condition).flatMap((each) => space.axesOf(each));
      const box = new Map([...others].filter(([axis]) => axes.includes(axis)));
      yield { box, decided: { by: 'condition', index: claim.condition, holds: true } };
      return;
    }
    case 'redundant-object': {
      const { conditions = [] } = toggle.rules[claim.rule] ?? {};
      const own = conditions.filter(({ index }) => index === claim.condition);
      const holding = space.boxesOf(own.slice(...(claim.list === 'objects' ? [0, 1] : [1, 2]))).surely;
      for (const box of [holding, ...minus(everybody, holding)])
        if (!isEmpty(box)) yield { box, decided: { by: 'either-way', holds: box === holding } };
      return;
    }
    case 'rule-without-effect': {
      const classes: ClassOfUsers[] = [];
      new Effects(list).isWithout(
        claim.rule,
        () => false,
        (box, at) => {
          const by = at < claim.rule ? 'entry' : 'entry-instead';
          classes.push({ box, decided: { by, ...entryAt(at, box, list, claim.rule) } });
        },
      );
      yield* classes;
      return;
    }
    case 'never-served':
      for (const [at, { serve }] of list.entries.entries())
        if (mayGive(serve, claim.variation)) yield* unreached(at, rules);
      return;
    case 'impossible-prerequisite': {
      const prerequisite = toggle.prerequisites[claim.prerequisite];
      const required = environment.toggle(prerequisite?.key ?? '');
      if (prerequisite === undefined || typeof required === 'string') return;
      yield { toggle: required.key };
      yield* given(Rules.of(required, space.budget), (outcome) => meets(outcome, prerequisite));
      return;
    }
  }
}

function* caughtBy(box: Box, by: readonly number[], { list }: Rules): Generator<ClassOfUsers> {
  let left: readonly Box[] = [box];
  for (const at of by) {
    const caught = list.surely.boxes[at] ?? everybody;
    const rest: Box[] = [];
    for (const piece of left) {
      const inside = both(piece, caught);
      if (!list.space.budget.spend()) return;
      if (!isEmpty(inside)) yield { box: inside, decided: { by: 'entry', ...entryAt(at, inside, list) } };
      rest.push(...minus(piece, caught).filter((each) => !isEmpty(each)));
    }
    left = rest;
  }
}

function entryAt(at: number, box: Box, { entries, perhaps }: DecisionList, without?: number) {
  const orAbove = perhaps.overlapping(box, (other) => other < at && other !== without) !== undefined;
  return { entry: entries[at]?.index ?? 'default', orAbove } as const;
}

function* contradiction(rule: number, named: readonly number[], { list }: Rules): Generator<ClassOfUsers> {
  const { toggle, space } = list;
  const [[axis] = [undefined]] = [...(list.perhaps.boxes[rule] ?? [])].filter(([, cells]) => cells.length === 0);
  if (axis === undefined) return;
  const isNamed = (condition: Condition) => named.includes(condition.index) && space.axesOf(condition).includes(axis);
  let left: Cells = axis.all;
  for (const condition of toggle.rules[rule]?.conditions.filter(isNamed) ?? []) {
    const { perhaps } = axis.setsOf(condition);
    const excluded = difference(left, perhaps);
    if (excluded.length > 0) {
      const box = new Map<Axis, Cells>([[axis, excluded]]);
      yield { box, decided: { by: 'condition', index: condition.index, holds: false } };
    }
    left = intersection(left, perhaps);
  }
}

function* unreached(at: number, rules: Rules): Generator<Line> {
  const { index } = rules.list.entries[at] ?? {};
  const found = rules.deadBy(at);
  if (found === undefined) return;
  yield { unreached: index ?? 'default' };
  if (found.code === 'contradictory-conditions') yield* contradiction(at, found.conditions, rules);
  if (found.code === 'shadowed-rule') yield* caughtBy(rules.list.perhaps.boxes[at] ?? everybody, found.by, rules);
}

/** Yields each entry's outcomes or, if an outcome meets the prerequisite, the proof that nobody reaches the entry. */
function* given(rules: Rules, isWanted: (outcome: Outcome) => boolean): Generator<Line> {
  const { list } = rules;
  const { toggle } = list;
  const outcomesOf = (serve: Serve) => list.outcomes.of(serve).map(({ outcome }) => outcome);
  if (!toggle.isEnabled || toggle.prerequisites.length > 0)
    yield { serves: 'disabled', outcomes: outcomesOf(toggle.disabledServe) };
  if (!toggle.isEnabled) return;
  for (const [at, { index = 'default', serve }] of list.entries.entries()) {
    const outcomes = outcomesOf(serve);
    if (outcomes.some(isWanted)) yield* unreached(at, rules);
    else yield { serves: index, outcomes };
  }
}
