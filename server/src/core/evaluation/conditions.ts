/** Conditions of rules and segments, prepared once to be evaluated for many users. */
import type { Attribute } from './values/attribute.js';
import { comparison } from './values/ordered.js';
import { orders } from './values/orders.js';
import { go, node, none, rust, all, java, python } from './sdks/sdks.js';
import { textCondition } from './texts/texts.js';
import type { Condition, PlainCondition, Segments } from './toggles.js';
import type { User } from './user.js';
import type { Verdict } from './verdict.js';
import { dependsForAll, holdsForNone, everyOf, holdsForAll, not, someOf } from './verdict.js';
import type { Evaluators } from './sdks/sdks.js';

export function conditionOf(index: number, plain: PlainCondition): Condition {
  return plain.type === 'segment' ? new SegmentCondition(index, plain) : new AttributeCondition(index, plain);
}

/** Copies every field into the object for memory locality, because there may be many conditions. */
abstract class BaseCondition implements PlainCondition {
  readonly type: string;
  readonly subject: string;
  readonly predicate: string;
  readonly objects: readonly string[];

  constructor(
    readonly index: number,
    { type, subject, predicate, objects }: PlainCondition,
  ) {
    this.type = type;
    this.subject = subject;
    this.predicate = predicate;
    this.objects = objects;
  }
}

class SegmentCondition extends BaseCondition implements Condition {
  of(user: User, segments: Segments): Verdict {
    return isInSegments(user, segments, this);
  }

  ofSegment(user: User): Verdict {
    return isInSegments(user, noSegments, this, rust | go);
  }
}

class AttributeCondition extends BaseCondition implements Condition {
  /** `#test` and `#isOdd` are computed on first use, because most conditions of a file are not evaluated. */
  #test: Test | undefined;
  #isOdd = false;

  of(user: User): Verdict {
    const attribute = user.attribute(this.subject);
    const test = (this.#test ??= this.#first());
    const verdict = attribute.isThere || this.type === 'datetime' ? test(attribute) : holdsForNone;
    return this.#isOdd ? orThrown(this, user, verdict) : verdict;
  }

  ofSegment(user: User): Verdict {
    return withoutClock(this, user, this.of(user));
  }

  #first(): Test {
    this.#isOdd = this.subject in {};
    return testOf(this);
  }
}

export class UnreadableCondition extends BaseCondition implements Condition {
  constructor(index: number) {
    super(index, nothingWritten);
  }

  of(): Verdict {
    return dependsForAll;
  }

  ofSegment(): Verdict {
    return dependsForAll;
  }
}

const nothingWritten: PlainCondition = { type: '', subject: '', predicate: '', objects: [] };

/** SDKs look up segments by `project$key`. Inside segments, the API does not add the prefix, but authors may. */
const noSegments: Segments = (key) => (key.includes('$') ? 'unknown' : 'missing');

type Test = (attribute: Attribute) => Verdict;

const never: Test = () => holdsForNone;

/** Returns a test for attributes that exist; a datetime test also accepts an absent attribute. */
function testOf({ type, predicate, objects }: PlainCondition): Test {
  if (type === 'string') return textCondition(predicate, objects) ?? never;
  const order = orders[type];
  if (order?.hasPredicate(predicate) !== true) return never;
  return comparison(order.readAttribute, predicate, objects.map(order.read), order.compare, order.unreadable);
}

/** In segments, only Rust and Go use the current time for an absent datetime attribute (evaluation.md row 5). */
function withoutClock({ type, subject }: PlainCondition, user: User, verdict: Verdict): Verdict {
  if (type !== 'datetime' || user.attributes.has(subject)) return verdict;
  return { ...verdict, holds: verdict.holds & (rust | go) };
}

/** Whether Node may throw, because it also finds inherited properties such as `constructor` (evaluation.md row 35). */
export function mayThrow({ subject }: Pick<PlainCondition, 'subject'>): boolean {
  return subject in {};
}

function orThrown(condition: PlainCondition, { attributes }: User, verdict: Verdict): Verdict {
  const { type, subject } = condition;
  if (!mayThrow(condition) || (attributes.has(subject) && subject !== '__proto__')) return verdict;
  return {
    holds: verdict.holds & ~node,
    depends: verdict.depends & ~node,
    throws: verdict.throws | (type === 'string' ? node : none),
  };
}

/** Evaluates membership (evaluation.md 4.7, rows 3-6). @param never evaluators for which the condition never holds */
function isInSegments(
  user: User,
  segments: Segments,
  { predicate, objects }: PlainCondition,
  never: Evaluators = none,
): Verdict {
  if (predicate !== 'is in' && predicate !== 'is not in') return holdsForNone;
  const isIn = someOf(objects, (key) =>
    user.segments === undefined ? contains(segments(key), user) : user.segments.has(key) ? holdsForAll : holdsForNone,
  );
  const { holds, depends, throws } = predicate === 'is in' ? isIn : not(isIn);
  return { holds: holds & ~never, depends: depends & ~never, throws: throws & ~never };
}

/** The verdict for a missing segment: Java and Python throw; for every other evaluator, the segment is empty. */
const missing: Verdict = { holds: none, depends: none, throws: java | python };

/** Whether the segment contains the user. In Rust and Go, a single condition of a rule is enough. */
function contains(segment: ReturnType<Segments>, user: User): Verdict {
  if (typeof segment === 'string') return segment === 'missing' ? missing : dependsForAll;
  const of = (condition: Condition) => condition.ofSegment(user);
  const [every, some] = [
    someOf(segment, (conditions) => everyOf(conditions, of)),
    someOf(segment, (conditions) => someOf(conditions, of)),
  ];
  const any = rust | go;
  const joined = (part: (verdict: Verdict) => Evaluators) => (part(every) & all & ~any) | (part(some) & any);
  return {
    holds: joined(({ holds }) => holds),
    depends: joined(({ depends }) => depends),
    throws: joined(({ throws }) => throws),
  };
}
