/** Conditions of rules and segments, made ready to be asked about many users. */
import { objectsOfInstant } from './instants.js';
import { readNumbers } from './numbers.js';
import { compareNumbers, compared, unreadableNumber, unreadableVersion } from './ordered.js';
import { isInSegments } from './segments.js';
import { go, node, none, rust } from './sdks.js';
import { textCondition } from './texts.js';
import type { Condition, PlainCondition, Segments } from './toggles.js';
import type { User } from './user.js';
import type { Verdict } from './verdict.js';
import { holdsForNone } from './verdict.js';
import { versionReaders } from './versions.js';

export function conditionOf(plain: PlainCondition): Condition {
  if (plain.type === 'segment') {
    return {
      ...plain,
      of: (user, segments) => isInSegments(user, segments, plain),
      ofSegment: (user) => isInSegments(user, noSegments, plain, rust | go),
    };
  }
  const test = testOf(plain);
  const of = (user: User) => test(user, user.attributes.get(plain.subject));
  return {
    ...plain,
    of: (user) => orThrown(plain, user, of(user)),
    ofSegment: (user) => orThrown(plain, user, withoutClock(plain, user, of(user))),
  };
}

/** The API does not give the names of segments in segments the form that SDKs would find them by. */
const noSegments: Segments = () => 'missing';

type Test = (user: User, attribute: string | undefined) => Verdict;

function testOf({ type, predicate, objects }: PlainCondition): Test {
  switch (type) {
    case 'string': {
      const test = textCondition(predicate, objects);
      return ifThere((_, text) => test?.(text) ?? holdsForNone);
    }
    case 'number': {
      const read = objects.map((object) => readNumbers.map((each) => each(object)));
      return ifThere((user, text) =>
        isComparison(predicate)
          ? compared(predicate, user.numberOf(text), read, compareNumbers, unreadableNumber)
          : holdsForNone,
      );
    }
    case 'semver': {
      const read = objects.map((object) => versionReaders.map((each) => each.read(object)));
      const compare = (place: number, a: unknown, b: unknown) => versionReaders[place]?.compare(a, b) ?? NaN;
      return ifThere((user, text) =>
        isComparison(predicate)
          ? compared(predicate, user.versionOf(text), read, compare, unreadableVersion)
          : holdsForNone,
      );
    }
    case 'datetime': {
      const read = objects.map((object) => objectsOfInstant(Number(object)));
      return (user, text) =>
        predicate === 'after' || predicate === 'before'
          ? compared(predicate, user.instantOf(text), read, compareNumbers, unreadableNumber)
          : holdsForNone;
    }
    default:
      return () => holdsForNone;
  }
}

function ifThere(test: (user: User, attribute: string) => Verdict): Test {
  return (user, attribute) => (attribute === undefined ? holdsForNone : test(user, attribute));
}

function isComparison(predicate: string): boolean {
  return /^(?:!?=|[<>]=?)$/.test(predicate);
}

/** In a segment, only Rust and Go take the present time where a datetime is absent (evaluation.md row 5). */
function withoutClock({ type, subject }: PlainCondition, user: User, verdict: Verdict): Verdict {
  if (type !== 'datetime' || user.attributes.has(subject)) return verdict;
  return { ...verdict, holds: verdict.holds & (rust | go) };
}

/** What every object of JavaScript has, such as `constructor`, is an attribute to Node, and no text (evaluation.md row 35). */
function orThrown({ type, subject }: PlainCondition, { attributes }: User, verdict: Verdict): Verdict {
  if (!(subject in {}) || (attributes.has(subject) && subject !== '__proto__')) return verdict;
  return {
    holds: verdict.holds & ~node,
    depends: verdict.depends & ~node,
    throws: verdict.throws | (type === 'string' ? node : none),
  };
}
