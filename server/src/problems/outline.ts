/**
 * What is to be said of the document as a whole: its containers that go on beyond a segment, and what rules find that look
 * at the whole file. After an edit that changes nothing of that, it is the same as before.
 */
import type { JsonDocument } from '../document/document.js';
import { segmentFinder } from '../document/frames.js';
import type { Span } from '../document/nodes.js';
import { propertyNamed } from '../document/queries.js';
import { endAt, isContainer, Kind, kindAt, nextAt, startAt, unclosed, valueOfKey } from '../document/records.js';
import type { Segment } from '../document/segment.js';
import { lengthAt, scalarAt } from '../document/tree.js';
import type { CheckedSegment } from './checkedSegment.js';
import { contentTooLarge } from './contentSize.js';
import { frameProblems } from './frameProblems.js';
import type { LooseEdit } from './looseEdit.js';
import { looseEdit } from './looseEdit.js';
import type { LocalProblem } from './problem.js';
import type { FileFacts, OtherToggles, RuleFact, WholeFinding } from './rule.js';
import { ruleFacts } from './ruleFacts.js';
import { RuleNames } from './ruleNames.js';
import type { Shape } from './shape.js';
import { placeFindings, wholeFindings } from './wholeProblems.js';

export interface Outline {
  /** By the segment that they begin in; they may end beyond it. */
  readonly problems: ReadonlyMap<Segment, readonly LocalProblem[]>;
  /** Some of them are the containers' own, or end beyond their segment: their places change with any edit. */
  readonly isFleeting: boolean;
  /** What JSON readers do not read; in order. */
  readonly ignored: readonly Span[];
  readonly file: FileFacts;
  readonly rules: readonly RuleFact[];
  /** What rules of the whole file find; undefined when some of it is about rules that go on beyond a segment. */
  readonly findings: readonly WholeFinding[] | undefined;
  readonly names: RuleNames;
  /** A list that is longer than a segment has items that matter. */
  readonly readsItems: boolean;
  readonly tooLarge: boolean;
}

/**
 * @param shape undefined where only the JSON itself is looked at
 * @param before the outline of an earlier version
 */
export function outlineOf(
  document: JsonDocument,
  shape: Shape | undefined,
  checked: readonly CheckedSegment[],
  others: OtherToggles | undefined,
  before: Outline | undefined,
): Outline {
  const { segments } = document;
  const file = fileFacts(document);
  const ofFrames = frameProblems(segments, document.frames, shape, file);
  const rules = ruleFacts(checked, ofFrames.rules, before?.rules);
  const names = rules === before?.rules ? before.names : new RuleNames(rules);
  const tooLarge = contentTooLarge(document);
  const known = { checked, rules, file, ofFrames, others };
  const findings = shape === undefined ? [] : wholeFindings(document, known);
  const problems = ofFrames.problems.concat(placeFindings(document, findings, checked, ofFrames.rules));
  const content = tooLarge && propertyNamed(document.root, 'content')?.key;
  if (tooLarge && content) problems.push({ ...tooLarge, start: content.start, end: content.end });
  const bySegments = bySegment(segments, problems);
  return {
    problems: bySegments,
    isFleeting: ofFrames.problems.length > 0 || someLeave(bySegments),
    ignored: ofFrames.ignored,
    file,
    rules,
    findings: ofFrames.rules.length > 0 ? undefined : findings,
    names,
    readsItems: ofFrames.readsItems,
    tooLarge: tooLarge !== undefined,
  };
}

function bySegment(segments: readonly Segment[], problems: readonly LocalProblem[]): Map<Segment, LocalProblem[]> {
  const found = new Map<Segment, LocalProblem[]>();
  if (problems.length === 0) return found;
  const segmentAt = segmentFinder(segments);
  for (const problem of problems) {
    const at = segmentAt(problem.start);
    if (at === undefined) continue;
    const { segment, offset } = at;
    const own = atPlaces(problem, (place) => place - offset);
    const there = found.get(segment);
    if (there === undefined) found.set(segment, [own]);
    else there.push(own);
  }
  return found;
}

function someLeave(problems: Outline['problems']): boolean {
  for (const [{ text }, own] of problems) {
    if (own.some(({ end, related }) => end > text.length || related !== undefined)) return true;
  }
  return false;
}

function fileFacts({ segments, frames }: JsonDocument): FileFacts {
  const disabled = scalarAt(segments, frames, 'disabled');
  return {
    variations: lengthAt(segments, frames, ['content', 'variations']),
    disabled: typeof disabled === 'boolean' ? disabled : undefined,
  };
}

