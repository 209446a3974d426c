/**
 * Finds what is wrong in a segment: its syntax problems, types and property names, and what checks say of the objects that are
 * whole in it. All of this depends on the segment's content and on the shape of the container that it begins in alone.
 * Containers that go on beyond it are spanning.ts's.
 */
import { inProduction } from '../checks/production.js';
import type { Plain } from '../checks/check.js';
import { emptyFile } from '../checks/check.js';
import type { Finding, LocalProblem } from '../checks/problem.js';
import type { Shape } from '../checks/shape.js';
import { propertyAt, propertyNamed } from '../checks/shape.js';
import { syntaxProblem } from '../checks/syntax.js';
import { limitFinding } from '../checks/textLimit.js';
import { hasType, typeFinding } from '../checks/valueType.js';
import type { Around } from '../checks/wrongValue.js';
import { codeOfBareWord, codeOfNull } from '../checks/wrongValue.js';
import { draftIn } from '../json/plainData.js';
import type { Span } from '../json/nodes.js';
import type { Records } from '../json/records.js';
import {
  endAt,
  isContainer,
  isOdd,
  Kind,
  kindAt,
  nextAt,
  size,
  startAt,
  unclosed,
  valueOfKey,
} from '../json/records.js';
import type { OpenContainer, Segment } from '../json/segment.js';
import { stringAt } from '../json/tokens.js';
import { nameProblems } from './names.js';
import { findingsIn, readsFile, summaryOfRule, visitObjects } from './objects.js';
import type { FoundObject, FoundRule, SegmentSummary } from './segmentSummary.js';
import { inOrder, isIn, located, onlyRead, outermost, servedIn } from './segmentSummary.js';

/** @param document the shape of the whole document; undefined where its values are not looked at */
export function summaryOfSegment(segment: Segment, document: Shape | undefined): SegmentSummary {
  return new Walk(segment, document).summary();
}

/** A container that is walked through. */
interface Level {
  readonly up: Level | undefined;
  readonly shape: Shape | undefined;
  readonly isArray: boolean;
  readonly record: number;
  /** The record behind it; infinite when it goes on beyond the segment. */
  readonly next: number;
  /** Which properties were seen, and whether their names must be looked at together. */
  seen: number;
  suspect: boolean;
  /** What it says as plain data, once it was needed: many values in it may be wrong. */
  draft: Plain | undefined;
}

class Walk {
  private readonly text: string;
  private readonly records: Records;
  private readonly problems: LocalProblem[] = [];
  private readonly objects: FoundObject[] = [];
  private readonly rules: FoundRule[] = [];
  private readonly ignored: Span[] = [];
  /** The record behind the value that checks looked into last. */
  private lookedInto = 0;
  private level: Level | undefined;
  /** The innermost of the containers that were open where the segment begins, and are still. */
  private open: OpenContainer | undefined;

  constructor(
    private readonly segment: Segment,
    private readonly document: Shape | undefined,
  ) {
    this.text = segment.text;
    this.records = segment.records;
    this.goTo(segment.openAtStart);
  }

  summary(): SegmentSummary {
    this.walk();
    const { segment, objects, rules, ignored } = this;
    const problems = segment.syntaxProblems.map(syntaxProblem).concat(this.problems).sort(inOrder);
    const summary = { problems, objects, rules, served: servedIn(objects) };
    if (ignored.length === 0) return summary;
    const spans = outermost(ignored);
    return onlyRead(segment, summary, (offset) => !isIn(spans, offset));
  }

  private walk(): void {
    const { records } = this;
    let behindKey: Shape | undefined;
    for (let at = 0; at < records.length; at += size) {
      while (this.level !== undefined && at >= this.level.next) this.leave(this.level);
      const kind = kindAt(records, at);
      if (kind === Kind.key) behindKey = this.property(at);
      else if (kind === Kind.close) this.goTo(this.open?.up);
      else {
        const shape = this.level?.isArray === true ? this.level.shape?.items : behindKey;
        behindKey = undefined;
        if (shape !== undefined) this.value(at, kind, shape);
        if (isContainer(kind)) this.enter(at, kind, shape);
      }
    }
    while (this.level !== undefined && this.level.next !== Infinity) this.leave(this.level);
  }

  /** Into a container that was open already where the segment begins. */
  private goTo(open: OpenContainer | undefined): void {
    this.open = open;
    const shape = this.document && open && shapeOfOpen(open, this.document);
    this.level = open && levelIn(undefined, open.kind !== Kind.object, shape, -size, Infinity);
  }

