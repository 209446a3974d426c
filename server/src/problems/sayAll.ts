/** Says of all segments what is to be said of them, in order: again what was said before, as far as nothing about it has changed. */
import type { Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../document/document.js';
import { spanAt } from '../document/queries.js';
import type { CheckedSegment } from './checkedSegment.js';
import type { Outline } from './outline.js';
import type { PlacedSegment, Surroundings } from './placed.js';
import { place, staysQuiet, stillHolds } from './placed.js';
import type { Earlier, Revision } from './revision.js';
import { Said } from './said.js';
import { endAlike, standsOf } from './stands.js';

interface News {
  readonly before: Earlier & { readonly said: Said };
  readonly revision: Revision;
  readonly outline: Outline;
  /** The outline says the same as before. */
  readonly isSame: boolean;
}

export function sayAll(
  document: JsonDocument,
  { before, revision, outline, isSame }: News,
): { readonly said: Said; readonly placed: readonly PlacedSegment[] } {
  const { segments } = document;
  const { first, last, shift, found, known } = revision;
  const surroundings = surroundingsOf(document, outline);
  const standOf = standsOf(segments);
  const said = new Said();
  const look = (segment: CheckedSegment, index: number, earlier?: PlacedSegment, inPlace = false): PlacedSegment => {
    const ofOutline = outline.problems.size > 0 ? outline.problems.get(segment.segment) : undefined;
    const was = ofOutline === undefined ? earlier : undefined;
    if (was && staysQuiet(was, surroundings)) return was;
    const stand = () => standOf(index);
    const holds = was && stillHolds(was, inPlace ? undefined : stand, surroundings);
    const now = holds === true ? was : place(segment, stand, surroundings, ofOutline ?? []);
    said.say(index, now);
    return now;
  };
  const lookAtFound = () => found.map((segment, index) => look(segment, first + index, known[index]));
  const [head, tail] = [before.placed.slice(0, first), before.placed.slice(last + shift)];
  const inPlace = endAlike(before.segments.slice(first, last + shift), segments.slice(first, last));
  // Most of what is typed is news of the touched segments alone.
  if (isSame && inPlace && before.said.onlyOfSegments) {
    const middle = lookAtFound();
    return { said: before.said.with(said, first, last + shift, -shift), placed: head.concat(middle, tail) };
  }
  /** @param from where the segments were before, and `by` how much higher their indices are now */
  const lookAgain = (placed: PlacedSegment[], from: number, by: number, inPlace: boolean) => {
    const lookAt = (index: number) => {
      const was = placed[index - from];
      if (was !== undefined) placed[index - from] = look(was.checked, index + by, was, inPlace);
    };
    const to = from + placed.length;
    // Of untouched segments without problems, there is nothing new to be said while the outline is the same.
    if (isSame) before.said.loudIn(from, to).forEach(lookAt);
    else for (let index = from; index < to; index += 1) lookAt(index);
  };
  // In the order of the text: so problems stand, and so `standOf` wants to be asked.
  lookAgain(head, 0, 0, true);
  const middle = lookAtFound();
  lookAgain(tail, last + shift, -shift, inPlace);
  return { said, placed: head.concat(middle, tail) };
}

function surroundingsOf(document: JsonDocument, { ignored, file }: Outline): Surroundings {
  let range: Range | undefined;
  return {
    document,
    ignored,
    file,
    quiet: new Set(),
    rangeOfVariations: () => {
      const { start, end } = spanAt(document, ['content', 'variations'], 'key');
      range ??= { start: document.positionAt(start), end: document.positionAt(end) };
      return range;
    },
  };
}
