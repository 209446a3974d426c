/** Toggles of which it is plain without any search that everyone gets the same of both. */
import type { Serve, Toggle } from '../../evaluation/toggles.js';
import type { Side } from '../dead/required.js';
import { involvedIn } from '../dead/required.js';

/** Whether both say the same, as do all that they require, and nothing that they say is unknown. */
export function areAlike(one: Side, other: Side): boolean {
  const [own = [], others] = [one, other].map(({ toggle, environment }) => [...involvedIn(toggle, environment)]);
  return (
    JSON.stringify(own) === JSON.stringify(others) && own.every(([, each]) => typeof each === 'string' || isKnown(each))
  );
}

/** Whether nothing that it says is left open. */
export function isKnown(toggle: Toggle): boolean {
  const values = [...toggle.variations, ...toggle.prerequisites.map(({ value }) => value)];
  const areServesKnown = !toggle.hasUnknownRules && !servesOf(toggle).includes('unknown');
  return areServesKnown && values.every(({ type }) => type !== 'unknown');
}

export function servesOf({ defaultServe, disabledServe, rules }: Toggle): readonly Serve[] {
  return [defaultServe, disabledServe, ...rules.map(({ serve }) => serve)];
}
