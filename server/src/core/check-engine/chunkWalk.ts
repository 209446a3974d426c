/**
 * Finds what is wrong in a chunk: its syntax problems, types and property names, and what checks say of the objects that are
 * whole in it. All of this depends on the chunk's content and on the shape of the container that it begins in alone.
 * Containers that go on beyond it are spanning.ts's.
 */
import { featureProbeConsequence } from '../checks/production.js';
import type { PlainObject } from '../checks/check.js';
import type { Finding, SpanProblem } from '../checks/problem.js';
import type { Key } from '../checks/propertyNames.js';
import { nameProblems } from '../checks/propertyNames.js';
import type { Shape } from '../checks/shape.js';
import { propertyAt, propertyNamed } from '../checks/shape.js';
import { syntaxProblem } from '../checks/syntax.js';
import { hasType, typeFinding } from '../checks/valueType.js';
import { codeOfBareWord, codeOfNull, isWord } from '../checks/wrongValue.js';
import { draftIn } from '../json/plainData.js';
import type { Span } from '../json/nodes.js';
import type { Records } from '../json/records.js';
import { endAt, isContainer, Kind, kindAt, nextAt, size, startAt, unclosed, valueOfKey } from '../json/records.js';
import type { OpenContainer, Chunk } from '../json/chunk.js';
import { stringAt } from '../json/tokens.js';
import { nodeIn } from '../json/nodes.js';
import { findingsBy, readsFile, visitObjects } from './objects.js';
import { listOf, summaryOfRule } from './rules.js';
import type { FoundObject, RuleInChunk, ChunkSummary } from './chunkSummary.js';
import { byStart, isSaidAnyway, located, MAX_PROBLEMS, outermost, servedIn, withoutIgnored } from './chunkSummary.js';

/** @param documentShape undefined where its values are not looked at */
export function summaryOfChunk(chunk: Chunk, documentShape: Shape | undefined): ChunkSummary {
  return new ChunkWalk(chunk, documentShape).summary();
}

/** A container that is walked through. */
interface Container {
  readonly up: Container | undefined;
  readonly shape: Shape | undefined;
  readonly isArray: boolean;
  readonly record: number;
  /** The record behind it; infinite when it goes on beyond the chunk. */
  readonly next: number;
  /** Which properties were seen, and whether their names must be looked at together. */
  seen: number;
  suspect: boolean;
  /** What it says as plain data, once it was needed: many values in it may be wrong. */
  draft: PlainObject | undefined;
}

class ChunkWalk {
  private readonly text: string;
  private readonly records: Records;
  private readonly problems: SpanProblem[] = [];
  private readonly dependent: FoundObject[] = [];
  private readonly rules: RuleInChunk[] = [];
  private readonly ignored: Span[] = [];
  /** The record behind the value that checks have looked at last, with all that is in it. */
  private afterChecked = 0;
  private container: Container | undefined;
  private repeated = 0;
  /** The innermost of the containers that were open where the chunk begins, and are still. */
  private open: OpenContainer | undefined;

  constructor(
    private readonly chunk: Chunk,
    private readonly documentShape: Shape | undefined,
  ) {
    this.text = chunk.text;
    this.records = chunk.records;
    this.goTo(chunk.openAtStart);
  }

  summary(): ChunkSummary {
    this.walk();
    const { chunk, dependent, ignored } = this;
    const problems = chunk.syntaxProblems.map(syntaxProblem).concat(this.problems).sort(byStart);
    const summary = { problems, dependent, rules: listOf(this.rules), served: servedIn(dependent) };
    return withoutIgnored(chunk, summary, outermost(ignored), 0);
  }

  private walk(): void {
    const { records } = this;
    let shapeAfterKey: Shape | undefined;
    for (let at = 0; at < records.length; at += size) {
      while (this.container !== undefined && at >= this.container.next) this.leave(this.container);
      const kind = kindAt(records, at);
      if (kind === Kind.key) shapeAfterKey = this.property(at);
      else if (kind === Kind.close) this.goTo(this.open?.up);
      else {
        const shape = this.container?.isArray === true ? this.container.shape?.items : shapeAfterKey;
        shapeAfterKey = undefined;
        if (shape !== undefined) this.value(at, kind, shape);
        if (isContainer(kind)) this.enter(at, kind, shape);
      }
    }
    while (this.container !== undefined && this.container.next !== Infinity) this.leave(this.container);
  }

  /** Into a container that was open already where the chunk begins. */
  private goTo(open: OpenContainer | undefined): void {
    this.open = open;
    this.container = open && this.opened(open, open.up && this.opened(open.up, undefined));
  }

  private opened(open: OpenContainer, up: Container | undefined): Container {
    const shape = this.documentShape && shapeOfOpen(open, this.documentShape);
    return containerIn(up, open.kind !== Kind.object, shape, -size, Infinity);
  }

