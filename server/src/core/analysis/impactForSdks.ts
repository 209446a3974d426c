/**
 * What a change does to people with any official SDK. SDKs read prerequisites otherwise than the rules do, and some throw (evaluation.md 8), so
 * what the rules never come to may be what users of an SDK get.
 */
import { none } from '../evaluation/sdks.js';
import { areAlike } from './alike.js';
import { impactOnDependent } from './dependents.js';
import type { Impact, Side } from './impact.js';
import { cannotTell, impactOf } from './impact.js';
import type { IsOver } from './search.js';
import { throwersIn } from './throwing.js';

/** @param now Unix seconds, for witnesses */
export function impactForSdks(before: Side, after: Side, now: number, isOver: IsOver): Impact {
  const byRules = impactOf(before, after, now, isOver);
  if (byRules.who !== 'nobody' || areAlike(before, after)) return byRules;
  const hasPrerequisites = [before, after].some(({ toggle }) => toggle.isEnabled && toggle.prerequisites.length > 0);
  const together = hasPrerequisites && impactOnDependent(before, after, [after.toggle.key], now, isOver);
  if (together && together.who !== 'nobody' && together.sdks === none) return cannotTell('too-many');
  const sdks = byRules.sdks | throwersIn(before) | throwersIn(after) | (together ? together.sdks : none);
  return sdks === none ? byRules : { ...cannotTell('too-many'), sdks };
}
