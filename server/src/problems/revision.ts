/** Which segments took the place of others since an earlier version of a document, and what is found of each by itself. */
import type { Segment } from '../document/segment.js';
import type { Changes, CheckedSegment } from './checkedSegment.js';
import { checked } from './checkedSegment.js';
import type { LooseEdit } from './looseEdit.js';
import { looseEdit } from './looseEdit.js';
import type { PlacedSegment } from './placed.js';
import type { Shape } from './shape.js';

export interface Revision {
  /** From the first to before the last segment that was not there before; behind them, indices were higher by `shift`. */
  readonly first: number;
  readonly last: number;
  readonly shift: number;
  /** What is found of them; and what was said of those among them that were there before. */
  readonly found: readonly CheckedSegment[];
  readonly known: readonly (PlacedSegment | undefined)[];
  readonly gone: Changes;
  readonly come: Changes;
  /** When all that has changed is a string that no rule reads. */
  readonly edit: LooseEdit | undefined;
  /** Some are there again that the reader had given up. */
  readonly returns: boolean;
}

export interface Earlier {
  readonly segments: readonly Segment[];
  readonly placed: readonly PlacedSegment[];
  /** Of the segments behind the place where the reader gave up, as far as they were known before. */
  readonly beyond: readonly PlacedSegment[];
}

/** @param shape of the whole document; undefined where its values are not looked at */
export function revisionOf(before: Earlier, now: readonly Segment[], shape: Shape | undefined): Revision {
  const { first, last, shift } = touched(before.segments, now);
  const replaced = before.placed.slice(first, last + shift);
  const segments = now.slice(first, last);
  const { was, gone, returns } = compared(replaced.concat(before.beyond), replaced.length, segments);
  const edit = looseEditIn(gone, segments);
  const found = segments.map((segment, index) => {
    if (edit !== undefined) return edit.found;
    const earlier = was[index]?.checked;
    return earlier?.segment === segment ? earlier : checked(segment, shape, earlier);
  });
  const known = was.map((placed, index) => (placed?.checked === found[index] ? placed : undefined));
  const come = found.map((each, index) => (known[index] === undefined ? each : undefined));
  return { first, last, shift, found, known, gone, come, edit, returns };
}

function touched(before: readonly Segment[], now: readonly Segment[]): Pick<Revision, 'first' | 'last' | 'shift'> {
  const shift = before.length - now.length;
  let first = 0;
  while (first < now.length && now[first] === before[first]) first += 1;
  let last = now.length;
  while (last > first && last + shift > first && now[last - 1] === before[last - 1 + shift]) last -= 1;
  return { first, last, shift };
}

interface Compared extends Pick<Revision, 'gone' | 'returns'> {
  /** For each that is there now, what was found of it before, in whatever list. */
  readonly was: readonly (PlacedSegment | undefined)[];
}

/**
 * Several edits in one: between them, segments are as they were, or their items are in another list.
 * @param before those that were there, and behind them those behind the place where the reader had given up
 * @param there how many of them were there
 */
function compared(before: readonly PlacedSegment[], there: number, now: readonly Segment[]): Compared {
  const gone: (CheckedSegment | undefined)[] = [];
  let next = 0;
  const passOver = (end: number) => {
    for (; next < end; next += 1) if (next < there) gone.push(before[next]?.checked);
  };
  const was = now.map((segment) => {
    // One edit replaces few segments; of whatever is not found again, the same is found anew.
    for (let at = next; at < next + 64 && at < before.length; at += 1) {
      const placed = before[at];
      if (placed?.checked.segment.records !== segment.records) continue;
      passOver(at);
      if (placed.checked.segment === segment) {
        next = at + 1;
        gone.push(undefined);
      } else passOver(at + 1);
      return placed;
    }
    return undefined;
  });
  const returns = next > there;
  passOver(there);
  return { was, gone, returns };
}

function looseEditIn(gone: Changes, now: readonly Segment[]): LooseEdit | undefined {
  const [was, is] = [gone[0], now[0]];
  return gone.length === 1 && now.length === 1 && was && is ? looseEdit(was, is) : undefined;
}
