/** Answers about toggles and segments without their targeting, with the field names of the real service. */
import { lockedRequest } from './answers.js';
import type { Targeting } from './model.js';
import type { SegmentSeed, ToggleSeed } from './seed.js';
import { wholeSecond } from './times.js';

interface Item {
  readonly key: string;
  readonly toggle: ToggleSeed;
  readonly targeting: Targeting | undefined;
}

/** @param began when everything was seeded */
export function toggleItem({ key, toggle, targeting }: Item, began: string): object {
  const { name = key, returnType = 'boolean' } = toggle;
  const request = targeting && lockedRequest(targeting);
  return {
    ...{ name, key, permanent: false, returnType, desc: '' },
    disabled: targeting?.disabled,
    ...modified(began),
    locked: request !== undefined,
    lockedBy: request?.submitBy,
    lockedTime: request && wholeSecond(request.createdTime),
    releaseStatus: targeting?.status,
  };
}

export function toggleAnswer(key: string, toggle: ToggleSeed, began: string): object {
  const { name = key, returnType = 'boolean', archived = false, clientAvailability = true, variations } = toggle;
  return {
    ...{ name, key, permanent: false, returnType, disabledServe: 0, archived, desc: '', variations },
    ...{ clientAvailability, tags: [], createdTime: wholeSecond(began), ...modified(began) },
  };
}

export function segmentAnswer(key: string, segment: SegmentSeed, projectKey: string, began: string): object {
  const { name = key, rules = [] } = segment;
  const created = { createdTime: wholeSecond(began), ...modified(began) };
  return { name, key, rules, description: '', projectKey, ...created, version: 1 };
}

function modified(began: string): object {
  return { modifiedTime: wholeSecond(began), modifiedBy: 'seed' };
}
