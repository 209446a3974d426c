/** Checks the types, property names and objects of a part of a file: a rule, or everything outside of the rules. */
import type { FileFinding, FileSummary, PlainObject } from '../checks/check.js';
import type { SpanProblem } from '../checks/problem.js';
import { featureProbeConsequence } from '../checks/serves/production.js';
import type { Key } from '../checks/propertyNames.js';
import { nameProblems } from '../checks/propertyNames.js';
import type { Shape } from '../checks/shape.js';
import { propertyAt } from '../checks/shape.js';
import { hasType, typeFinding } from '../checks/wrongType.js';
import { codeOfBareWord, codeOfNull, isWord } from '../checks/graverCodes.js';
import type { JsonDocument } from '../json/document.js';
import type { JsonNode, Path, Span } from '../json/nodes.js';
import { nodeOf } from '../json/nodes.js';
import { draftOf } from '../json/plainData.js';
import { spanFrom } from '../json/queries.js';
import { endAt, isContainer, Kind, kindAt, keysIn, nextAt, size, startAt, valueOfKey } from '../json/read/records.js';
import { countBefore } from '../json/search.js';
import { stringAt } from '../json/read/tokens.js';
import { endOf } from '../json/tree.js';
import { findingsBy, visitObjects } from './objects.js';

/** Maximum number of problems in a file. Each problem takes about 30 microseconds to find, convert and send. */
export const MAX_PROBLEMS = 5_000;

/** The start of a part: the record of its value, and the expected shape. */
export interface Start {
  readonly record: number;
  readonly shape: Shape | undefined;
}

/** An object that has checks, and its path within the part. */
export interface FoundObject {
  readonly object: PlainObject;
  readonly shape: Shape;
  readonly path: Path;
}

interface Container extends Start {
  readonly up: Container | undefined;
  readonly isArray: boolean;
  /** Bits of the properties found so far. `suspect` is true if a property name may be unknown or repeated. */
  seen: number;
  suspect: boolean;
  /** The container as plain data. It is computed once and stored, because many values in the container may need it. */
  draft: PlainObject | undefined;
}

export class Walk {
  readonly #values: SpanProblem[] = [];
  /** Properties that JSON parsers ignore, because a later property has the same name. */
  readonly ignored: Span[] = [];
  /** The rules inside the part. They are not checked here, because each rule is a separate part. */
  readonly rules: Start[] = [];
  #container: Container | undefined;
  #repeated = 0;

