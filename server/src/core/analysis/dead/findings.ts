/** Finds dead targeting: parts of a toggle that make no difference to anyone. Only proved findings are reported. */
import type { Budget } from '../../budget.js';
import { resultOf } from '../../json/steps.js';
import { mayThrow } from '../../evaluation/conditions.js';
import type { Environment } from '../../evaluation/evaluate.js';
import { none } from '../../evaluation/sdks/sdks.js';
import type { Condition, Serve, Toggle } from '../../evaluation/toggles.js';
import { equalFor } from '../../evaluation/values/values.js';
import { everybody, isBoxWithin, isEmpty } from '../space/boxes.js';
import type { Entry } from '../space/decisionList.js';
import { DecisionList, rulesInSteps } from '../space/decisionList.js';
import { Effects } from './effect.js';
import type { Outcome } from '../impact/outcomes.js';
import type { RedundantObject } from './redundancy.js';
import { redundantConditions, redundantObjects } from './redundancy.js';
import { conditionsOf } from './required.js';
import type { Contradiction } from './shadows.js';
import { isShort, neverServed } from './served.js';
import { contradictionIn, shadowOver } from './shadows.js';
import { Space } from '../space/space.js';

/** Rules, conditions and objects are identified by their indexes in the file. */
export type Finding =
  | ({ readonly code: 'contradictory-conditions'; readonly rule: number } & Contradiction)
  /**
   * `by`: a minimal set of rules that match all users of the shadowed rule. `canBeBefore`: whether `by` is a
   * single rule, and both rules would decide for some users if the shadowed rule were moved above that rule.
   */
  | {
      readonly code: 'shadowed-rule';
      readonly rule: number;
      readonly by: readonly number[];
      readonly canBeBefore: boolean;
    }
  | { readonly code: 'redundant-condition'; readonly rule: number; readonly condition: number }
  | ({ readonly code: 'redundant-object'; readonly rule: number } & RedundantObject)
  /** Without the rule, its users get the same value from the rules below it or from the default. */
  | { readonly code: 'rule-without-effect'; readonly rule: number }
  | { readonly code: 'never-served'; readonly variation: number }
  /** The required toggle never gives anyone the required value. */
  | { readonly code: 'impossible-prerequisite'; readonly prerequisite: number; readonly isDisabled: boolean }
  /** The search ran out of budget, so other targeting may be dead as well. */
  | { readonly code: 'incomplete-search' };

/** Yields findings in steps. Applying one or all of the suggested removals does not change anyone's value. */
export function* findingsOf(rules: Rules, environment: Environment): Generator<readonly Finding[]> {
  const { toggle, space } = rules.list;
  // Nothing is provable if the service has unknown rules, or a condition throws in Node, which then serves the default.
  if (toggle.hasUnknownRules || conditionsOf([toggle]).some(mayThrow)) return;
  const dead = new Set<number>();
  const isDead = (index: number) => dead.has(index);
  for (const rule of toggle.rules.keys()) {
    const found = rules.deadBy(rule);
    if (found !== undefined) dead.add(rule);
    yield found === undefined ? [] : [found];
  }
  for (const [rule, { conditions }] of toggle.rules.entries())
    yield isDead(rule) || !space.budget.spend() ? [] : redundantIn(conditions, rule, space);
  for (const rule of rules.withoutEffect(isDead))
    yield rule === undefined ? [] : [{ code: 'rule-without-effect', rule }];
  for (const variation of rules.neverServed(isDead)) yield [{ code: 'never-served', variation }];
  for (const [index, prerequisite] of toggle.prerequisites.entries())
    yield impossible(prerequisite, environment, space.budget).map((isDisabled) => {
      return { code: 'impossible-prerequisite', prerequisite: index, isDisabled } as const;
    });
}

function redundantIn(conditions: readonly Condition[], rule: number, space: Space): readonly Finding[] {
  const needless = redundantConditions(conditions, space);
  const needed = conditions.filter(({ index }) => !needless.includes(index));
  return [
    ...needless.map((condition) => ({ code: 'redundant-condition', rule, condition }) as const),
    ...redundantObjects(needed, space).map((each) => ({ code: 'redundant-object', rule, ...each }) as const),
  ];
}

/** The rules and the default of a toggle, as they apply to users who meet the prerequisites. */
export class Rules {
  private constructor(readonly list: DecisionList) {}

  static of(toggle: Toggle, budget: Budget): Rules {
    return resultOf(Rules.inSteps(toggle, budget));
  }

