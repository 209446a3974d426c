/**
 * How the database of the open-source server compares keys: letter case, accents, some signs and blanks at the end make no difference.
 * Deliberately only that: which letters of other scripts it takes for one another is not followed.
 */

/** Two keys that the database takes for one have the same collation key. */
export function collationKey(key: string): string {
  const read = key.replaceAll('\u0366', 'o').replace(/[\u0600-\u0605\u06dd\u06de]/g, '');
  return read.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().trimEnd();
}

export interface Found<T> {
  /** As it is stored, whatever the request wrote. */
  readonly key: string;
  readonly value: T;
}

export function findByKey<T>(entries: Readonly<Record<string, T>>, key: string): Found<T> | undefined {
  const wanted = collationKey(key);
  const [found] = Object.entries(entries).filter(([candidate]) => collationKey(candidate) === wanted);
  return found && { key: found[0], value: found[1] };
}
