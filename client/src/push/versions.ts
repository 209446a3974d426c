/** The history of a toggle in one environment: read page by page, and each version as a list shows it. Pure. */
import { t } from '@vscode/l10n';
import type { Version } from './service/live.js';
import type { Reading, Service } from './service/service.js';
import { pageSize } from './service/service.js';
import { oneLine, withoutIcons } from './words/oneLine.js';

/** What has been read so far. */
export interface Versions {
  /** Newest first: the first is live. */
  readonly list: readonly Version[];
  readonly pages: number;
  readonly hasMore: boolean;
}

export const unread: Versions = { list: [], pages: 0, hasMore: true };

/** Reads the next page. What is pushed meanwhile moves the pages, so that versions come again. */
export async function readOn(service: Pick<Service, 'history'>, known: Versions): Promise<Reading<Versions>> {
  const page = await service.history(known.pages);
  if (page.kind === 'failed') return page;
  const seen = new Set(known.list.map(({ version }) => version));
  const pages = known.pages + 1;
  const list = [...known.list, ...page.value.versions.filter(({ version }) => !seen.has(version))];
  return { kind: 'read', value: { list, pages, hasMore: pages * pageSize < page.value.total } };
}

/** A version in words. */
export interface Entry {
  readonly label: string;
  readonly description: string;
  /** What was said of it by its author, and by who approved it; absent when nothing. */
  readonly detail?: string;
}

/** @param marks the numbers of the version that is live, and of the one that the file was made from */
export function entryOf(
  { version, comment, by, time, approval }: Version,
  marks: { readonly live: number | undefined; readonly base: number | undefined },
): Entry {
  const approver = inOneLine(approval?.by ?? t('somebody'));
  const facts = [
    version === marks.live ? t('live') : '',
    version === marks.base ? t('your file was made from it') : '',
    inOneLine(by ?? ''),
    timeIn(time),
    approval === undefined ? '' : t('approved by {0}', approver),
  ];
  const agreed = inOneLine(approval?.comment ?? '');
  const said = [inOneLine(comment), agreed === '' ? '' : t('{0}: {1}', approver, agreed)];
  const detail = said.filter((text) => text !== '').join(' · ');
  return {
    label: t('Version {0}', version),
    description: facts.filter((fact) => fact !== '').join(' · '),
    ...(detail !== '' && { detail }),
  };
}

/** Here and now, or as the service writes it. */
function timeIn(time = ''): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return inOneLine(time);
  return date.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

/** Words of the service in a list of the editor. */
function inOneLine(text: string): string {
  return withoutIcons(oneLine(text));
}