  private value(at: number, kind: Kind, shape: Shape): void {
    const { text, records } = this;
    const end = endAt(records, at);
    if (kind === Kind.invalid || end === unclosed) return;
    const start = startAt(records, at);
    if (!hasType(shape.type, kind, text, start, end)) {
      const finding = typeFinding(shape, kind, text.slice(start, end));
      this.problems.push({ ...finding, inFeatureProbe: this.graver(kind, shape, finding), start, end });
    }
    const { textLimit } = shape;
    // Escapes are longer than what they stand for, and no character has more than three bytes for each of its units.
    if (textLimit !== undefined && kind === Kind.string && (end - start) * 3 > textLimit.most) {
      const finding = limitFinding(textLimit, stringAt(text, records, at));
      if (finding !== undefined) this.problems.push({ ...finding, start, end });
    }
    if (isContainer(kind) && shape.isLookedInto && at >= this.lookedInto) {
      this.lookInto(at, shape);
      this.lookedInto = nextAt(records, at);
    }
  }

  /** Checks see a value that is whole in the segment as plain data. */
  private lookInto(record: number, shape: Shape): void {
    const { segment } = this;
    visitObjects(draftIn(segment, record), shape, (object, its, path) => {
      // Their findings depend on the object alone, so any file will do.
      const findings = findingsIn(object, its.checks.alone, emptyFile, its);
      for (const problem of located(segment.content, { record, path }, findings)) this.problems.push(problem);
      // Of serves, the file's summary needs all.
      if (its.definition === 'serve' || readsFile(object, its))
        this.objects.push({ record, path: path.slice(), object, shape: its });
      if (its.definition === 'rule')
        this.rules.push({ ...summaryOfRule(object), record, path: path.slice(), content: segment.content });
    });
  }

  /** What a value of the wrong type does in FeatureProbe's server; mostly not known in an object that goes on beyond the segment. */
  private graver(kind: Kind, shape: Shape, { message }: Finding): Finding['inFeatureProbe'] {
    if (isContainer(kind)) return undefined;
    const around = this.around();
    const code = kind === Kind.null ? codeOfNull(shape, around) : codeOfBareWord(shape, around);
    return code && inProduction(code, message);
  }

  /** The object that a value stands in, or whose list it stands in. */
  private around(): Around | undefined {
    const level = this.level?.isArray === true ? this.level.up : this.level;
    if (level?.shape === undefined || level.record < 0) return undefined;
    level.draft ??= draftIn(this.segment, level.record) as Plain;
    return { object: level.draft, shape: level.shape };
  }

  private property(at: number): Shape | undefined {
    const { level, records } = this;
    if (level === undefined) return undefined;
    const property = level.shape && propertyAt(level.shape, this.text, records, at);
    // An unknown name may be wrong, or stand twice.
    level.suspect ||= property === undefined || (level.seen & property.bit) !== 0;
    level.seen |= property?.bit ?? 0;
    return valueOfKey(records, at) === undefined ? undefined : property?.shape;
  }

  private enter(at: number, kind: Kind, shape: Shape | undefined): void {
    const next = endAt(this.records, at) === unclosed ? Infinity : nextAt(this.records, at);
    this.level = levelIn(this.level, kind === Kind.array, shape, at, next);
  }

  private leave(level: Level): void {
    this.level = level.up;
    if (level.suspect) this.names(level);
  }

  private names({ record, next, shape }: Level): void {
    const { text, records } = this;
    const keys: number[] = [];
    for (let at = record + size; at < next; at = nextAt(records, at))
      if (kindAt(records, at) === Kind.key) keys.push(at);
    if (shape?.closed !== true && areDifferent(text, records, keys)) return;
    const found = nameProblems(
      keys.map((key) => ({
        start: startAt(records, key),
        end: endAt(records, key),
        name: stringAt(text, records, key),
        hasValue: hasValue(records, key),
      })),
      shape,
    );
    // No spread: there may be a hundred thousand.
    for (const problem of found.problems) this.problems.push(problem);
    for (const span of found.ignored) this.ignored.push(span);
  }
}

/** The shape of a container that is open where a segment begins. */
export function shapeOfOpen(open: OpenContainer, document: Shape): Shape | undefined {
  if (open.depth >= document.depth) return undefined;
  if (open.up === undefined) return document;
  const around = shapeOfOpen(open.up, document);
  if (open.up.kind !== Kind.object) return around?.items;
  return around === undefined || open.key === undefined ? undefined : propertyNamed(around, open.key)?.shape;
}

function levelIn(
  up: Level | undefined,
  isArray: boolean,
  shape: Shape | undefined,
  record: number,
  next: number,
): Level {
  return { up, shape, isArray, record, next, seen: 0, suspect: false, draft: undefined };
}

/** Whether something stands behind a key that JSON readers would read. */
export function hasValue(records: Records, key: number): boolean {
  const value = valueOfKey(records, key);
  return value !== undefined && kindAt(records, value) !== Kind.invalid;
}

/** Whether a few keys are surely different, found without reading their escapes. */
function areDifferent(text: string, records: Records, keys: readonly number[]): boolean {
  if (keys.length > 12 || keys.some((key) => isOdd(records, key))) return false;
  const sources = keys.map((key) => text.slice(startAt(records, key), endAt(records, key)));
  return new Set(sources).size === keys.length;
}
