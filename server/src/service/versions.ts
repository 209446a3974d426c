/** The history of a toggle in one environment, read page by page, and its entries for a list. Pure. */
import { t } from '../core/t.js';
import type { Version } from './http/answers/answers.js';
import type { Reading } from './http/answers/reading.js';
import type { Service } from './http/service.js';
import { oneLine, word } from './words/harmless.js';
import { timeIn } from './words/timeOf.js';

export interface Versions {
  /** Versions, newest first; the first version is live. */
  readonly list: readonly Version[];
  readonly hasMore: boolean;
}

export const nothingRead: Versions = { list: [], hasMore: true };

export async function readNextPage(
  service: Pick<Service, 'read' | 'history'>,
  { list }: Versions,
): Promise<Reading<Versions>> {
  const page = await service.history(list.at(-1)?.version);
  if (page.kind === 'failed') return page;
  const { versions, total } = page.value;
  // Every toggle has a version, so another read shows whether the toggle or its environment is missing.
  const answer = list.length + total === 0 ? await service.read() : undefined;
  if (answer?.kind === 'failed') return answer;
  return {
    kind: 'read',
    value: { list: [...list, ...versions], hasMore: versions.length > 0 && versions.length < total },
  };
}

export interface Entry {
  readonly label: string;
  readonly description: string;
  /** The comments of the author and the approver, if any. */
  readonly detail?: string;
}

/** @param marks the live version, and the version that the file was made from */
export function entryOf(
  { version, comment, by, time, approval }: Version,
  marks: { readonly live: number | undefined; readonly base: number | undefined },
): Entry {
  const approver = word(approval?.by ?? t('someone'));
  const facts = [
    version === marks.live ? t('live') : '',
    version === marks.base ? t("your file's version") : '',
    word(by ?? ''),
    timeIn(word(time ?? '')),
    approval === undefined ? '' : t('approved by {0}', approver),
  ];
  const agreed = oneLine(approval?.comment ?? '');
  const said = [oneLine(comment), agreed === '' ? '' : t('{0}: {1}', approver, agreed)];
  const detail = said.filter((text) => text !== '').join(' · ');
  return {
    label: t('Version {0}', version),
    description: facts.filter((fact) => fact !== '').join(' · '),
    ...(detail !== '' && { detail }),
  };
}
