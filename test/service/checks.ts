/**
 * Checks of the open-source server before it accepts a content (service.md, B): its size, the objects of four types of
 * condition, and the prerequisites. As there, select indices, sums of splits, predicates, unknown types of condition,
 * and the right bounds of `between` are not checked. limits.ts has contents that cannot be stored.
 */
import { collationKey } from './collation.js';
import { invalidRequest, notFound, unforeseen, type Failure } from './errors.js';
import type { Condition, Content, Prerequisite } from './grammar.js';

export interface Surroundings {
  readonly toggle: string;
  readonly segments: readonly string[];
  readonly prerequisitesOf: (toggle: string) => readonly Prerequisite[];
}

const maximumBytes = 1_048_576;

/** Toggles in the longest chain, including the first one. */
const maximumDepth = 20;

/** Accepted by java.lang.Double.valueOf, including outer blanks, hexadecimal floats and a type suffix. */
const javaDouble =
  /^[\0- ]*[+-]?(?:NaN|Infinity|(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|0[xX](?:[\da-fA-F]+\.?|[\da-fA-F]*\.[\da-fA-F]+)[pP][+-]?\d+)[fFdD]?)[\0- ]*$/;

/** Only a `+` offset, its minutes from 00 to 19; minutes and seconds up to 69, hours to 29, days to 39, months to 19. */
const datetime = /^\d{4}-[01]\d-[0-3]\dT[0-2]\d(?::[0-6]\d){2}\+[0-2]\d:[01]\d$/;

/** The expression that semver.org suggests for SemVer 2.0.0. */
const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*)?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/;

/** @returns the first problem of a merged content */
export function findContentProblem(content: Content, around: Surroundings): Failure | undefined {
  if (Buffer.byteLength(JSON.stringify(content)) > maximumBytes) {
    return invalidRequest('validate.targeting_content_over_limit');
  }
  for (const rule of content.rules ?? []) {
    const problem = findRuleProblem(rule.conditions ?? [], around.segments);
    if (problem) return problem;
  }
  return undefined;
}

/** Finds cycles and chains that are too long, from the toggle that is to get these prerequisites. */
export function findPrerequisiteProblem(
  prerequisites: readonly Prerequisite[],
  around: Surroundings,
): Failure | undefined {
  let keys = keysOf(prerequisites);
  for (let depth = 1; keys.size > 0; depth += 1) {
    if (keys.has(around.toggle)) return invalidRequest('validate.prerequisite.dependency.cycle');
    if (depth >= maximumDepth) return invalidRequest('validate.prerequisite.deep.limit');
    keys = keysOf([...keys].flatMap((key) => around.prerequisitesOf(key)));
  }
  return undefined;
}

function findRuleProblem(conditions: readonly Condition[], segments: readonly string[]): Failure | undefined {
  const known = new Set(segments.map(collationKey));
  for (const [type, problemOf] of checked(known)) {
    for (const { objects } of conditions.filter((condition) => condition.type === type)) {
      if (objects === undefined) return unforeseen();
      const problem = objects.map(problemOf).find((found) => found !== undefined);
      if (problem) return problem;
    }
  }
  return undefined;
}

type Check = (object: string | null) => Failure | undefined;

/** The types of condition whose objects are checked, in the order of the server. */
function checked(segments: ReadonlySet<string>): readonly (readonly [type: string, check: Check])[] {
  const shaped =
    (shape: RegExp, message: string): Check =>
    (object) => {
      if (object === null) return unforeseen();
      return shape.test(object) ? undefined : invalidRequest(message);
    };
  return [
    ['segment', (key) => (segments.has(collationKey(key ?? '')) ? undefined : notFound('Segment', String(key)))],
    ['number', shaped(javaDouble, 'validate.number_format_error')],
    ['datetime', shaped(datetime, 'validate.datetime_format_error')],
    ['semver', shaped(semver, 'validate.version_format_error')],
  ];
}

function keysOf(prerequisites: readonly Prerequisite[]): ReadonlySet<string> {
  return new Set(prerequisites.flatMap(({ key }) => (key === undefined ? [] : [key])));
}
