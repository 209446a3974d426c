/** Conditions of rules and segments, made ready to be asked about many users. */
import { instantOfObject } from './instants.js';
import { readNumber } from './numbers.js';
import { compareNumbers, comparison, unreadableNumber, unreadableVersion } from './ordered.js';
import { isInSegments } from './segments.js';
import { go, node, none, rust } from './sdks.js';
import { textCondition } from './texts.js';
import type { Condition, PlainCondition, Segments } from './toggles.js';
import type { User } from './user.js';
import type { Verdict } from './verdict.js';
import { holdsForNone } from './verdict.js';
import { compareVersions, readVersion } from './versions.js';

export function conditionOf(index: number, plain: PlainCondition): Condition {
  const { type, subject, predicate, objects } = plain;
  const written = { type, subject, predicate, objects, index };
  if (type === 'segment') {
    return {
      ...written,
      of: (user, segments) => isInSegments(user, segments, plain),
      ofSegment: (user) => isInSegments(user, noSegments, plain, rust | go),
    };
  }
  // Most conditions of a file that is being typed are never asked.
  let test: Test | undefined;
  const verdictOf = (user: User) => (test ??= testOf(plain))(user, user.attributes.get(subject));
  const of = subject in {} ? (user: User) => orThrown(plain, user, verdictOf(user)) : verdictOf;
  return { ...written, of, ofSegment: (user) => withoutClock(plain, user, of(user)) };
}

/** The API does not give the names of segments in segments the form that SDKs would find them by. */
const noSegments: Segments = () => 'missing';

type Test = (user: User, attribute: string | undefined) => Verdict;

function testOf({ type, predicate, objects }: PlainCondition): Test {
  switch (type) {
    case 'string': {
      const test = textCondition(predicate, objects);
      return test === undefined ? () => holdsForNone : (_, text) => (text === undefined ? holdsForNone : test(text));
    }
    case 'number': {
      const holds = comparison(predicate, objects.map(readNumber), compareNumbers, unreadableNumber);
      return isComparison(predicate) ? ifThere((user, text) => holds(user.numberOf(text))) : () => holdsForNone;
    }
    case 'semver': {
      const holds = comparison(predicate, objects.map(readVersion), compareVersions, unreadableVersion);
      return isComparison(predicate) ? ifThere((user, text) => holds(user.versionOf(text))) : () => holdsForNone;
    }
    case 'datetime': {
      const holds = comparison(predicate, objects.map(Number).map(instantOfObject), compareNumbers, unreadableNumber);
      const isKnown = predicate === 'after' || predicate === 'before';
      return isKnown ? (user, text) => holds(user.instantOf(text)) : () => holdsForNone;
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
