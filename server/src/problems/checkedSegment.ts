/**
 * What is wrong in one segment: its syntax problems, types, property names, and the values that rules look at. It depends
 * on the segment alone, so it is found once. Containers that go on beyond the segment are left to frameProblems.ts.
 */
import { draftIn } from '../document/draft.js';
import type { Records } from '../document/records.js';
import { endAt, isContainer, Kind, kindAt, nextAt, size, startAt, unclosed, valueOfKey } from '../document/records.js';
import type { Span } from '../document/nodes.js';
import { countBefore } from '../document/search.js';
import type { Open, Segment } from '../document/segment.js';
import { stringAt } from '../document/tokens.js';
import { isOdd } from '../document/records.js';
import { inProduction, messages } from './catalogue.js';
import type { Around } from './wrongValue.js';
import { codeOfBareWord, codeOfNull } from './wrongValue.js';
import type { Finding, LocalProblem } from './problem.js';
import { nameFindings } from './propertyNames.js';
import type { Plain } from './rule.js';
import type { SegmentFacts } from './segmentFacts.js';
import { FactsOfSegment } from './segmentFacts.js';
import type { Shape } from './shape.js';
import { propertyAt, propertyNamed } from './shape.js';
import { syntaxProblem } from './syntax.js';
import { limitFinding } from './textLimit.js';
import { hasType, typeFinding } from './valueType.js';

export interface CheckedSegment {
  readonly segment: Segment;
  /** In order. */
  readonly problems: readonly LocalProblem[];
  readonly facts: SegmentFacts;
  /** Of the container that is open where the segment begins. */
  readonly shape: Shape | undefined;
  /** What was found of the same items when they were in a list with another shape. */
  readonly elsewhere: Omit<CheckedSegment, 'elsewhere'> | undefined;
}

/** Segments that came or went, in order; undefined stands for one between them that is as it was. */
export type Changes = readonly (CheckedSegment | undefined)[];

/**
 * @param document the shape of the whole document; undefined where its values are not looked at
 * @param known what was found of the same items before, in whatever list
 */
export function checked(segment: Segment, document: Shape | undefined, known?: CheckedSegment): CheckedSegment {
  const { before } = segment;
  const shape = document && before && shapeOfOpen(before, document);
  if (known === undefined) return new Walk(segment, document).result(shape, undefined);
  if (known.shape === shape) return { ...known, segment };
  // One other is remembered: a bracket that is missing while somebody types comes back.
  const { elsewhere, ...here } = known;
  if (elsewhere === undefined || elsewhere.shape !== shape) return new Walk(segment, document).result(shape, here);
  return { ...elsewhere, segment, elsewhere: here };
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
  /** How many problems were found before it. */
  readonly problems: number;
}

