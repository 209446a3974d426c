/** Detects without a search that two toggles give every user the same value. */
import type { Serve, Toggle } from '../../evaluation/toggles.js';
import type { Side } from '../dead/required.js';
import { involvedIn } from '../dead/required.js';

/** Whether both toggles, including all toggles they require, are equal and fully known. */
export function areAlike(one: Side, other: Side): boolean {
  const [own = [], others] = [one, other].map(({ toggle, environment }) => [...involvedIn(toggle, environment)]);
  return (
    JSON.stringify(own) === JSON.stringify(others) && own.every(([, each]) => typeof each === 'string' || isKnown(each))
  );
}

/** Whether the file defines every serve, rule and value of the toggle, so that nothing is left to the service. */
export function isKnown(toggle: Toggle): boolean {
  const values = [...toggle.variations, ...toggle.prerequisites.map(({ value }) => value)];
  const areServesKnown = !toggle.hasUnknownRules && !servesOf(toggle).includes('unknown');
  return areServesKnown && values.every(({ type }) => type !== 'unknown');
}

export function servesOf({ defaultServe, disabledServe, rules }: Toggle): readonly Serve[] {
  return [defaultServe, disabledServe, ...rules.map(({ serve }) => serve)];
}
