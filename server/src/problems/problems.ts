/**
 * All problems of a document, in the order of the text. What was found of a segment is kept as long as the segment is, so
 * after an edit only what it touched is looked at again.
 */
import type { Position, Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../document/document.js';
import { parse } from '../document/document.js';
import { spanAt } from '../document/queries.js';
import type { Segment } from '../document/segment.js';
import { targeting } from '../schema/schema.js';
import { checked } from './checkedSegment.js';
import { isSurelyClean } from './clean.js';
import { configProblemsOfSchema } from './configSchema.js';
import type { Outline } from './outline.js';
import { hasSameOutline, outlineOf } from './outline.js';
import type { PlacedSegment, Stand, Surroundings } from './placed.js';
import { place, stillHolds } from './placed.js';
import type { Problem } from './problem.js';
import { selectOutOfRange } from './selectOutOfRange.js';
import type { Shape } from './shape.js';
import { shapeOf } from './shape.js';

/** Rules that see plain data; each is a file of its own. */
const body = shapeOf(targeting, [selectOutOfRange]);

/** What was found of a document. The next version of it starts from there. */
export interface Found {
  readonly problems: readonly Problem[];
  readonly segments: readonly Segment[];
  readonly placed: readonly PlacedSegment[];
  /** Which of them have problems. */
  readonly loud: readonly number[];
  readonly outline: Outline;
}

const nothing: Found = {
  problems: [],
  segments: [],
  placed: [],
  loud: [],
  outline: { problems: new Map(), ignored: [], variations: undefined },
};

/** @param before what was found of an earlier version of the document */
export function targetingProblems(document: JsonDocument, before?: Found): Found {
  return found(document, body, before);
}

/** Of a file that nobody has open. */
export function problemsOfText(text: string): readonly Problem[] {
  return isSurelyClean(text, body) ? [] : targetingProblems(parse(text)).problems;
}

export function configProblems(document: JsonDocument, before?: Found): Found {
  const ofText = found(document, undefined, before);
  return { ...ofText, problems: [...ofText.problems, ...configProblemsOfSchema(document)].sort(inOrder) };
}

function found(document: JsonDocument, shape: Shape | undefined, before: Found = nothing): Found {
  const { segments } = document;
  const { first, last, shift } = touched(before.segments, segments);
  const isSameOutline = hasSameOutline(
    before.outline,
    before.segments.slice(first, last + shift),
    segments.slice(first, last),
  );
  const outline = isSameOutline ? before.outline : outlineOf(document, shape);
  const surroundings = surroundingsOf(document, outline);
  const standOf = standsOf(segments);
  // Several edits in one: between them, segments are as they were.
  const between = new Map(
    last - first > 1
      ? before.placed.slice(first, last + shift).map((earlier) => [earlier.checked.segment, earlier])
      : undefined,
  );
  const problems: Problem[] = [];
  const loud: number[] = [];
  const look = (segment: Segment, index: number): PlacedSegment => {
    const stand = () => standOf(index);
    const ofFrames = outline.problems.get(segment);
    const earlier =
      index >= first && index < last ? between.get(segment) : before.placed[index < first ? index : index + shift];
    const holds = earlier !== undefined && ofFrames === undefined && stillHolds(earlier, stand, surroundings);
    const now = holds
      ? earlier
      : place(earlier?.checked ?? checked(segment, shape), stand, surroundings, ofFrames ?? []);
    for (const problem of now.problems) problems.push(problem);
    if (now.problems.length > 0) loud.push(index);
    return now;
  };
  const again = (indices: readonly number[], target: PlacedSegment[], offset: number) => {
    for (const index of indices) {
      const segment = segments[index];
      if (segment !== undefined) target[index - offset] = look(segment, index);
    }
  };
  if (!isSameOutline) return { problems, segments, placed: segments.map(look), loud, outline };
  // Of untouched segments without problems, there is nothing new to be said.
  const head = before.placed.slice(0, first);
  again(
    before.loud.filter((index) => index < first),
    head,
    0,
  );
  const middle = segments.slice(first, last).map((segment, index) => look(segment, first + index));
  const tail = before.placed.slice(last + shift);
  again(
    before.loud.filter((index) => index >= last + shift).map((index) => index - shift),
    tail,
    last,
  );
  return { problems, segments, placed: head.concat(middle, tail), loud, outline };
}

/** Where segments begin; asked for in their order. */
function standsOf(segments: readonly Segment[]): (index: number) => Stand {
  let [next, offset, line, character] = [0, 0, 0, 0];
  return (index) => {
    for (; next < index; next += 1) {
      const segment = segments[next];
      if (segment === undefined) break;
      offset += segment.text.length;
      line += segment.lines;
      character = segment.lines === 0 ? character + segment.text.length : segment.tail;
    }
    return { offset, line, character };
  };
}

/** From the first to before the last segment that was not there before; behind them, indices were higher by `shift`. */
function touched(
  before: readonly Segment[],
  now: readonly Segment[],
): { readonly first: number; readonly last: number; readonly shift: number } {
  const shift = before.length - now.length;
  let first = 0;
  while (first < now.length && now[first] === before[first]) first += 1;
  let last = now.length;
  while (last > first && last + shift > first && now[last - 1] === before[last - 1 + shift]) last -= 1;
  return { first, last, shift };
}

function surroundingsOf(document: JsonDocument, { ignored, variations }: Outline): Surroundings {
  let range: Range | undefined;
  return {
    document,
    ignored,
    variations,
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