/**
 * The outline of a document in which some segments took the place of others, when it says the same as before.
 * @param checked all segments that there are now
 */
export function sameOutline(
  document: JsonDocument,
  before: Outline,
  {
    gone,
    come,
    checked,
  }: {
    readonly gone: readonly CheckedSegment[];
    readonly come: readonly CheckedSegment[];
    readonly checked: () => readonly CheckedSegment[];
  },
): Outline | undefined {
  const { problems, isFleeting, ignored, readsItems, names, tooLarge, findings } = before;
  if (ignored.length > 0 || tooLarge || contentTooLarge(document) !== undefined) return undefined;
  const [was, is] = [gone[0], come[0]];
  const edit = gone.length === 1 && come.length === 1 && was && is && looseEdit(was, is);
  if (edit) {
    const { name } = edit;
    if (name !== undefined && !names.replace([name.was], [name.is])) return undefined;
    return problems.size === 0 ? before : { ...before, problems: moved(problems, document.segments, was, is, edit) };
  }
  // Places in the text are never the same.
  if (isFleeting || readsItems) return undefined;
  if (contributionOf(gone) !== contributionOf(come)) return undefined;
  if (!names.replace(gone.flatMap(namesIn), come.flatMap(namesIn))) return undefined;
  if (problems.size === 0 || !gone.some(({ segment }) => problems.has(segment))) return before;
  if (findings === undefined) return undefined;
  return { ...before, problems: bySegment(document.segments, placeFindings(document, findings, checked(), [])) };
}

/** The problems of a document in which a string in one segment has become longer or shorter. */
function moved(
  problems: Outline['problems'],
  segments: readonly Segment[],
  was: CheckedSegment,
  is: CheckedSegment,
  { end, by }: LooseEdit,
): Outline['problems'] {
  const all: LocalProblem[] = [];
  const index = segments.indexOf(is.segment);
  const behind = end + segments.slice(0, index).reduce((length, { text }) => length + text.length, 0);
  const move = (offset: number) => (offset < behind ? offset : offset + by);
  let start = 0;
  for (const segment of segments) {
    const before = segment === is.segment ? was.segment : segment;
    for (const problem of problems.get(before) ?? []) all.push(atPlaces(problem, (offset) => move(offset + start)));
    start += before.text.length;
  }
  return bySegment(segments, all);
}

function atPlaces(problem: LocalProblem, place: (offset: number) => number): LocalProblem {
  const { start, end, related } = problem;
  const placed = { ...problem, start: place(start), end: place(end) };
  if (related === undefined) return placed;
  return { ...placed, related: { ...related, start: place(related.start), end: place(related.end) } };
}

/** All of it that the outline is made of, but for the names of rules. */
function contributionOf(checked: readonly CheckedSegment[]): string {
  let items = 0;
  let text = '';
  for (const { segment, facts } of checked) {
    // How many items of a list are in one segment, and how many in the next, says nothing.
    if (segment.isPlain) items -= segment.spine[0] ?? 0;
    else text += `${items}\n${spineText(segment)}\n`;
    for (const { fact } of facts.rules) text += `${fact.unconditional ?? ''};`;
    for (const { source } of facts.listed) text += `${source};`;
    text += facts.watchedText;
  }
  return `${text}${items}`;
}

/** What a segment holds of the containers that go on beyond it. */
function spineText({ text, records, spine, before }: Segment): string {
  let depth = before?.depth ?? 0;
  let said = '';
  const source = (at: number) => text.slice(startAt(records, at), endAt(records, at));
  for (const at of spine) {
    // Of a document that is whole in the segment, everything matters.
    if (at < 0) said += spine.length === 1 ? text : String(-at);
    else if (kindAt(records, at) === Kind.key) {
      const value = valueOfKey(records, at);
      said += `${source(at)}:`;
      if (value === undefined || endAt(records, value) === unclosed) continue;
      const kind = kindAt(records, value);
      // No rule reads a text of the body or its content, and of a container in it only what is in the facts.
      if (depth < 3 && kind === Kind.string) said += 'string';
      else said += depth > 1 && isContainer(kind) ? `${kind}+${nextAt(records, value) - value}` : source(value);
    } else {
      const isClose = kindAt(records, at) === Kind.close;
      depth += isClose ? -1 : 1;
      said += isClose ? 'end' : String(kindAt(records, at));
    }
    said += '\n';
  }
  return said;
}

function namesIn({ facts }: CheckedSegment): readonly (string | undefined)[] {
  return facts.rules.map(({ fact }) => fact.name);
}
