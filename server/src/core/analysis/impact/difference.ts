/** Computes how a toggle's values differ between two environments. An unknown segment or toggle may differ, too. */
import type { Budget } from '../../budget.js';
import type { Impact } from './impact.js';
import { cannotTell, impactOf } from './impact.js';
import type { Side } from '../dead/required.js';
import { segmentsNamedIn, withRequired } from '../dead/required.js';

/** @param areSegmentsShared whether segments have the same users in both environments, even if the users are unknown */
export function differenceOf(one: Side, other: Side, areSegmentsShared: boolean, now: number, budget: Budget): Impact {
  return lookAtUnknown(one, other, areSegmentsShared)
    ? cannotTell('unknown-beside')
    : impactOf(one, other, now, budget);
}

function lookAtUnknown(one: Side, other: Side, areSegmentsShared: boolean): boolean {
  const segments = areSegmentsShared ? [] : segmentsNamedIn(one, other);
  return [one, other].some(
    ({ toggle, environment }) =>
      segments.some((key) => environment.segment(key) === 'unknown') ||
      withRequired(toggle, environment).some(
        ({ isEnabled, prerequisites }) =>
          isEnabled && prerequisites.some(({ key = '' }) => environment.toggle(key) === 'unknown'),
      ),
  );
}