  private value(at: number, kind: Kind, shape: Shape): void {
    const { text, records } = this;
    const end = endAt(records, at);
    if (kind === Kind.invalid || end === unclosed) return;
    const start = startAt(records, at);
    if (!hasType(shape.type, kind, text, start, end)) {
      const finding = typeFinding(shape, kind, text.slice(start, end));
      this.problems.push({ ...finding, ...this.consequence(kind, shape, finding), start, end });
    }
    if (isContainer(kind) && shape.hasChecks && at >= this.afterChecked) {
      this.check(at, shape);
      this.afterChecked = nextAt(records, at);
    }
  }

  /** Checks see a value that is whole in the chunk as plain data. */
  private check(record: number, shape: Shape): void {
    const { chunk } = this;
    visitObjects(draftIn(chunk, record), shape, (object, its, path) => {
      const found = located(findingsBy(its.checks.local, object, its), () => nodeIn(chunk.content, record), path);
      for (const problem of found) this.problems.push(problem);
      // All serves are: checks compare them with the variations.
      if (readsFile(object, its)) this.dependent.push({ record, path: path.slice(), object, shape: its });
      if (its.definition === 'rule')
        this.rules.push({ ...summaryOfRule(object), record, path: path.slice(), content: chunk.content });
    });
  }

  /** What a value of the wrong type does in FeatureProbe's server depends on the object that it, or its list, stands in. */
  private consequence(
    kind: Kind,
    shape: Shape,
    { message }: Finding,
  ): Pick<SpanProblem, 'consequence' | 'codeInObject'> | undefined {
    if (isContainer(kind) || (kind !== Kind.null && !isWord(shape))) return undefined;
    const codeOf = kind === Kind.null ? codeOfNull : codeOfBareWord;
    const around = this.container?.isArray === true ? this.container.up : this.container;
    const codeInObject = (object: PlainObject) => codeOf(shape, around?.shape && { object, shape: around.shape });
    // Where the object ends is not known here.
    if (around?.next === Infinity) return { codeInObject };
    if (around !== undefined) around.draft ??= draftIn(this.chunk, around.record) as PlainObject;
    const code = codeInObject(around?.draft ?? {});
    return code && { consequence: featureProbeConsequence(code, message) };
  }

  private property(at: number): Shape | undefined {
    const { container, records } = this;
    if (container === undefined) return undefined;
    const property = container.shape && propertyAt(container.shape, this.text, records, at);
    // An unknown name may be wrong, or stand twice.
    container.suspect ||= property === undefined || (container.seen & property.bit) !== 0;
    container.seen |= property?.bit ?? 0;
    return valueOfKey(records, at) === undefined ? undefined : property?.shape;
  }

  private enter(at: number, kind: Kind, shape: Shape | undefined): void {
    const next = endAt(this.records, at) === unclosed ? Infinity : nextAt(this.records, at);
    this.container = containerIn(this.container, kind === Kind.array, shape, at, next);
  }

  private leave(container: Container): void {
    this.container = container.up;
    // With so many of them, nothing else of the file is reported.
    if (container.suspect && this.repeated <= MAX_PROBLEMS) this.names(container);
  }

  private names({ record, next, shape }: Container): void {
    const { records } = this;
    const keys: Key[] = [];
    for (let at = record + size; at < next; at = nextAt(records, at))
      if (kindAt(records, at) === Kind.key) keys.push(keyAt(this.chunk, at));
    const found = nameProblems(keys, shape);
    // No spread: there may be a hundred thousand.
    for (const problem of found.problems) {
      this.problems.push(problem);
      if (isSaidAnyway(problem.code)) this.repeated += 1;
    }
    for (const span of found.ignored) this.ignored.push(span);
  }
}

/** The shape of a container that is open where a chunk begins. */
export function shapeOfOpen(open: OpenContainer, documentShape: Shape): Shape | undefined {
  if (open.depth >= documentShape.depth) return undefined;
  if (open.up === undefined) return documentShape;
  const around = shapeOfOpen(open.up, documentShape);
  if (open.up.kind !== Kind.object) return around?.items;
  return around === undefined || open.key === undefined ? undefined : propertyNamed(around, open.key)?.shape;
}

function containerIn(
  up: Container | undefined,
  isArray: boolean,
  shape: Shape | undefined,
  record: number,
  next: number,
): Container {
  return { up, shape, isArray, record, next, seen: 0, suspect: false, draft: undefined };
}

/** @param offset of the chunk in the text that the places are counted in */
export function keyAt({ text, records }: Chunk, record: number, offset = 0): Key {
  const value = valueOfKey(records, record);
  return {
    start: offset + startAt(records, record),
    end: offset + endAt(records, record),
    name: stringAt(text, records, record),
    hasValue: value !== undefined && kindAt(records, value) !== Kind.invalid,
  };
}
