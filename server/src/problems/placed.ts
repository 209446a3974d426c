/** From what was found of a segment to problems with their places in the whole text. */
import type { Position, Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../document/document.js';
import type { Span } from '../document/nodes.js';
import type { CheckedSegment } from './checkedSegment.js';
import { inOrder, isIn } from './checkedSegment.js';
import { located } from './segmentFacts.js';
import type { LocalProblem, Problem } from './problem.js';
import type { FileFacts } from './rule.js';

/** Where a segment begins: in UTF-16 units from the start of the text, and as LSP says it. */
export interface Stand extends Position {
  readonly offset: number;
}

/** What the problems of a segment depend on beside it. */
export interface Surroundings {
  readonly document: JsonDocument;
  readonly file: FileFacts;
  readonly rangeOfVariations: () => Range;
  /** What was watched in vain; segments with the same need not be looked at again. */
  readonly quiet: Set<string>;
  /** What JSON readers do not read. */
  readonly ignored: readonly Span[];
}

export interface PlacedSegment {
  readonly checked: CheckedSegment;
  readonly problems: readonly Problem[];
  readonly line: number;
  readonly character: number;
  /** What rules knew of the file, and whether some found something that does not depend on the segment alone. */
  readonly file: FileFacts;
  readonly foundInFile: boolean;
  /** Where the list of variations was when a problem named it. */
  readonly named: Range | undefined;
  /** Something beyond the segment was looked at. */
  readonly fleeting: boolean;
}

/**
 * @param standOf asked for only when there is something to place
 * @param ofFrames problems that begin in the segment, of containers that go on beyond it
 */
export function place(
  checked: CheckedSegment,
  standOf: () => Stand,
  surroundings: Surroundings,
  ofFrames: readonly LocalProblem[],
): PlacedSegment {
  const { ignored, file } = surroundings;
  const ofRules = findingsOfRules(checked, surroundings);
  let local = checked.problems;
  if (ofRules.length > 0 || ofFrames.length > 0) local = [...local, ...ofRules, ...ofFrames].sort(inOrder);
  if (local.length === 0) {
    return {
      checked,
      problems: [],
      line: 0,
      character: 0,
      file,
      foundInFile: false,
      named: undefined,
      fleeting: false,
    };
  }
  const stand = standOf();
  const { line, character, offset } = stand;
  if (ignored.length > 0) local = local.filter((problem) => isRead(problem, offset, ignored));
  const named = ofRules.some(({ ofVariations }) => ofVariations !== undefined)
    ? surroundings.rangeOfVariations()
    : undefined;
  const { length } = checked.segment;
  const fleeting =
    ofFrames.length > 0 || ignored.length > 0 || local.some(({ start, end }) => start < 0 || end > length);
  return {
    checked,
    problems: toProblems(checked, local, stand, surroundings),
    line,
    character,
    file,
    foundInFile: ofRules.length > 0,
    named,
    fleeting,
  };
}

/**
 * Whether the problems of an unchanged segment are what and where they were.
 * @param standOf undefined when the segment is known to begin where it did
 */
export function stillHolds(
  placed: PlacedSegment,
  standOf: (() => Stand) | undefined,
  surroundings: Surroundings,
): boolean {
  const { problems, named, fleeting } = placed;
  if (fleeting || surroundings.ignored.length > 0 || !findsTheSame(placed, surroundings)) return false;
  if (problems.length === 0) return true;
  if (standOf !== undefined) {
    const { line, character } = standOf();
    if (placed.line !== line || placed.character !== character) return false;
  }
  return named === undefined || sameRange(named, surroundings.rangeOfVariations());
}

/** Whether nothing was said of an unchanged segment, and still nothing is to be said: most often so, and found fast. */
export function staysQuiet({ checked, problems, file, fleeting }: PlacedSegment, surroundings: Surroundings): boolean {
  if (problems.length > 0 || fleeting || surroundings.ignored.length > 0) return false;
  const { watched, watchedText } = checked.facts;
  return watched.length === 0 || isSameFile(file, surroundings.file) || surroundings.quiet.has(watchedText);
}

/** What rules find that must know of the file. */
function findsTheSame({ checked, file, foundInFile }: PlacedSegment, surroundings: Surroundings): boolean {
  if (checked.facts.watched.length === 0 || isSameFile(file, surroundings.file)) return true;
  return !foundInFile && findingsOfRules(checked, surroundings).length === 0;
}

function isSameFile(a: FileFacts, b: FileFacts): boolean {
  return a.variations === b.variations && a.disabled === b.disabled && a.services === b.services;
}

function findingsOfRules({ segment, facts }: CheckedSegment, { file, quiet }: Surroundings): readonly LocalProblem[] {
  if (facts.watched.length === 0 || quiet.has(facts.watchedText)) return nothing;
  const found: LocalProblem[] = [];
  for (const { object, shape, record, path } of facts.watched) {
    for (const rule of shape.rules.ofFile) {
      for (const finding of rule.check(object, file, shape.key)) found.push(located(segment, record, path, finding));
    }
  }
  if (found.length === 0) quiet.add(facts.watchedText);
  return found;
}
const nothing: readonly LocalProblem[] = [];

/** Syntax and names that stand twice are said also of what is not read. */
function isRead({ code, start }: LocalProblem, offset: number, ignored: readonly Span[]): boolean {
  return code === 'syntax' || code === 'duplicate-key' || !isIn(ignored, offset + start);
}

function toProblems(
  { segment }: CheckedSegment,
  local: readonly LocalProblem[],
  stand: Stand,
  { document, rangeOfVariations }: Surroundings,
): readonly Problem[] {
  if (local.length === 0) return [];
  const position = (offset: number): Position => {
    if (offset < 0 || offset > segment.length)
      return document.positionAt(Math.min(stand.offset + offset, document.length));
    const line = segment.lineAt(offset);
    const character = offset - (segment.lineStarts[line] ?? 0);
    return { line: stand.line + line, character: line === 0 ? stand.character + character : character };
  };
  const range = (start: number, end: number): Range => ({ start: position(start), end: position(end) });
  return local.map(({ code, syntax, message, inFeatureProbe, fixes, start, end, related, ofVariations }): Problem => {
    // No spread: there may be a hundred thousand.
    const problem = { code, syntax, message, inFeatureProbe, fixes, range: range(start, end), related: undefined };
    if (related !== undefined) {
      return { ...problem, related: { range: range(related.start, related.end), message: related.message } };
    }
    return ofVariations === undefined
      ? problem
      : { ...problem, related: { range: rangeOfVariations(), message: ofVariations } };
  });
}

export function sameRange(a: Range, b: Range): boolean {
  return samePosition(a.start, b.start) && samePosition(a.end, b.end);
}

function samePosition(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}
