/** Files and environments that are not compared before a person gives a token that is accepted, or the word to read a service. Pure. */
import { t } from '@vscode/l10n';
import { namesOf } from '../core/features/codeLens.js';
import type { Target } from '../core/protocol.js';
import type { Drift } from './drift.js';
import { environmentName, hostOf, serviceAddressOf } from './http/target.js';
import { inList } from './words/harmless.js';

interface Standing {
  readonly target: Target;
  readonly drift: Drift;
}

/** Whether nothing more is known before a person has clicked. */
export function isWaiting({ click }: Drift): boolean {
  return click === 'set-token' || click === 'compare';
}

/** What waits for the same click, once, in the place of the first and with the names of all. */
export function askedOnce(all: readonly Standing[]): readonly Standing[] {
  const groups = new Map<unknown, Standing[]>();
  for (const each of all) {
    const key = isWaiting(each.drift) ? JSON.stringify([clickOf(each), each.drift.words]) : each;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group) => (group.length === 1 ? group : together(group)));
}

/** The same for all that one click is enough for. */
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
