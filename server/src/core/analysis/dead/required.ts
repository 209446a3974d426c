/** What a toggle requires, and what these toggles require in their turn. */
import type { Arrival } from '../../evaluation/environment.js';
import type { Environment } from '../../evaluation/evaluate.js';
import type { Condition, Toggle } from '../../evaluation/toggles.js';

/** A toggle and what it is evaluated with, before or after the change. */
export type Side = Pick<Arrival, 'toggle' | 'environment'>;

/** The toggle and all that it requires, by key, itself first. */
export function involvedIn(
  toggle: Toggle,
  environment: Environment,
): ReadonlyMap<string, Toggle | 'missing' | 'unknown'> {
  const found = new Map<string, Toggle | 'missing' | 'unknown'>([[toggle.key, toggle]]);
  for (const each of found.values()) {
    if (typeof each === 'string') continue;
    for (const { key = '' } of each.prerequisites) if (!found.has(key)) found.set(key, environment.toggle(key));
  }
  return found;
}

/** All toggles that are known among those that it requires, itself first. */
export function withRequired(toggle: Toggle, environment: Environment): readonly Toggle[] {
  return [...involvedIn(toggle, environment).values()].filter((each) => typeof each !== 'string');
}

export function conditionsOf(toggles: readonly Toggle[]): readonly Condition[] {
  return toggles.flatMap(({ rules }) => rules.flatMap(({ conditions }) => conditions));
}

/** Tells apart what a key stands for in two environments: the toggle and all that it requires, as a text. */
export function contentOf(key: string, environment: Environment): string {
  const toggle = environment.toggle(key);
  return JSON.stringify(typeof toggle === 'string' ? toggle : [...involvedIn(toggle, environment)]);
}

/** If a segment is another one afterwards, users come and go that no rule tells of. */
export function haveSameSegments(before: Side, after: Side): boolean {
  return segmentsNamedIn(before, after).every(
    (key) => JSON.stringify(before.environment.segment(key)) === JSON.stringify(after.environment.segment(key)),
  );
}

/** Keys of the segments that the rules of the toggles and of those that they require look at. */
export function segmentsNamedIn(...sides: readonly Side[]): readonly string[] {
  const toggles = sides.flatMap(({ toggle, environment }) => withRequired(toggle, environment));
  return [...new Set(conditionsOf(toggles).flatMap(({ type, objects }) => (type === 'segment' ? objects : [])))];
}
