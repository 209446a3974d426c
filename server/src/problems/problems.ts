/**
 * All problems of a document, in the order of the text. What was found of a segment is kept as long as the segment is, so
 * after an edit only what it touched is looked at again.
 */
import type { Position, Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../document/document.js';
import { framesOf } from '../document/frames.js';
import { nodeAt, spanAt } from '../document/queries.js';
import type { Segment } from '../document/segment.js';
import { targeting } from '../schema/schema.js';
import { checked } from './checkedSegment.js';
import { configProblemsOfSchema } from './configSchema.js';
import { frameProblems } from './frameProblems.js';
import type { PlacedSegment, Surroundings } from './placed.js';
import { place, stillHolds } from './placed.js';
import type { Problem } from './problem.js';
import { selectOutOfRange } from './selectOutOfRange.js';
import { shapeOf } from './shape.js';

/** Rules that see plain data; each is a file of its own. */
const body = shapeOf(targeting, [selectOutOfRange]);

/** What was found of a document. The next version of it starts from there. */
export interface Found {
  readonly problems: readonly Problem[];
  readonly placed: readonly PlacedSegment[];
}

/** @param before what was found of an earlier version of the document */
export function targetingProblems(document: JsonDocument, before?: Found): Found {
  return found(document, body, before);
}

export function configProblems(document: JsonDocument, before?: Found): Found {
  const { problems, placed } = found(document, undefined, before);
  return { problems: [...problems, ...configProblemsOfSchema(document)].sort(inOrder), placed };
}

function found(document: JsonDocument, shape: typeof body | undefined, before: Found | undefined): Found {
  const { segments, length } = document;
  const ofFrames = frameProblems(segments, framesOf(segments, length), shape);
  const surroundings = surroundingsOf(document, ofFrames.ignored);
  const known = knownOf(segments, before?.placed ?? []);
  const problems: Problem[] = [];
  const placed: PlacedSegment[] = [];
  let [offset, line, character] = [0, 0, 0];
  segments.forEach((segment, index) => {
    const stand = { offset, line, character };
    const here = ofFrames.problems.get(index) ?? [];
    const earlier = known(index);
    const now =
      earlier !== undefined && here.length === 0 && stillHolds(earlier, stand, surroundings)
        ? earlier
        : place(earlier?.checked ?? checked(segment, shape), stand, surroundings, here);
    placed.push(now);
    for (const problem of now.problems) problems.push(problem);
    offset += segment.text.length;
    line += segment.lines;
    character = segment.lines === 0 ? character + segment.text.length : segment.tail;
  });
  return { problems, placed };
}

/** Finds what is known of a segment: those before and behind an edit are the same as they were. */
function knownOf(
  segments: readonly Segment[],
  before: readonly PlacedSegment[],
): (index: number) => PlacedSegment | undefined {
  const shift = before.length - segments.length;
  let first = 0;
  while (first < segments.length && segments[first] === before[first]?.checked.segment) first += 1;
  let last = segments.length;
  while (last > first && last + shift > first && segments[last - 1] === before[last - 1 + shift]?.checked.segment)
    last -= 1;
  return (index) => {
    if (index < first) return before[index];
    return index >= last ? before[index + shift] : undefined;
  };
}

function surroundingsOf(document: JsonDocument, ignored: Surroundings['ignored']): Surroundings {
  const variations = nodeAt(document, ['content', 'variations']);
  let range: Range | undefined;
  return {
    document,
    ignored,
    variations: variations?.kind === 'array' ? variations.length : undefined,
    rangeOfVariations: () => {
      const { start, end } = spanAt(document, ['content', 'variations'], 'key');
      range ??= { start: document.positionAt(start), end: document.positionAt(end) };
      return range;
    },
  };
}

function inOrder(a: Problem, b: Problem): number {
  const [one, other] = [a.range, b.range];
  return comparePositions(one.start, other.start) || comparePositions(one.end, other.end);
}

function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}