class Walk {
  private readonly text: string;
  private readonly records: Records;
  private readonly problems: LocalProblem[] = [];
  private readonly facts: FactsOfSegment;
  /** The record behind the value that rules looked into last. */
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
    this.facts = new FactsOfSegment(segment, (problem) => this.problems.push(problem));
    this.goTo(segment.before);
  }

  result(shape: Shape | undefined, elsewhere: CheckedSegment['elsewhere']): CheckedSegment {
    this.walk();
    const { segment } = this;
    return { segment, problems: withSyntax(segment, this.problems), facts: this.facts.collected(), shape, elsewhere };
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
    this.level = open && this.levelIn(undefined, open.kind !== Kind.object, shape, -size, Infinity);
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
    if (shape.isLooseText && kind === Kind.string) this.facts.looseText(at, shape);
    // What is whole in the segment, rules see as plain data.
    if (isContainer(kind) && shape.isLookedInto && at >= this.lookedInto) {
      this.facts.lookInto(at, shape);
      this.lookedInto = nextAt(records, at);
    }
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
    this.level = this.levelIn(this.level, kind === Kind.array, shape, at, next);
  }

  private leave(level: Level): void {
    this.level = level.up;
    if (level.suspect) this.names(level);
  }

  private names(level: Level): void {
    const { text, records } = this;
    const { record, next, shape } = level;
    const keys: number[] = [];
    for (let at = record + size; at < next; at = nextAt(records, at))
      if (kindAt(records, at) === Kind.key) keys.push(at);
    if (shape?.closed !== true && areDifferent(text, records, keys)) return;
    const findings = nameFindings(
      keys.map((key) => ({ name: stringAt(text, records, key), hasValue: hasValue(records, key) })),
      shape,
    );
    const span = (index: number) => spanOf(records, keys[index] ?? record);
    const ignored = findings
      .filter(({ readInstead }) => readInstead !== undefined)
      .map(({ index }) => ({ start: span(index).start, end: span(index + 1).start }));
    if (ignored.length > 0) this.forget(level, ignored);
    for (const { index, finding, readInstead } of findings) {
      const related = readInstead !== undefined && {
        related: { ...span(readInstead), message: messages.duplicateKeyRelated },
      };
      this.problems.push({ ...finding, ...span(index), ...related });
    }
  }

  /** What JSON readers do not read is not looked at; only that a name stands twice in it, too, stays said. */
  private forget({ problems }: Level, ignored: readonly Span[]): void {
    const found = this.problems.splice(problems);
    for (const problem of found) {
      if (problem.code === 'duplicate-key' || !isIn(ignored, problem.start)) this.problems.push(problem);
    }
    this.facts.forget((offset) => !isIn(ignored, offset));
  }

  private levelIn(
    up: Level | undefined,
    isArray: boolean,
    shape: Shape | undefined,
    record: number,
    next: number,
  ): Level {
    return {
      up,
      shape,
      isArray,
      record,
      next,
      seen: 0,
      suspect: false,
      draft: undefined,
      problems: this.problems.length,
    };
  }
}

/** What was found of a segment, and what is wrong with its syntax; in order. */
export function withSyntax(segment: Segment, found: readonly LocalProblem[]): readonly LocalProblem[] {
  const problems = segment.syntaxProblems.map(syntaxProblem).concat(found);
  return problems.length < 2 ? problems : problems.sort(inOrder);
}

/** The shape of a container that is open where a segment begins. */
function shapeOfOpen(open: Open, document: Shape): Shape | undefined {
  if (open.depth >= document.depth) return undefined;
  if (open.up === undefined) return document;
  const around = shapeOfOpen(open.up, document);
  if (open.up.kind !== Kind.object) return around?.items;
  return around === undefined || open.key === undefined ? undefined : propertyNamed(around, open.key)?.shape;
}

/** Whether something stands behind a key that JSON readers would read. */
export function hasValue(records: Records, key: number): boolean {
  const value = valueOfKey(records, key);
  return value !== undefined && kindAt(records, value) !== Kind.invalid;
}

/** Whether a few keys are surely different, found without making strings of them. */
function areDifferent(text: string, records: Records, keys: readonly number[]): boolean {
  if (keys.length > 12 || keys.some((key) => isOdd(records, key))) return false;
  return keys.every((key, index) => {
    const start = startAt(records, key);
    const length = endAt(records, key) - start;
    return keys.slice(0, index).every((other) => {
      const otherStart = startAt(records, other);
      if (endAt(records, other) - otherStart !== length) return true;
      return text.slice(start, start + length) !== text.slice(otherStart, otherStart + length);
    });
  });
}

function spanOf(records: Records, at: number): Span {
  return { start: startAt(records, at), end: endAt(records, at) };
}

/** Whether an offset is in one of the spans, which do not overlap and stand in order. */
export function isIn(spans: readonly Span[], offset: number): boolean {
  const first = spans[countBefore(spans, ({ end }) => end <= offset)];
  return first !== undefined && first.start <= offset;
}

export function inOrder(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end;
}
