/** Toggles of which it is plain without any search that everyone gets the same of both. */
import type { Toggle } from '../../evaluation/toggles.js';
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
export function isKnown({
  rules,
  defaultServe,
  disabledServe,
  variations,
  prerequisites,
  hasUnknownRules,
}: Toggle): boolean {
  const serves = [defaultServe, disabledServe, ...rules.map(({ serve }) => serve)];
  const values = [...variations, ...prerequisites.map(({ value }) => value)];
  return !hasUnknownRules && !serves.includes('unknown') && values.every(({ type }) => type !== 'unknown');
}
