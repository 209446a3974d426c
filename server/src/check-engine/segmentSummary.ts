/**
 * What is found in a segment: its syntax problems, types and property names, what checks say of the objects that are whole in
 * it, and what the summary of the file needs of it. All of this depends on the segment's content and on the shape of the
 * container that it begins in alone, and is remembered by these two. Containers that go on beyond it are spanning.ts's.
 */
import { inProduction } from '../checks/catalogue.js';
import { objectChecks } from '../checks/all.js';
import type { FileSummary, ObjectFinding, Plain, RuleSummary } from '../checks/check.js';
import { emptyFile } from '../checks/check.js';
import type { Finding, LocalProblem } from '../checks/problem.js';
import type { Shape } from '../checks/shape.js';
import { propertyAt, propertyNamed } from '../checks/shape.js';
import { syntaxProblem } from '../checks/syntax.js';
import { limitFinding } from '../checks/textLimit.js';
import { hasType, typeFinding } from '../checks/valueType.js';
import type { Around } from '../checks/wrongValue.js';
import { codeOfBareWord, codeOfNull } from '../checks/wrongValue.js';
import { draftIn } from '../json/draft.js';
import type { Path, Span } from '../json/nodes.js';
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
import { countBefore } from '../json/search.js';
import type { Open, Segment, SegmentContent } from '../json/segment.js';
import { spanIn } from '../json/spanIn.js';
import { stringAt } from '../json/tokens.js';
import { nameProblems } from './names.js';
import { findingsIn, readsFile, servedBy, summaryOfRule, visitObjects } from './objects.js';

export interface SegmentSummary {
  /** In order; offsets from the start of the segment. */
  readonly problems: readonly LocalProblem[];
  /** The objects that must be looked at again when what is read of the file has changed. */
  readonly objects: readonly FoundObject[];
  readonly rules: readonly FoundRule[];
  /** The indices of the variations that are served, each once. */
  readonly served: readonly number[];
}

/** Where a plain value comes from: a record of the segment, and the path from there. */
export interface Source {
  readonly record: number;
  readonly path: Path;
}

export interface FoundObject extends Source {
  readonly object: Plain;
  readonly shape: Shape;
}

export interface FoundRule extends Source, RuleSummary {
  readonly content: SegmentContent;
}

/** The summaries of a document's segments, kept as long as the segments are: an edit makes those anew that it touches. */
export class SegmentSummaries {
  readonly #known = new WeakMap<SegmentContent, Map<Shape | undefined, SegmentSummary>>();

  readonly #inFile = new WeakMap<
    SegmentSummary,
    { readonly file: FileSummary; readonly found: readonly LocalProblem[] }
  >();

  /** @param document the shape of the whole document; undefined where its values are not looked at */
  constructor(readonly document: Shape | undefined) {}

  of(segment: Segment): SegmentSummary {
    const { document } = this;
    const shape = document && segment.openBefore && shapeOfOpen(segment.openBefore, document);
    let known = this.#known.get(segment.content);
    if (known === undefined) this.#known.set(segment.content, (known = new Map<Shape | undefined, SegmentSummary>()));
    let summary = known.get(shape);
    if (summary === undefined) known.set(shape, (summary = new Walk(segment, document).summary()));
    return summary;
  }

  /** What checks find in its objects that read more of the file: the same as long as that says the same. */
  inFile(segment: Segment, summary: SegmentSummary, file: FileSummary): readonly LocalProblem[] {
    if (summary.objects.length === 0) return [];
    const known = this.#inFile.get(summary);
    if (known !== undefined && readByObjects.every((key) => known.file[key] === file[key])) return known.found;
    const found = summary.objects.flatMap((each) =>
      findingsIn(each.object, each.shape.checks.inFile, file, each.shape).map((finding) =>
        located(segment.content, each, finding),
      ),
    );
    this.#inFile.set(summary, { file, found });
    return found;
  }
}

