/** Dead targeting: what nobody ever comes to, and what makes no difference to anybody. All of it is proved; of all else, nothing is said. */
import type { Environment } from '../evaluation/evaluate.js';
import type { Serve, Toggle } from '../evaluation/toggles.js';
import { whole } from '../targeting/shares.js';
import { everybody, isEmpty } from './boxes.js';
import { DecisionList, ruleEntries } from './decisionList.js';
import { Effects } from './effect.js';
import type { RedundantObject } from './redundancy.js';
import { redundantConditions, redundantObjects } from './redundancy.js';
import { conditionsOf } from './required.js';
import type { IsOver } from './search.js';
import type { Contradiction } from './shadows.js';
import { contradictionIn, shadowOver } from './shadows.js';
import { Space } from './space.js';
import { meets } from './ways.js';

/** Rules, conditions and objects go by their places in the file. */
export type Finding =
  | ({ readonly code: 'contradictory-conditions'; readonly rule: number } & Contradiction)
  /** `by`: the rules that catch all whom it could; without any of these, somebody might be left. */
  | { readonly code: 'shadowed-rule'; readonly rule: number; readonly by: readonly number[] }
  | { readonly code: 'redundant-condition'; readonly rule: number; readonly condition: number }
  | ({ readonly code: 'redundant-object'; readonly rule: number } & RedundantObject)
  /** Without it, those whom it catches get the same: from rules below it, or from the default. */
  | { readonly code: 'rule-without-effect'; readonly rule: number }
  | { readonly code: 'never-served'; readonly variation: number }
  /** The required toggle never gives the value, while it is enabled. */
  | { readonly code: 'impossible-prerequisite'; readonly prerequisite: number };

/** Each removal that a finding suggests changes nothing for anybody, and neither do all of them together. */
export function findingsOf(rules: Rules, environment: Environment): readonly Finding[] {
  const { toggle, isOver } = rules;
  // The service has rules that nobody knows here.
  if (toggle.hasUnknownRules) return [];
  const dead = rules.dead();
  const isDead = (index: number) => dead.has(index);
  const redundant = toggle.rules.flatMap(({ conditions }, rule): readonly Finding[] => {
    if (isDead(rule) || isOver()) return [];
    const needless = redundantConditions(conditions, rules.space);
    const needed = conditions.filter(({ index }) => !needless.includes(index));
    return [
      ...needless.map((condition) => ({ code: 'redundant-condition', rule, condition }) as const),
      ...redundantObjects(needed, rules.space).map((each) => ({ code: 'redundant-object', rule, ...each }) as const),
    ];
  });
  return [
    ...dead.values(),
    ...redundant,
    ...rules.withoutEffect(isDead).map((rule) => ({ code: 'rule-without-effect', rule }) as const),
    ...rules.neverServed(isDead).map((variation) => ({ code: 'never-served', variation }) as const),
    ...impossiblePrerequisites(toggle, environment, isOver),
  ];
}

/** Rules and the default of a toggle, for those who meet its prerequisites. */
export class Rules {
  readonly space: Space;
  readonly list: DecisionList;

  constructor(
    readonly toggle: Toggle,
    readonly isOver: IsOver,
  ) {
    this.space = new Space(conditionsOf([toggle]));
    this.list = new DecisionList(toggle, ruleEntries(toggle, this.space, isOver));
  }

  /** By their places. */
  dead(): ReadonlyMap<number, Finding> {
    const found = new Map<number, Finding>();
    const { surely, perhaps } = this.list;
    for (const [rule, { conditions }] of this.toggle.rules.entries()) {
      if (this.isOver()) break;
      const caught = perhaps.boxes[rule] ?? everybody;
      if (isEmpty(caught)) {
        found.set(rule, { code: 'contradictory-conditions', rule, ...contradictionIn(conditions, caught, this.space) });
        continue;
      }
      const by = shadowOver(caught, surely, rule, this.isOver);
      if (by !== undefined) found.set(rule, { code: 'shadowed-rule', rule, by });
    }
    return found;
  }

  /** One after the other is thought away: two rules may each be without effect only as long as the other is there. */
  withoutEffect(isDead: (rule: number) => boolean): readonly number[] {
    const effects = new Effects(this.list, this.isOver);
    const found = new Set<number>();
    for (const rule of this.toggle.rules.keys()) {
      if (isDead(rule) || !effects.isWithout(rule, () => false)) continue;
      if (effects.isWithout(rule, (index) => found.has(index) || isDead(index))) found.add(rule);
    }
    return [...found];
  }

  neverServed(isDead: (rule: number) => boolean): readonly number[] {
    const { rules, variations, defaultServe, disabledServe } = this.toggle;
    const serves: Serve[] = [disabledServe, ...rules.flatMap(({ serve }, index) => (isDead(index) ? [] : [serve]))];
    if (shadowOver(everybody, this.list.surely, rules.length, this.isOver) === undefined) serves.push(defaultServe);
    return [...variations.keys()].filter((index) => !serves.some((serve) => mayGive(serve, index)));
  }

  /** Whether somebody might get what a prerequisite requires. */
  canMeet(prerequisite: Toggle['prerequisites'][number]): boolean {
    // Where nobody knows of what type its values are, nobody knows what they equal.
    if (this.toggle.returnType === undefined) return true;
    if (this.toggle.hasUnknownRules) return true;
    const dead = this.dead();
    const { rules, defaultServe, disabledServe, prerequisites } = this.toggle;
    const alive = rules.flatMap(({ serve }, index) => (dead.has(index) ? [] : [serve]));
    return [...alive, defaultServe, ...(prerequisites.length === 0 ? [] : [disabledServe])].some((serve) =>
      this.list.outcomes.of(serve).some(({ outcome }) => outcome.kind === 'unknown' || meets(outcome, prerequisite)),
    );
  }
}

function mayGive(serve: Serve, variation: number): boolean {
  if (typeof serve === 'number') return serve === variation;
  const [start, end] = serve === 'unknown' ? [0, whole] : (serve[variation] ?? [0, 0]);
  return start < end && start < whole;
}

function impossiblePrerequisites(
  { prerequisites }: Toggle,
  environment: Environment,
  isOver: IsOver,
): readonly Finding[] {
  return prerequisites.flatMap((prerequisite, index) => {
    const required = environment.toggle(prerequisite.key ?? '');
    if (typeof required === 'string' || !required.isEnabled || prerequisite.value.type === 'unknown') return [];
    const isPossible = new Rules(required, isOver).canMeet(prerequisite);
    return isPossible ? [] : [{ code: 'impossible-prerequisite', prerequisite: index } as const];
  });
}
