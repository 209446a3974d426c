/** Comparisons of files with errors. Pure. */
import { t } from '../core/t.js';
import type { Drift, View } from './driftWords.js';
import { driftOf } from './driftWords.js';

/** Explains that a file with errors is not compared, since it cannot be pushed. */
export async function driftOfErrors(
  { target, snapshot }: Omit<View, 'body' | 'remembered'>,
  errors: number,
): Promise<Drift> {
  if (snapshot?.kind === 'seen') {
    const words =
      errors === 1 ? t('not compared: the file has 1 error') : t('not compared: the file has {0} errors', errors);
    const reason = t('A file with errors cannot be pushed, so it is not compared with the live version.');
    return { title: words, words, kind: 'not-compared', isOfFile: true, tooltip: reason, click: 'show-problems' };
  }
  const known = snapshot?.kind === 'failed' ? { ...snapshot, seen: undefined } : snapshot;
  return driftOf({ target, snapshot: known, remembered: undefined, body: {} });
}

/** Keeps only the first of the comparisons that concern the whole file. */
export function withoutRepeats<T extends { readonly drift: Drift }>(all: readonly T[]): readonly T[] {
  const first = all.find(({ drift }) => drift.isOfFile);
  return all.filter((each) => each === first || !each.drift.isOfFile);
}
