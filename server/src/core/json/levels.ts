/** The containers that are open where the reader stands, each with the one around it, and what chunks keep of them. */
import { Kind } from './records.js';
import type { OpenContainer } from './chunk.js';

/** An open container while it is read. */
export interface Level extends Pick<OpenContainer, 'kind' | 'depth' | 'objects' | 'implied'> {
  readonly up: Level | undefined;
  hasOpenString: boolean;
  /** Its record; -1 when it is in an earlier chunk. */
  record: number;
  /** The record of the key whose value is wanted or being read; -1 when there is none in this chunk. */
  key: number;
  /** As the chunks know it; of a container that was opened in this one, made when the text is cut. */
  open: OpenContainer | undefined;
}

/** A string in the container lacks its end, and may have taken brackets with it. */
export function noteOpenString(level: Level): void {
  if (level.kind === Kind.document) return;
  level.hasOpenString = true;
  if (level.open !== undefined) level.open = { ...level.open, hasOpenString: true };
}

export function isInOpenString(top: Level): boolean {
  for (let level: Level | undefined = top; level !== undefined; level = level.up) if (level.hasOpenString) return true;
  return false;
}

export function levelsOf(innermost: OpenContainer): Level {
  const chain: OpenContainer[] = [];
  for (let open: OpenContainer | undefined = innermost; open !== undefined; open = open.up) chain.push(open);
  let level: Level | undefined;
  for (const open of chain.reverse()) {
    const { kind, depth, objects, hasOpenString, implied } = open;
    level = { kind, up: level, depth, objects, hasOpenString, implied, record: -1, key: -1, open };
  }
  if (level === undefined) throw new Error('There is no container without an end to its chain.');
  return level;
}

/** @param keyAt what the key of a record says */
export function openOf(top: Level, keyAt: (record: number) => string): OpenContainer {
  const fresh: Level[] = [];
  let level: Level | undefined = top;
  for (; level?.open === undefined; level = level?.up) if (level !== undefined) fresh.push(level);
  let open = level.open;
  for (const inner of fresh.reverse()) {
    const { kind, up, depth, objects, hasOpenString, implied } = inner;
    const key = up === undefined || up.key === -1 ? undefined : keyAt(up.key);
    open = { kind, key, up: open, depth, objects, hasOpenString, implied };
    inner.open = open;
  }
  return open;
}
