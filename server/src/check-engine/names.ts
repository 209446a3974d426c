/** The names of one object's properties, wherever it stands: which are unknown, and which stand twice. */
import type { LocalProblem } from '../checks/problem.js';
import type { PropertyName } from '../checks/propertyNames.js';
import { isRead, nameFindings } from '../checks/propertyNames.js';
import type { Shape } from '../checks/shape.js';
import type { Span } from '../json/nodes.js';

/** A key with its place. */
export interface Key extends Span, PropertyName {}

export interface NameProblems {
  readonly problems: readonly LocalProblem[];
  /** The properties that JSON readers do not read, because the same name stands again further down: in order, from their keys on. */
  readonly ignored: readonly Span[];
}

/** @param keys of one object, in order */
export function nameProblems(keys: readonly Key[], shape: Shape | undefined): NameProblems {
  const again = isRead();
  const problems: LocalProblem[] = [];
  const ignored: Span[] = [];
  for (const { index, finding, readInstead } of nameFindings(keys, shape)) {
    const [key, read] = [keys[index], keys[readInstead ?? index]];
    if (key === undefined || read === undefined) continue;
    const { start, end } = key;
    if (read === key) problems.push({ ...finding, start, end });
    else {
      const { code, message } = finding;
      // No spread: there may be a hundred thousand.
      problems.push({ code, message, start, end, related: { start: read.start, end: read.end, message: again } });
      ignored.push({ start, end: (keys[index + 1] ?? read).start });
    }
  }
  return { problems, ignored };
}
