/**
 * What is found in the containers that go on beyond a segment: their types, the names of their properties, and what checks say
 * of them. They are few, and looked at anew after every edit.
 */
import type { FileSummary, Plain } from '../checks/check.js';
import type { LocalProblem } from '../checks/problem.js';
import type { Shape, ShapeProperty } from '../checks/shape.js';
import { propertyAt } from '../checks/shape.js';
import { hasType, typeFinding } from '../checks/valueType.js';
import type { SpanningContainer, RecordPosition } from '../json/spanningContainers.js';
import type { ObjectNode, Span } from '../json/nodes.js';
import { spanFrom } from '../json/queries.js';
import { draftOf, shallowOf } from '../json/plainData.js';
import { endAt, Kind, startAt, valueOfKey } from '../json/records.js';
import type { Segment } from '../json/segment.js';
import { stringAt } from '../json/tokens.js';
import { nodeOf } from '../json/tree.js';
import type { Key } from './names.js';
import { nameProblems } from './names.js';
import { findingsIn, readsFile } from './objects.js';
import { inOrder } from './segmentSummary.js';
import { hasValue } from './segmentWalk.js';

/** All with their places in the whole text. */
export interface Spanning {
  readonly problems: readonly LocalProblem[];
  /** What JSON readers do not read, because the same name stands again further down; in order. */
  readonly ignored: readonly Span[];
  /** The objects that checks look at, in order. */
  readonly objects: readonly SpanningObject[];
}

export interface SpanningObject {
  readonly node: ObjectNode;
  /** As plain data; where no item of its lists matters, without them. */
  readonly object: Plain;
  readonly shape: Shape;
}

/** @param shape of the whole document; undefined where its values are not looked at */
export function spanningContainers(
  segments: readonly Segment[],
  document: SpanningContainer,
  shape: Shape | undefined,
): Spanning {
  return new Frames(segments).look(document, shape);
}

/** What checks say of spanning objects; of what is in them and whole in a segment, they say it there. */
export function problemsOfSpanning(objects: readonly SpanningObject[], file: FileSummary): LocalProblem[] {
  return objects.flatMap(({ node, object, shape }) => {
    const { alone, inFile } = shape.checks;
    return findingsIn(object, [...alone, ...inFile], file, shape).map(({ path, atKey = false, ...finding }) => {
      const { start, end } = spanFrom(node, path, atKey ? 'key' : 'value');
      return { ...finding, start, end };
    });
  });
}

class Frames {
  private readonly problems: LocalProblem[] = [];
  private readonly ignored: Span[] = [];
  private readonly objects: SpanningObject[] = [];

  constructor(private readonly segments: readonly Segment[]) {}

  look(document: SpanningContainer, documentShape: Shape | undefined): Spanning {
    const open: { frame: SpanningContainer; shape: Shape | undefined }[] = [{ frame: document, shape: documentShape }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { frame, shape } = next;
      this.type(frame, shape);
      if (shape?.isLookedInto === true && frame.kind === Kind.object) this.object(frame, shape);
      const ignored = frame.kind === Kind.object ? this.names(frame, shape) : none;
      for (const inner of frame.inner) open.push({ frame: inner, shape: this.shapeIn(frame, shape, ignored, inner) });
    }
    const { problems, ignored, objects } = this;
    return { problems, ignored: ignored.sort(inOrder), objects: objects.sort((a, b) => a.node.start - b.node.start) };
  }

  private type({ kind, start, end }: SpanningContainer, shape: Shape | undefined): void {
    if (shape === undefined || hasType(shape.type, kind, '', 0, 0)) return;
    this.problems.push({ ...typeFinding(shape, kind, ''), start, end });
  }

  private object(frame: SpanningContainer, shape: Shape): void {
    const { alone, inFile } = shape.checks;
    const node = alone.length + inFile.length > 0 ? nodeOf(this.segments, frame.at) : undefined;
    if (node?.kind !== 'object') return;
    const shallow = shallowOf(node);
    const readsItems = alone.some((check) => check.readsItems?.(shallow) === true) || readsFile(shallow, shape);
    this.objects.push({ node, object: readsItems ? (draftOf(this.segments, frame.at) as Plain) : shallow, shape });
  }

  /** @returns where the properties begin that are not read */
  private names(frame: SpanningContainer, shape: Shape | undefined): ReadonlySet<number> {
    let seen = 0;
    const isKnown = (key: RecordPosition) => {
      const bit = shape && this.propertyAt(shape, key)?.bit;
      const isNew = bit !== undefined && (seen & bit) === 0;
      seen |= bit ?? 0;
      return isNew;
    };
    if (frame.keys.every(isKnown)) return none;
    const { problems, ignored } = nameProblems(
      frame.keys.map((key) => this.key(key)),
      shape,
    );
    for (const problem of problems) this.problems.push(problem);
    // Where the schema says nothing, there is nothing to ignore.
    if (shape !== undefined) for (const span of ignored) this.ignored.push(span);
    return new Set(ignored.map(({ start }) => start));
  }

  private shapeIn(
    frame: SpanningContainer,
    shape: Shape | undefined,
    ignored: ReadonlySet<number>,
    { at: { segment, record } }: SpanningContainer,
  ): Shape | undefined {
    if (frame.kind !== Kind.object) return shape?.items;
    const { records = noRecords } = this.segments[segment] ?? {};
    const key = frame.keys.find((at) => at.segment === segment && valueOfKey(records, at.record) === record);
    if (shape === undefined || key === undefined) return undefined;
    return ignored.has(key.offset + startAt(records, key.record)) ? undefined : this.propertyAt(shape, key)?.shape;
  }

  private propertyAt(shape: Shape, { segment, record }: RecordPosition): ShapeProperty | undefined {
    const { text = '', records = noRecords } = this.segments[segment] ?? {};
    return propertyAt(shape, text, records, record);
  }

  private key({ segment, record, offset }: RecordPosition): Key {
    const { text = '', records = noRecords } = this.segments[segment] ?? {};
    const span = { start: offset + startAt(records, record), end: offset + endAt(records, record) };
    return { ...span, name: stringAt(text, records, record), hasValue: hasValue(records, record) };
  }
}

const none: ReadonlySet<number> = new Set();
const noRecords = new Int32Array(0);
