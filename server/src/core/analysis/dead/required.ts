/** Collects the toggles that a toggle requires, directly or indirectly. */
import type { ReceivedToggle } from '../../evaluation/environment.js';
import type { Environment } from '../../evaluation/evaluate.js';
import type { Condition, Toggle } from '../../evaluation/toggles.js';

/** A toggle and its environment, before or after a change. */
export type Side = Pick<ReceivedToggle, 'toggle' | 'environment'>;

/** All involved toggles by key: first the toggle itself, then the toggles that it requires. */
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

export function withRequired(toggle: Toggle, environment: Environment): readonly Toggle[] {
  return [...involvedIn(toggle, environment).values()].filter((each) => typeof each !== 'string');
}

export function conditionsOf(toggles: readonly Toggle[]): readonly Condition[] {
  return toggles.flatMap(({ rules }) => rules.flatMap(({ conditions }) => conditions));
}

/** A text that identifies the content of a toggle and of all toggles it requires, for comparing environments. */
export function contentOf(key: string, environment: Environment): string {
  const toggle = environment.toggle(key);
  return JSON.stringify(typeof toggle === 'string' ? toggle : [...involvedIn(toggle, environment)]);
}

/** Whether the named segments are unchanged. If a segment changes, users may get other values with the same rules. */
export function haveSameSegments(before: Side, after: Side): boolean {
  return segmentsNamedIn(before, after).every(
    (key) => JSON.stringify(before.environment.segment(key)) === JSON.stringify(after.environment.segment(key)),
  );
}

export function segmentsNamedIn(...sides: readonly Side[]): readonly string[] {
  const toggles = sides.flatMap(({ toggle, environment }) => withRequired(toggle, environment));
  return [...new Set(conditionsOf(toggles).flatMap(({ type, objects }) => (type === 'segment' ? objects : [])))];
}
