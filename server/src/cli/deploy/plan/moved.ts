/** Describes who changed a toggle since it was planned, and how, according to the service's history. */
import { t } from '../../../core/t.js';
import type { Targeting } from '../../../service/http/answers/answers.js';
import type { Service } from '../../../service/http/service.js';
import { isoTime } from '../../../service/words/timeOf.js';
import { word } from '../../../service/words/harmless.js';
import { changes } from '../../../core/targeting/state/changes.js';
import { sentencesOf } from '../../../core/targeting/joined.js';

/** @param from the live version when the toggle was planned */
export async function movedSince(
  service: Pick<Service, 'history'>,
  from: number,
  now: Pick<Targeting, 'version' | 'state' | 'modifiedBy' | 'modifiedTime'>,
): Promise<string> {
  const { version, state } = now;
  // A change of access tracking changes the toggle, but does not create a version.
  if (version === from) return t('it has changed there since it was planned. Plan again.');
  const page = await service.history();
  const versions = page.kind === 'read' ? page.value.versions : [];
  const [planned, live] = [from, version].map((wanted) => versions.find((each) => each.version === wanted));
  const by = word(live?.by ?? now.modifiedBy ?? t('someone'));
  const time = live?.time ?? now.modifiedTime;
  const who =
    time === undefined
      ? t('{0} pushed version {1} after the plan was made.', by, version)
      : t('{0} pushed version {1} at {2}, after the plan was made.', by, version, isoTime(time));
  return sentencesOf([who, ...(planned === undefined ? [] : changes(planned.state, state)), t('Plan again.')]);
}