  constructor(
    private readonly json: JsonDocument,
    private readonly start: Start,
  ) {
    const { records } = json;
    const end = records.length === 0 ? 0 : nextAt(records, start.record);
    let { shape } = start;
    for (let at = start.record; at < end; at += size) {
      while (this.#container !== undefined && at >= nextAt(records, this.#container.record))
        this.#leave(this.#container);
      const kind = kindAt(records, at);
      if (kind === Kind.key) shape = this.#property(at);
      else {
        if (this.#container?.isArray === true) shape = this.#container.shape?.items;
        if (shape !== undefined) this.#value(at, kind, shape);
        const isRule = at !== start.record && kind === Kind.object && shape?.definition === 'rule';
        if (isRule) this.rules.push({ record: at, shape });
        else if (isContainer(kind)) this.#container = opened(this.#container, at, shape, kind === Kind.array);
        shape = undefined;
        if (isRule) at = nextAt(records, at) - size;
      }
    }
    while (this.#container !== undefined) this.#leave(this.#container);
  }

  /** Problems with types and property names. */
  get problems(): readonly SpanProblem[] {
    const isRead = outsideOf(this.ignored);
    return this.#values.filter((problem) => isAlwaysReported(problem) || isRead(problem));
  }

  /**
   * @param plain the part as plain data, as `draftOf` returns it.
   * @returns the checked objects, and all problems of the part that do not depend on the file's summary
   */
  checked(plain: unknown) {
    const { json, start, problems } = this;
    const { record, shape } = start;
    const [objects, findings]: [FoundObject[], SpanProblem[]] = [[], []];
    if (shape === undefined) return { objects, problems };
    const node = nodeOf(json, record);
    visitObjects(plain, shape, (object, its, path) => {
      if (its.definition === 'rule' && its !== shape) return false;
      objects.push({ object, shape: its, path: path.slice() });
      const found = findingsBy(its.checks.local, object, its);
      for (const problem of located(node, found, path)) findings.push(problem);
      return true;
    });
    return { objects, problems: [...findings, ...problems] };
  }

  #value(at: number, kind: Kind, shape: Shape): void {
    const { text, records } = this.json;
    if (kind === Kind.invalid || this.#values.length > MAX_PROBLEMS) return;
    const [start, end] = [startAt(records, at), endOf(this.json, at)];
    if (hasType(shape.type, kind, text, start, end)) return;
    const finding = typeFinding(shape, kind, text.slice(start, end));
    const code = this.#graver(kind, shape);
    const consequence = code && { consequence: featureProbeConsequence(code, finding.message) };
    this.#values.push({ ...finding, ...consequence, start, end });
  }

  /** @returns the code of what a value of the wrong type does to FeatureProbe's server, if it is worse than a refusal */
  #graver(kind: Kind, shape: Shape) {
    if (isContainer(kind) || (kind !== Kind.null && !isWord(shape))) return undefined;
    const codeOf = kind === Kind.null ? codeOfNull : codeOfBareWord;
    const container = this.#container;
    const around = container?.isArray === true ? container.up : container;
    if (around?.shape === undefined) return codeOf(shape, undefined);
    around.draft ??= draftOf(this.json, around.record) as PlainObject;
    return codeOf(shape, { object: around.draft, shape: around.shape });
  }

  #property(at: number): Shape | undefined {
    const container = this.#container;
    if (container === undefined) return undefined;
    const { text, records } = this.json;
    const property = container.shape && propertyAt(container.shape, text, records, at);
    // An unknown name may be misspelled or repeated, which is checked after all names of the object are read.
    container.suspect ||= property === undefined || (container.seen & property.bit) !== 0;
    container.seen |= property?.bit ?? 0;
    return valueOfKey(records, at) === undefined ? undefined : property?.shape;
  }

  #leave({ up, suspect, record, shape }: Container): void {
    this.#container = up;
    // Above the limit, names are not checked, because the file is only reported to have too many problems.
    if (!suspect || this.#repeated > MAX_PROBLEMS) return;
    const { json } = this;
    const keys = keysIn(json.records, record).map((at) => keyAt(json, at));
    const found = nameProblems(keys, shape);
    // Loops instead of a spread, because the lists may be too long to pass as arguments.
    for (const problem of found.problems) {
      this.#values.push(problem);
      if (isAlwaysReported(problem)) this.#repeated += 1;
    }
    for (const span of found.ignored) this.ignored.push(span);
  }
}

/** Runs the checks that read the file's summary on the objects of a part. */
export function findingsInFile(
  json: JsonDocument,
  record: number,
  objects: readonly FoundObject[],
  file: FileSummary,
): readonly SpanProblem[] {
  const node = nodeOf(json, record);
  return objects.flatMap(({ object, shape, path }) =>
    located(node, findingsBy(shape.checks.readingFile, object, shape, file), path),
  );
}

/** @param path the path from the node to the object that the findings are about */
export function located(from: JsonNode, findings: readonly FileFinding[], path: Path = []): readonly SpanProblem[] {
  return findings.map(({ path: inObject, atKey = false, related, ...said }) => {
    const { start, end } = spanFrom(from, [...path, ...inObject], atKey ? 'key' : 'value');
    const others = related?.map(({ path: other, message }) => {
      const span = spanFrom(from, [...path, ...other], 'value');
      return { start: span.start, end: span.end, message };
    });
    return { ...said, start, end, ...(others && { related: others }) };
  });
}

/** Syntax errors and repeated names are reported even in ignored properties. */
export function isAlwaysReported({ code }: SpanProblem): boolean {
  return code === 'syntax' || code === 'duplicate-key';
}

/** @returns a function that tests whether a place is outside the ignored properties */
export function outsideOf(ignored: readonly Span[]): (place: Pick<Span, 'start'>) => boolean {
  let last = 0;
  const outermost = ignored
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      const isInner = start < last;
      if (!isInner) last = end;
      return !isInner;
    });
  return ({ start }) => {
    const span = outermost[countBefore(outermost, ({ end }) => end <= start)];
    return span === undefined || span.start > start;
  };
}

/** Shifts problems by a number of UTF-16 code units. */
export function moved(problems: readonly SpanProblem[], by: number): readonly SpanProblem[] {
  if (by === 0 || problems.length === 0) return problems;
  const span = <T extends Span>(from: T): T => ({ ...from, start: from.start + by, end: from.end + by });
  return problems.map((problem) => {
    const { related } = problem;
    return { ...span(problem), ...(related && { related: related.map(span) }) };
  });
}

function opened(up: Container | undefined, record: number, shape: Shape | undefined, isArray: boolean): Container {
  return { up, record, shape, isArray, seen: 0, suspect: false, draft: undefined };
}

function keyAt(json: JsonDocument, record: number): Key {
  const { text, records } = json;
  const value = valueOfKey(records, record);
  return {
    start: startAt(records, record),
    end: endAt(records, record),
    name: stringAt(text, records, record),
    hasValue: value !== undefined && kindAt(records, value) !== Kind.invalid,
  };
}
