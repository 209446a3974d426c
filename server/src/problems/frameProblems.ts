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
import type { Shape } from './shape.js';
import { hasValue, inOrder } from './checkedSegment.js';
import { documentShape, propertyNamed } from './shape.js';
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

interface Key extends Place, Span, PropertyName {}

class Frames {
  private readonly problems = new Map<Segment, LocalProblem[]>();
  private readonly ignored: Span[] = [];

  constructor(private readonly segments: readonly Segment[]) {}

  look(document: Frame, documentShape: Shape | undefined): FrameProblems {
    const open: { frame: Frame; shape: Shape | undefined }[] = [{ frame: document, shape: documentShape }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { frame, shape } = next;
      this.type(frame, shape);
      const shapes = frame.kind === Kind.object ? this.names(frame, shape) : undefined;
      for (const inner of frame.inner) {
        open.push({ frame: inner, shape: shapes === undefined ? shape?.items : shapes.get(idOf(inner.at)) });
      }
    }
    return { problems: this.problems, ignored: this.ignored.sort(inOrder) };
  }

  private type({ kind, at, start, end }: Frame, shape: Shape | undefined): void {
    if (shape === undefined || hasType(shape.type, kind, '', 0, 0)) return;
    this.report(at, { ...typeFinding(shape, kind, ''), start: start - at.offset, end: end - at.offset });
  }

  /** @returns the shapes of the values behind the keys, by their records */
  private names(frame: Frame, shape: Shape | undefined): ReadonlyMap<string, Shape> {
    const keys = frame.keys.map((key) => this.key(key));
    const findings = nameFindings(keys, shape);
    const notRead = new Set<number>();
    for (const { index, finding, readInstead } of findings) {
      const key = keys[index];
      const winner = keys[readInstead ?? -1];
      if (key === undefined) continue;
      const { start, end, offset } = key;
      if (winner === undefined) this.report(key, { ...finding, start, end });
      else {
        const shift = winner.offset - offset;
        const place = { start: winner.start + shift, end: winner.end + shift };
        this.report(key, { ...finding, start, end, related: { ...place, message: messages.duplicateKeyRelated } });
        notRead.add(index);
        const next = keys[index + 1] ?? winner;
        // Where the schema says nothing, there is nothing to ignore.
        if (shape !== undefined) this.ignored.push({ start: offset + start, end: next.offset + next.start });
      }
    }
    return new Map(
      keys.flatMap((key, index): [string, Shape][] => {
        const known = shape && !notRead.has(index) ? propertyNamed(shape, key.name) : undefined;
        return known === undefined ? [] : [[idOf({ ...key, record: key.record + size }), known.shape]];
      }),
    );
  }

  private key(place: Place): Key {
    const { text = '', records = new Int32Array(0) } = this.segments[place.segment] ?? {};
    const { record } = place;
    const span = { start: startAt(records, record), end: endAt(records, record) };
    return { ...place, ...span, name: stringAt(text, records, record), hasValue: hasValue(records, record) };
  }

  private report({ segment: index }: Place, problem: LocalProblem): void {
    const segment = this.segments[index];
    if (segment === undefined) return;
    const there = this.problems.get(segment);
    if (there === undefined) this.problems.set(segment, [problem]);
    else there.push(problem);
  }
}

function idOf({ segment, record }: Place): string {
  return `${segment}:${record}`;
}
