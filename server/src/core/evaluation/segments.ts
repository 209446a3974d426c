/** Segments: groups of users that rules refer to (evaluation.md 4.7 and rows 3 to 6). */
import type { Evaluators } from './sdks.js';
import { all, go, java, none, python, rust } from './sdks.js';
import type { Condition, PlainCondition, Segments } from './toggles.js';
import type { User } from './user.js';
import type { Verdict } from './verdict.js';
import { dependsForAll, everyOf, holdsForAll, holdsForNone, not, someOf } from './verdict.js';

/** @param never those to whom no such condition ever holds */
export function isInSegments(
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

/** Java and Python give up; to the others it contains nobody. */
const missing: Verdict = { holds: none, depends: none, throws: java | python };

/** To Rust and Go, one condition of a rule is enough. */
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
