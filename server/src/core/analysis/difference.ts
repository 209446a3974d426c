/** What users get otherwise of a toggle in one environment than in another. What nobody knows may be something else in each. */
import { isKnown } from './alike.js';
import { impactOnDependent } from './dependents.js';
import type { Impact, Side } from './impact.js';
import { cannotTell, nobodyChanges, segmentsNamedIn } from './impact.js';
import { impactForSdks } from './impactForSdks.js';
import { withRequired } from './required.js';
import type { IsOver } from './search.js';

/** @param areSegmentsShared whether a segment is the same in both, also where nobody knows who is in it */
export function differenceOf(one: Side, other: Side, areSegmentsShared: boolean, now: number, isOver: IsOver): Impact {
  if (lookAtUnknown(one, other, areSegmentsShared)) return cannotTell('unknown-beside');
  const found = impactForSdks(one, other, now, isOver);
  // Of toggles that it requires and that differ, it only sees that they do.
  return found.who === 'unknown' && isNobodyByRequired(one, other, now, isOver) ? nobodyChanges : found;
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

/** Of toggles that say the same themselves. */
function isNobodyByRequired(one: Side, other: Side, now: number, isOver: IsOver): boolean {
  if (JSON.stringify(one.toggle) !== JSON.stringify(other.toggle) || !isKnown(one.toggle)) return false;
  const [required, there] = [one, other].map(
    ({ toggle, environment }) =>
      new Map(withRequired(toggle, environment).map((each) => [each.key, JSON.stringify(each)])),
  );
  const keys = new Set([...(required?.keys() ?? []), ...(there?.keys() ?? [])]);
  const differing = [...keys].filter((key) => required?.get(key) !== there?.get(key));
  return impactOnDependent(one, other, differing, now, isOver).who === 'nobody';
}
