/** Where segments begin. */
import type { Segment } from '../document/segment.js';
import type { Stand } from './placed.js';

/** Of those of a document; asked for in their order, and of the number of segments for where the last one ends. */
export function standsOf(segments: readonly Segment[]): (index: number) => Stand {
  let [next, offset, line, character] = [0, 0, 0, 0];
  return (index) => {
    for (; next < index; next += 1) {
      const segment = segments[next];
      if (segment === undefined) break;
      offset += segment.length;
      line += segment.lines;
      character = segment.lines === 0 ? character + segment.length : segment.tail;
    }
    return { offset, line, character };
  };
}

/** Whether what follows begins at the same line and character, whichever segments stand before it. */
export function endAlike(these: readonly Segment[], those: readonly Segment[]): boolean {
  const [a, b] = [standsOf(these)(these.length), standsOf(those)(those.length)];
  return a.line === b.line && a.character === b.character;
}
