/**
 * Compares keys as the database of the open-source server does: letter case, accents, some signs and blanks at the end
 * make no difference. Which letters of other scripts it treats as the same is not followed.
 */

/** Keys that are the same to the database have the same collation key. */
export function collationKey(key: string): string {
  const read = key.replaceAll('\u0366', 'o').replace(/[\u0600-\u0605\u06dd\u06de]/g, '');
  return read.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().trimEnd();
}

export interface Found<T> {
  /** As it is stored, however the request spelled it. */
  readonly key: string;
  readonly value: T;
}

export function findByKey<T>(entries: Readonly<Record<string, T>>, key: string): Found<T> | undefined {
  const wanted = collationKey(key);
  const [found] = Object.entries(entries).filter(([candidate]) => collationKey(candidate) === wanted);
  return found && { key: found[0], value: found[1] };
}