  static *inSteps(toggle: Toggle, budget: Budget): Generator<readonly Finding[], Rules> {
    const space = new Space(conditionsOf([toggle]), budget);
    const entries: Entry[] = [];
    for (const made of rulesInSteps(toggle, space)) {
      entries.push(...made);
      yield [];
    }
    return new Rules(new DecisionList(toggle, entries, space));
  }

  deadBy(rule: number): Finding | undefined {
    const { surely, perhaps } = this.list;
    const caught = perhaps.boxes[rule] ?? everybody;
    if (!this.list.space.budget.spend()) return undefined;
    if (isEmpty(caught)) {
      const { conditions = [] } = this.list.toggle.rules[rule] ?? {};
      return { code: 'contradictory-conditions', rule, ...contradictionIn(conditions, caught, this.list.space) };
    }
    const by = shadowOver(caught, surely, rule, this.list.space.budget);
    return by && { code: 'shadowed-rule', rule, by, canBeBefore: this.#canBeBefore(rule, by) };
  }

  #canBeBefore(rule: number, [other = 0, ...more]: readonly number[]): boolean {
    const { surely, perhaps } = this.list;
    const [own, above] = [perhaps.boxes[rule] ?? everybody, perhaps.boxes[other] ?? everybody];
    const isReached = () => shadowOver(own, surely, other, this.list.space.budget) === undefined;
    return more.length === 0 && !isBoxWithin(above, surely.boxes[rule] ?? everybody) && isReached();
  }

  /** Two rules may each have no effect only because the other exists, so rules already found count as removed. */
  *withoutEffect(isDead: (rule: number) => boolean): Generator<number | undefined> {
    const effects = new Effects(this.list);
    const found = new Set<number>();
    const isWithout = (rule: number, isLeftOut: (index: number) => boolean) => effects.isWithout(rule, isLeftOut);
    for (const rule of this.list.toggle.rules.keys()) {
      const isFound =
        !isDead(rule) && isWithout(rule, () => false) && isWithout(rule, (index) => found.has(index) || isDead(index));
      if (isFound) found.add(rule);
      yield isFound ? rule : undefined;
    }
  }

  neverServed(isDead: (rule: number) => boolean): readonly number[] {
    const { toggle } = this.list;
    const alive = toggle.rules.flatMap(({ serve }, index) => (isDead(index) ? [] : [serve]));
    return neverServed(toggle, [...alive, ...this.#defaultForSome()]);
  }

  /** The default; empty if rules match everyone. Some SDKs serve the default if a prerequisite is unmet (row 1). */
  #defaultForSome(): readonly Serve[] {
    const { rules, defaultServe, prerequisites } = this.list.toggle;
    const { surely, space } = this.list;
    const isForNobody =
      prerequisites.length === 0 && shadowOver(everybody, surely, rules.length, space.budget) !== undefined;
    return isForNobody ? [] : [defaultServe];
  }

  /** Whether the toggle might give anyone the required value, in any SDK (evaluation.md rows 27, 28 and 30). */
  canMeet(prerequisite: Toggle['prerequisites'][number]): boolean {
    // If the return type is unknown, values were read as strings and cannot be compared with values of another type.
    if (this.list.toggle.returnType === undefined && prerequisite.value.type !== 'string') return true;
    if (this.list.toggle.hasUnknownRules) return true;
    const { rules, disabledServe, prerequisites, mayBeDisabled = prerequisites.length > 0 } = this.list.toggle;
    const alive = rules.flatMap(({ serve }, index) => (this.deadBy(index) === undefined ? [serve] : []));
    const serves = this.list.toggle.isEnabled
      ? [...alive, ...this.#defaultForSome(), ...(mayBeDisabled ? [disabledServe] : [])]
      : [disabledServe];
    const mayMeet = (outcome: Outcome) =>
      outcome.kind === 'unknown' ||
      (outcome.kind === 'variation' && equalFor(outcome.value, prerequisite.value) !== none);
    const last = this.list.toggle.variations.at(-1);
    return serves.some(
      (serve) =>
        this.list.outcomes.of(serve).some(({ outcome }) => mayMeet(outcome)) ||
        (isShort(serve) && last !== undefined && equalFor(last, prerequisite.value) !== none),
    );
  }
}

/** @returns an empty list if the prerequisite may be met; otherwise, one item: whether its toggle is disabled */
function impossible(
  prerequisite: Toggle['prerequisites'][number],
  environment: Environment,
  budget: Budget,
): readonly boolean[] {
  const required = environment.toggle(prerequisite.key ?? '');
  if (typeof required === 'string' || prerequisite.value.type === 'unknown') return [];
  return Rules.of(required, budget).canMeet(prerequisite) ? [] : [!required.isEnabled];
}
