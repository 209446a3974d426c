/** Who changed a toggle since it was planned, and what, as the service's history tells. */
import { t } from '@vscode/l10n';
import type { Targeting } from '../../service/http/answers.js';
import type { Service } from '../../service/http/service.js';
import { isoTime } from '../../service/words/timeOf.js';
import { word } from '../../service/words/harmless.js';
import { changes } from '../../core/targeting/state/changes.js';
import type { State } from '../../core/targeting/state/state.js';
import { sentencesOf } from '../../core/targeting/joined.js';

/** @param from the version that was planned */
export async function movedSince(
  service: Pick<Service, 'history'>,
  from: number,
  now: Pick<Targeting, 'version' | 'state' | 'modifiedBy' | 'modifiedTime'>,
): Promise<string> {
  // Whether access events are tracked makes no version.
  if (now.version === from) return t('it has changed there since. Plan again.');
  const page = await service.history();
  const planned = page.kind === 'read' ? page.value.versions.find(({ version }) => version === from) : undefined;
  return movedWords(planned?.state, now);
}

/** @param planned what was live when it was planned; undefined where that is not known any more */
export function movedWords(
  planned: State | undefined,
  { version, state, modifiedBy, modifiedTime }: Pick<Targeting, 'version' | 'state' | 'modifiedBy' | 'modifiedTime'>,
): string {
  const by = word(modifiedBy ?? t('someone'));
  const who =
    modifiedTime === undefined
      ? t('{0} pushed version {1} since it was planned.', by, version)
      : t('{0} pushed version {1} at {2}, since it was planned.', by, version, isoTime(modifiedTime));
  return sentencesOf([who, ...(planned === undefined ? [] : changes(planned, state)), t('Plan again.')]);
}
