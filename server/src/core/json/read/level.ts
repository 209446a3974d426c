import { Kind } from './records.js';

/** A container that is open at the reader's position. */
export interface Level {
  readonly kind: typeof Kind.document | typeof Kind.object | typeof Kind.array;
  readonly up: Level | undefined;
  /** The number of open containers, including this one; `objects` counts only the objects. */
  readonly depth: number;
  readonly objects: number;
  /** Whether this is a list whose opening bracket is missing. */
  readonly isImplied: boolean;
  /** Whether the container has an unclosed string. It may contain the missing brackets, so they are not reported. */
  hasOpenString: boolean;
  /** The container's record; -1 for the document. */
  readonly record: number;
  /** The record of the key whose value is expected or being read; -1 if the level has no such key. */
  key: number;
}

export function noteOpenString(level: Level): void {
  if (level.kind !== Kind.document) level.hasOpenString = true;
}

export function isInOpenString(top: Level): boolean {
  for (let level: Level | undefined = top; level !== undefined; level = level.up) if (level.hasOpenString) return true;
  return false;
}
