import { Kind } from './records.js';

/** An open container at the reader's place. */
export interface Level {
  readonly kind: typeof Kind.document | typeof Kind.object | typeof Kind.array;
  readonly up: Level | undefined;
  /** Open containers up to here; `objects` counts only the objects. */
  readonly depth: number;
  readonly objects: number;
  /** A list whose opening bracket is missing. */
  readonly isImplied: boolean;
  /** A string in it lacks its closing quote and may contain brackets, so missing brackets are not reported. */
  hasOpenString: boolean;
  /** Its record; -1 for the document. */
  readonly record: number;
  /** The record of the key whose value is expected or being read; -1 without such a key. */
  key: number;
}

export function noteOpenString(level: Level): void {
  if (level.kind !== Kind.document) level.hasOpenString = true;
}

export function isInOpenString(top: Level): boolean {
  for (let level: Level | undefined = top; level !== undefined; level = level.up) if (level.hasOpenString) return true;
  return false;
}
