/** Formats the entry of a file in the reports of `diff` and `compare`. */
import { t } from '../../core/t.js';
import { dependentLines, usersLines } from '../../service/push/risk.js';
import type { Impact } from '../../core/protocol.js';
import type { Item } from '../reports/commandReport.js';

export interface ComparedFile extends Omit<Impact, 'words'> {
  readonly path: string;
  /** A summary of the users who get a different value. */
  readonly summary: string;
  /** The changes of the toggle, one sentence each. */
  readonly differences: readonly string[];
  /** New dead targeting, and dead targeting that no longer exists, one sentence each. */
  readonly came: readonly string[];
  readonly gone: readonly string[];
  readonly isBroken: boolean;
}

export function itemOf({ path, differences, summary, changes, came, gone, isBroken, ...impact }: ComparedFile): Item {
  const isNobody = impact.who === 'nobody' && impact.dependents === undefined;
  return {
    ...{ words: path, file: path, level: isBroken ? 'error' : isNobody ? 'notice' : 'warning' },
    lines: [
      ...differences,
      summary,
      ...changes.flatMap(({ place, moves, churn, example }) => [
        place,
        ...[...moves, churn ?? [], example ?? []].flat().map((line) => `  ${line}`),
      ]),
      ...usersLines(impact),
      ...dependentLines(impact),
      ...came.map((words) => t('Dead now: {0}', words)),
      ...gone.map((words) => t('No longer true: {0}', words)),
    ],
  };
}
