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
import type { CheckedSegment } from './checkedSegment.js';
import { checked } from './checkedSegment.js';
import { isSurelyClean } from './clean.js';
import { configProblemsOfSchema } from './configSchema.js';
import type { Outline } from './outline.js';
import { hasSameOutline, outlineOf } from './outline.js';
import type { PlacedSegment, Stand, Surroundings } from './placed.js';
import { place, stillHolds } from './placed.js';
import type { Problem } from './problem.js';
import type { OtherToggles } from './rule.js';
import { fileRules, objectRules } from './rules.js';
import type { Shape } from './shape.js';
import { documentShape, shapeOf } from './shape.js';

const body = shapeOf(targeting, { ofObjects: objectRules, ofFile: fileRules });
const file = documentShape(body);

/** What was found of a document. The next version of it starts from there. */
export interface Found {
  readonly problems: readonly Problem[];
  readonly segments: readonly Segment[];
  readonly placed: readonly PlacedSegment[];
  /** Which of them have problems. */
  readonly loud: readonly number[];
  readonly outline: Outline | undefined;
  /** Of the outline's names of rules, which the next version takes over. */
  readonly namesVersion: number;
  readonly others: OtherToggles | undefined;
}

const nothing: Found = {
  problems: [],
  segments: [],
  placed: [],
  loud: [],
  outline: undefined,
  namesVersion: 0,
  others: undefined,
};

/**
 * @param before what was found of an earlier version of the document
 * @param others the other toggles of its environment, the same object as long as nothing of them changes
 */
export function targetingProblems(document: JsonDocument, before?: Found, others?: OtherToggles): Found {
  return found(document, file, before, others);
}

/** Of a file that nobody has open. */
export function problemsOfText(text: string, others?: OtherToggles): readonly Problem[] {
  return isSurelyClean(text, body, others) ? [] : targetingProblems(parse(text), undefined, others).problems;
}

export function configProblems(document: JsonDocument, before?: Found): Found {
  const ofText = found(document, undefined, before);
  return { ...ofText, problems: [...ofText.problems, ...configProblemsOfSchema(document)].sort(inOrder) };
}

function found(
  document: JsonDocument,
  shape: Shape | undefined,
  before: Found = nothing,
  others?: OtherToggles,
): Found {
  const { segments } = document;
  const { first, last, shift } = touched(before.segments, segments);
  const gone = before.placed.slice(first, last + shift);
  // Several edits in one: between them, segments are as they were.
  const between = new Map(last - first > 1 ? gone.map((earlier) => [earlier.checked.segment, earlier]) : undefined);
  const come = segments.slice(first, last).map((segment) => between.get(segment)?.checked ?? checked(segment, shape));
  const goneChecked = gone.map((earlier) => earlier.checked);
  const same =
    before.outline !== undefined &&
    before.others === others &&
    before.outline.names.version === before.namesVersion &&
    hasSameOutline(document, before.outline, goneChecked, come)
      ? before.outline
      : undefined;
  const head = before.placed.slice(0, first);
  const tail = before.placed.slice(last + shift);
  const all = () => [...head.map(checkedOf), ...come, ...tail.map(checkedOf)];
  const outline = same ?? outlineOf(document, shape, all(), others);
  const surroundings = surroundingsOf(document, outline);
  const standOf = standsOf(segments);
  const problems: Problem[] = [];
  const loud: number[] = [];
  const look = (segment: CheckedSegment, index: number, earlier: PlacedSegment | undefined): PlacedSegment => {
    const stand = () => standOf(index);
    const ofOutline = outline.problems.get(segment.segment);
    const holds = earlier !== undefined && ofOutline === undefined && stillHolds(earlier, stand, surroundings);
    const now = holds ? earlier : place(segment, stand, surroundings, ofOutline ?? []);
    for (const problem of now.problems) problems.push(problem);
    if (now.problems.length > 0) loud.push(index);
    return now;
  };
  // Of untouched segments without problems, there is nothing new to be said while the outline is the same.
  const again = (target: PlacedSegment[], offset: number, was: number) => {
    const indices =
      same === undefined
        ? target.keys()
        : before.loud.filter((index) => index >= was && index < was + target.length).map((index) => index - was);
    for (const index of indices) {
      const earlier = target[index];
      if (earlier !== undefined) target[index] = look(earlier.checked, offset + index, earlier);
    }
  };
  again(head, 0, 0);
  const middle = come.map((segment, index) => look(segment, first + index, between.get(segment.segment)));
  again(tail, last, last + shift);
  const placed = head.concat(middle, tail);
  return { problems, segments, placed, loud, outline, namesVersion: outline.names.version, others };
}

function checkedOf(placed: PlacedSegment): CheckedSegment {
  return placed.checked;
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

function surroundingsOf(document: JsonDocument, { ignored, file }: Outline): Surroundings {
  let range: Range | undefined;
  return {
    document,
    ignored,
    file,
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