/** What those checks declare to read. */
const readByObjects = [...new Set(objectChecks.flatMap(({ reads }) => reads))];

/** Without what stands where JSON readers do not read. @param isRead given an offset in the segment */
export function onlyRead(
  { records }: Segment,
  summary: SegmentSummary,
  isRead: (offset: number) => boolean,
): SegmentSummary {
  const stays = ({ record }: Source) => isRead(startAt(records, record));
  const objects = summary.objects.filter(stays);
  return {
    problems: summary.problems.filter(({ code, start }) => isSaidAnyway(code) || isRead(start)),
    objects,
    rules: summary.rules.filter(stays),
    served: servedIn(objects),
  };
}

/** A finding about an object in the segment. */
export function located(content: SegmentContent, { record, path }: Source, finding: ObjectFinding): LocalProblem {
  const { path: inObject, atKey = false, ...rest } = finding;
  const { start, end } = spanIn(content, record, [...path, ...inObject], atKey ? 'key' : 'value');
  return { ...rest, start, end };
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
  private open: Open | undefined;

  constructor(
    private readonly segment: Segment,
    private readonly document: Shape | undefined,
  ) {
    this.text = segment.text;
    this.records = segment.records;
    this.goTo(segment.openBefore);
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
  private goTo(open: Open | undefined): void {
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
    const { segment, text, records } = this;
    // Without a mistake in it, nothing reads JSON faster.
    const value: unknown =
      segment.syntaxProblems.length === 0
        ? JSON.parse(text.slice(startAt(records, record), endAt(records, record)))
        : draftIn(segment, record);
    visitObjects(value, shape, (object, its, path) => {
      // Their findings depend on the object alone, so any file will do.
      for (const finding of findingsIn(object, its.checks.alone, emptyFile, its))
        this.problems.push(located(segment.content, { record, path }, finding));
      if (readsFile(object, its)) this.objects.push({ record, path: path.slice(), object, shape: its });
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
        ...{ start: startAt(records, key), end: endAt(records, key) },
        ...{ name: stringAt(text, records, key), hasValue: hasValue(records, key) },
      })),
      shape,
    );
    this.problems.push(...found.problems);
    this.ignored.push(...found.ignored);
  }
}

/** The shape of a container that is open where a segment begins. */
function shapeOfOpen(open: Open, document: Shape): Shape | undefined {
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

function servedIn(objects: readonly FoundObject[]): readonly number[] {
  const serves = objects.filter(({ shape }) => shape.definition === 'serve');
  return serves.length === 0 ? none : [...new Set(serves.flatMap(({ object }) => servedBy(object)))];
}
const none: readonly number[] = [];

/** Whether something stands behind a key that JSON readers would read. */
export function hasValue(records: Records, key: number): boolean {
  const value = valueOfKey(records, key);
  return value !== undefined && kindAt(records, value) !== Kind.invalid;
}

/** Whether a few keys are surely different, found without making strings of them. */
function areDifferent(text: string, records: Records, keys: readonly number[]): boolean {
  if (keys.length > 12 || keys.some((key) => isOdd(records, key))) return false;
  const sources = keys.map((key) => text.slice(startAt(records, key), endAt(records, key)));
  return new Set(sources).size === keys.length;
}

/** Syntax and names that stand twice are said also of what is not read. */
export function isSaidAnyway(code: LocalProblem['code']): boolean {
  return code === 'syntax' || code === 'duplicate-key';
}

/** In order, and without those that are in another. */
function outermost(spans: readonly Span[]): readonly Span[] {
  let end = 0;
  return spans.toSorted(inOrder).filter((span) => {
    const isInner = span.start < end;
    if (!isInner) ({ end } = span);
    return !isInner;
  });
}

/** Whether an offset is in one of the spans, which do not overlap and stand in order. */
export function isIn(spans: readonly Span[], offset: number): boolean {
  const first = spans[countBefore(spans, ({ end }) => end <= offset)];
  return first !== undefined && first.start <= offset;
}

export function inOrder(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end;
}
