import { Kind } from './records.js';

/** A container that is open where the reader stands. */
export interface Level {
  readonly kind: typeof Kind.document | typeof Kind.object | typeof Kind.array;
  readonly up: Level | undefined;
  /** How many containers are open here; of them, how many objects. */
  readonly depth: number;
  readonly objects: number;
  /** A list whose bracket is missing where it begins. */
  readonly isImplied: boolean;
  /** A string in it lacks its closing quote, so it may hold brackets that were meant as structure: the reader does not report those as missing. */
  hasOpenString: boolean;
  /** Its record; -1 of the document. */
  readonly record: number;
  /** The record of the key whose value is wanted or being read; -1 when there is none. */
  key: number;
}

/** A string in the container lacks its end, and may have taken brackets with it. */
export function noteOpenString(level: Level): void {
  if (level.kind !== Kind.document) level.hasOpenString = true;
}

export function isInOpenString(top: Level): boolean {
  for (let level: Level | undefined = top; level !== undefined; level = level.up) if (level.hasOpenString) return true;
  return false;
}
