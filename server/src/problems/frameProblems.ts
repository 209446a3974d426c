/**
 * What is wrong with the containers that go on beyond a segment: their types and the names of their properties. They are
 * few, and looked at whole after every edit.
 */
import type { Frame, Place } from '../document/frames.js';
import type { Span } from '../document/nodes.js';
import { endAt, Kind, size, startAt } from '../document/records.js';
import type { Segment } from '../document/segment.js';
import { stringAt } from '../document/tree.js';
import { messages } from './catalogue.js';
import type { LocalProblem } from './problem.js';
import type { PropertyName } from './propertyNames.js';
import { nameFindings } from './propertyNames.js';
import type { Shape, ShapeProperty } from './shape.js';
import { hasValue, inOrder } from './checkedSegment.js';
import { documentShape, propertyAt } from './shape.js';
import { hasType, typeFinding } from './valueType.js';

export interface FrameProblems {
  /** By the segment that they begin in; they may end beyond it. */
  readonly problems: ReadonlyMap<Segment, readonly LocalProblem[]>;
  /** What JSON readers do not read, because the same name stands again further down; in order. */
  readonly ignored: readonly Span[];
}

export function frameProblems(segments: readonly Segment[], document: Frame, body: Shape | undefined): FrameProblems {
  return new Frames(segments).look(document, body && documentShape(body));
}

interface Key extends Span, PropertyName {
  readonly at: Place;
}

class Frames {
  private readonly problems = new Map<Segment, LocalProblem[]>();
  private readonly ignored: Span[] = [];

  constructor(private readonly segments: readonly Segment[]) {}

  look(document: Frame, documentShape: Shape | undefined): FrameProblems {
    const open: { frame: Frame; shape: Shape | undefined }[] = [{ frame: document, shape: documentShape }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { frame, shape } = next;
      this.type(frame, shape);
      const notRead = frame.kind === Kind.object ? this.names(frame, shape) : nothing;
      for (const inner of frame.inner) open.push({ frame: inner, shape: this.shapeIn(frame, shape, notRead, inner) });
    }
    return { problems: this.problems, ignored: this.ignored.sort(inOrder) };
  }

  private type({ kind, at, start, end }: Frame, shape: Shape | undefined): void {
    if (shape === undefined || hasType(shape.type, kind, '', 0, 0)) return;
    this.report(at, { ...typeFinding(shape, kind, ''), start: start - at.offset, end: end - at.offset });
  }

  /** @returns the keys that stand again further down */
  private names(frame: Frame, shape: Shape | undefined): ReadonlySet<Place> {
    let seen = 0;
    const isKnown = (key: Place) => {
      const bit = shape && this.propertyAt(shape, key)?.bit;
      const isNew = bit !== undefined && (seen & bit) === 0;
      seen |= bit ?? 0;
      return isNew;
    };
    if (frame.keys.every(isKnown)) return nothing;
    const keys = frame.keys.map((key) => this.key(key));
    const notRead = new Set<Place>();
    for (const { index, finding, readInstead } of nameFindings(keys, shape)) {
      const key = keys[index];
      const winner = keys[readInstead ?? -1];
      if (key === undefined) continue;
      const { at, start, end } = key;
      if (winner === undefined) this.report(at, { ...finding, start, end });
      else {
        const shift = winner.at.offset - at.offset;
        const place = { start: winner.start + shift, end: winner.end + shift };
        this.report(at, { ...finding, start, end, related: { ...place, message: messages.duplicateKeyRelated } });
        notRead.add(at);
        const next = keys[index + 1] ?? winner;
        // Where the schema says nothing, there is nothing to ignore.
        if (shape !== undefined) this.ignored.push({ start: at.offset + start, end: next.at.offset + next.start });
      }
    }
    return notRead;
  }

  private shapeIn(
    frame: Frame,
    shape: Shape | undefined,
    notRead: ReadonlySet<Place>,
    { at: { segment, record } }: Frame,
  ): Shape | undefined {
    if (frame.kind !== Kind.object) return shape?.items;
    const key = frame.keys.find((place) => place.segment === segment && place.record === record - size);
    return shape === undefined || key === undefined || notRead.has(key)
      ? undefined
      : this.propertyAt(shape, key)?.shape;
  }

  private propertyAt(shape: Shape, { segment, record }: Place): ShapeProperty | undefined {
    const { text = '', records = noRecords } = this.segments[segment] ?? {};
    return propertyAt(shape, text, records, record);
  }

  private key(at: Place): Key {
    const { text = '', records = noRecords } = this.segments[at.segment] ?? {};
    const span = { start: startAt(records, at.record), end: endAt(records, at.record) };
    return { at, ...span, name: stringAt(text, records, at.record), hasValue: hasValue(records, at.record) };
  }

  private report({ segment: index }: Place, problem: LocalProblem): void {
    const segment = this.segments[index];
    if (segment === undefined) return;
    const there = this.problems.get(segment);
    if (there === undefined) this.problems.set(segment, [problem]);
    else there.push(problem);
  }
}

const nothing: ReadonlySet<Place> = new Set();
const noRecords = new Int32Array(0);
