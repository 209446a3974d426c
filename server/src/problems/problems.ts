/**
 * All problems of a document, in the order of the text. What was found of a segment is kept as long as the segment is, so
 * after an edit only what it touched is looked at again: its segments (checkedSegment.ts), and the file as a whole
 * (outline.ts) unless what the segments say of it is the same.
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
import type { LooseEdit } from './looseEdit.js';
import { looseEdit } from './looseEdit.js';
import type { Outline } from './outline.js';
import { outlineOf, sameOutline } from './outline.js';
import type { PlacedSegment, Surroundings } from './placed.js';
import { place, staysQuiet, stillHolds } from './placed.js';
import type { Problem } from './problem.js';
import type { OtherToggles } from './rule.js';
import { fileRules, objectRules } from './rules.js';
import { Said } from './said.js';
import type { Shape } from './shape.js';
import { endAlike, standsOf } from './stands.js';
import type { Changes } from './unchanged.js';
import { checkedOf, compared, touched } from './unchanged.js';
import { documentShape, shapeOf } from './shape.js';

const body = shapeOf(targeting, { ofObjects: objectRules, ofFile: fileRules });
const file = documentShape(body);

/** What was found of a document. The next version of it starts from there. */
export interface Found {
  readonly problems: readonly Problem[];
  /** Of its segments. */
  readonly said: Said;
  readonly segments: readonly Segment[];
  readonly placed: readonly PlacedSegment[];
  /** Of the segments behind the place where the reader gave up, as far as they were known before. */
  readonly beyond: readonly PlacedSegment[];
  readonly outline: Outline | undefined;
  /** Of the outline's names of rules, which the next version takes over. */
  readonly namesVersion: number;
  readonly others: OtherToggles | undefined;
}

const nothing: Found = {
  problems: [],
  said: new Said(),
  segments: [],
  placed: [],
  beyond: [],
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
  const replaced = before.placed.slice(first, last + shift);
  const { was, gone, returns } = compared(replaced.concat(before.beyond), replaced.length, segments.slice(first, last));
  const edit = looseEditIn(gone, segments.slice(first, last));
  const middle = segments.slice(first, last).map((segment, index) => {
    if (edit?.found !== undefined) return edit.found;
    const known = was[index]?.checked;
    return known?.segment === segment ? known : checked(segment, shape, known);
  });
  const isNew = (segment: CheckedSegment, index: number) => segment !== was[index]?.checked;
  const come = middle.map((segment, index) => (isNew(segment, index) ? segment : undefined));
  const earlier = before.outline?.names.version === before.namesVersion ? before.outline : undefined;
  const head = before.placed.slice(0, first);
  const tail = before.placed.slice(last + shift);
  const all = () => head.map(checkedOf).concat(middle, tail.map(checkedOf));
  const since = earlier && before.others === others && !returns ? { outline: earlier, gone, come, edit } : undefined;
  const same = since && sameOutline(document, since, all);
  const outline = same ?? outlineOf(document, { shape, checked: all(), others }, since);
  const surroundings = surroundingsOf(document, outline);
  const standOf = standsOf(segments);
  const said = new Said();
  const look = (segment: CheckedSegment, index: number, before?: PlacedSegment, inPlace = false): PlacedSegment => {
    const ofOutline = outline.problems.size > 0 ? outline.problems.get(segment.segment) : undefined;
    const known = ofOutline === undefined ? before : undefined;
    if (known && staysQuiet(known, surroundings)) return known;
    const stand = () => standOf(index);
    const holds = known && stillHolds(known, inPlace ? undefined : stand, surroundings);
    const now = holds === true ? known : place(segment, stand, surroundings, ofOutline ?? []);
    said.say(index, now);
    return now;
  };
  /** @param by how much higher their indices are now */
  const again = (target: PlacedSegment[], from: number, by: number, inPlace: boolean) => {
    const to = from + target.length;
    const lookAt = (index: number) => {
      const placed = target[index - from];
      if (placed !== undefined) target[index - from] = look(placed.checked, index + by, placed, inPlace);
    };
    if (same === undefined) for (let index = from; index < to; index += 1) lookAt(index);
    // Of untouched segments without problems, there is nothing new to be said while the outline is the same.
    else if (!inPlace || !said.again(before.said, from, to, by)) before.said.loudIn(from, to).forEach(lookAt);
  };
  again(head, 0, 0, true);
  const placedMiddle = middle.map((segment, index) =>
    look(segment, first + index, isNew(segment, index) ? undefined : was[index]),
  );
  again(tail, last + shift, -shift, endAlike(before.segments.slice(first, last + shift), segments.slice(first, last)));
  const placed = head.concat(placedMiddle, tail);
  const beyond = before.beyond.length > 0 ? before.beyond : replaced;
  return {
    problems: said.problems,
    said,
    segments,
    placed,
    beyond: document.gaveUp ? beyond : [],
    outline,
    namesVersion: outline.names.version,
    others,
  };
}

/** The loose edit that is all that has changed. */
function looseEditIn(gone: Changes, now: readonly Segment[]): LooseEdit | undefined {
  const [was, is] = [gone[0], now[0]];
  return gone.length === 1 && now.length === 1 && was && is ? looseEdit(was, is) : undefined;
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

function inOrder(a: Problem, b: Problem): number {
  const [one, other] = [a.range, b.range];
  return comparePositions(one.start, other.start) || comparePositions(one.end, other.end);
}

function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}
