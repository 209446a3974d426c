/**
 * What is wrong with the containers that go on beyond a segment: their types and the names of their properties, and
 * what rules find in them. They are few, and looked at whole when something about them may have changed.
 */
import type { Frame, Place } from '../document/frames.js';
import type { ObjectNode, Span } from '../document/nodes.js';
import { spanFrom } from '../document/queries.js';
import { endAt, Kind, startAt, valueOfKey } from '../document/records.js';
import type { Segment } from '../document/segment.js';
import { stringAt } from '../document/tokens.js';
import { draftOf, nodeOfFrame } from '../document/tree.js';
import { shallowOf } from '../document/values.js';
import { messages } from './catalogue.js';
import type { LocalProblem } from './problem.js';
import type { PropertyName } from './propertyNames.js';
import { nameFindings } from './propertyNames.js';
import { ruleFact, servedIndices } from './lookInto.js';
import type { FileFacts, Plain, RuleFact } from './rule.js';
import { isWatched } from './segmentFacts.js';
import type { Shape, ShapeProperty } from './shape.js';
import { hasValue, inOrder } from './checkedSegment.js';
import { propertyAt } from './shape.js';
import { hasType, typeFinding } from './valueType.js';

export interface FrameProblems {
  /** With their places in the whole text. */
  readonly problems: readonly LocalProblem[];
  /** What JSON readers do not read, because the same name stands again further down; in order. */
  readonly ignored: readonly Span[];
  /** In order. */
  readonly rules: readonly FrameRule[];
  /** The variations that serves among them serve. */
  readonly served: readonly number[];
  /** Whether items of their lists matter, which are not looked at here after every edit. */
  readonly readsItems: boolean;
}

/** A rule that goes on beyond the segment that it begins in. */
export interface FrameRule {
  readonly fact: RuleFact;
  readonly node: ObjectNode;
}

export function frameProblems(
  segments: readonly Segment[],
  document: Frame,
  shape: Shape | undefined,
  file: FileFacts,
): FrameProblems {
  return new Frames(segments, file).look(document, shape);
}

/** With its place in the whole text. */
interface Key extends Span, PropertyName {
  readonly at: Place;
}

class Frames {
  private readonly problems: LocalProblem[] = [];
  private readonly ignored: Span[] = [];
  private readonly rules: FrameRule[] = [];
  private readonly served: number[] = [];
  private readsItems = false;

  constructor(
    private readonly segments: readonly Segment[],
    private readonly file: FileFacts,
  ) {}

  look(document: Frame, documentShape: Shape | undefined): FrameProblems {
    const open: { frame: Frame; shape: Shape | undefined }[] = [{ frame: document, shape: documentShape }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { frame, shape } = next;
      this.type(frame, shape);
      if (shape?.isLookedInto === true && frame.kind === Kind.object) this.lookAt(frame, shape);
      const notRead = frame.kind === Kind.object ? this.names(frame, shape) : nothing;
      for (const inner of frame.inner) open.push({ frame: inner, shape: this.shapeIn(frame, shape, notRead, inner) });
    }
    const { problems, served, readsItems } = this;
    const rules = this.rules.sort((a, b) => a.node.start - b.node.start);
    return { problems, ignored: this.ignored.sort(inOrder), rules, served, readsItems };
  }

  /** What rules say of an object; of what is in it and whole in a segment, they said it there. */
  private lookAt(frame: Frame, shape: Shape): void {
    const { definition, rules, key } = shape;
    if (rules.ofObjects.length + rules.ofFile.length === 0 && definition !== 'rule') return;
    const node = nodeOfFrame(this.segments, frame);
    if (node.kind !== 'object') return;
    const shallow = shallowOf(this.segments, frame);
    const readsItems = rules.ofObjects.some((rule) => rule.readsItems?.(shallow) === true);
    const watches = isWatched(shallow, shape);
    this.readsItems ||= readsItems || (watches && frame.inner.length > 0);
    const object = readsItems || watches ? (draftOf(node) as Plain) : shallow;
    if (definition === 'rule') this.rules.push({ fact: ruleFact(shallow), node });
    if (definition === 'serve') for (const index of servedIndices(object)) this.served.push(index);
    const findings = [
      ...rules.ofObjects.flatMap((rule) => rule.check(object)),
      ...rules.ofFile.flatMap((rule) => rule.check(object, this.file, key)),
    ];
    for (const { path, atKey = false, ...finding } of findings) {
      const { start, end } = spanFrom(node, path, atKey ? 'key' : 'value');
      this.problems.push({ ...finding, start, end });
    }
  }

  private type({ kind, start, end }: Frame, shape: Shape | undefined): void {
    if (shape === undefined || hasType(shape.type, kind, '', 0, 0)) return;
    this.problems.push({ ...typeFinding(shape, kind, ''), start, end });
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
      if (winner === undefined) this.problems.push({ ...finding, start, end });
      else {
        const related = { start: winner.start, end: winner.end, message: messages.duplicateKeyRelated };
        this.problems.push({ ...finding, start, end, related });
        notRead.add(at);
        const next = keys[index + 1] ?? winner;
        // Where the schema says nothing, there is nothing to ignore.
        if (shape !== undefined) this.ignored.push({ start, end: next.start });
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
    const { records = noRecords } = this.segments[segment] ?? {};
    const key = frame.keys.find((at) => at.segment === segment && valueOfKey(records, at.record) === record);
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
    const span = { start: at.offset + startAt(records, at.record), end: at.offset + endAt(records, at.record) };
    return { at, ...span, name: stringAt(text, records, at.record), hasValue: hasValue(records, at.record) };
  }
}

const nothing: ReadonlySet<Place> = new Set();
const noRecords = new Int32Array(0);
