/** Groups comparisons that need a click first: to set an accepted token, or to allow reading the service. Pure. */
import { t } from '../core/t.js';
import { namesOf } from '../core/features/codeLens.js';
import type { Target } from '../core/protocol.js';
import type { Drift } from './driftWords.js';
import { environmentName, hostOf, serviceAddressOf } from './http/target.js';
import { inList } from './words/harmless.js';

/** How a file compares with one environment. */
export interface Standing {
  readonly target: Target;
  readonly drift: Drift;
}

export function isWaiting({ click }: Drift): boolean {
  return click === 'set-token' || click === 'compare';
}

/** Merges comparisons that wait for the same click, at the position of the first comparison. */
export function mergeByClick(all: readonly Standing[]): readonly Standing[] {
  const groups = new Map<unknown, Standing[]>();
  for (const each of all) {
    const key = isWaiting(each.drift) ? JSON.stringify([clickOf(each), each.drift.words]) : each;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group) => (group.length === 1 ? group : together(group)));
}

/** A key shared by all comparisons that wait for the same click. */
export function clickOf({ target, drift }: Standing): string {
  return JSON.stringify([serviceAddressOf(target), drift.click]);
}

function together(group: readonly Standing[]): readonly Standing[] {
  const [first] = group;
  if (first === undefined) return [];
  const names = namesOf(group.map(({ target }) => environmentName(target)));
  const { kind, words, click } = first.drift;
  const title =
    click === 'compare'
      ? t('Compare with {0} on {1}…', names, hostOf(first.target))
      : t('{0}: {1}', names, kind === 'failed' ? words : t('set token'));
  const target = { ...first.target, protected: group.every((each) => each.target.protected) };
  return [{ target, drift: { ...first.drift, title: inList(title) } }];
}
