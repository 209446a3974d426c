/**
 * # duplicate-key (warning)
 * The same property twice in one object: only the last one is read. VS Code reports these itself; in other editors we
 * do. The severities of `syntax` and `duplicate-key` decide there only whether a push is refused.
 *
 * Fix: keep the one that you mean.
 *
 * # unknown-property (warning)
 * A property that the service does not know and would ignore.
 *
 * Fix: rename to the closest known name, or remove.
 * ---
 * The names of one object's properties are looked at together. JSON readers keep the last of two properties of the
 * same name, so the earlier ones are marked.
 */
import { t } from '@vscode/l10n';
import type { Span } from '../json/nodes.js';
import { closestOf } from './closest.js';
import type { Finding, SpanProblem } from './problem.js';
import { featureProbeConsequence, onceEnabled } from './serves/production.js';
import { codeOfNothing } from './serves/servesNothing.js';
import type { Shape } from './shape.js';
import { placeOf, propertyNamed } from './shape.js';
import { quoted } from './words.js';

/** A key with its place, and whether a value stands behind it: while there is none, the name may be half typed. */
export interface Key extends Span {
  readonly name: string;
  readonly hasValue: boolean;
}

export interface NameProblems {
  readonly problems: readonly SpanProblem[];
  /** The properties that JSON readers do not read, because the same name stands again further down: in order, from their keys on. */
  readonly ignored: readonly Span[];
}

/**
 * @param keys of one object, in order
 * @param shape undefined where the schema says nothing
 */
export function nameProblems(keys: readonly Key[], shape: Shape | undefined): NameProblems {
  const read = new Map(keys.map((key) => [key.name, key]));
  const problems: SpanProblem[] = [];
  const ignored: Span[] = [];
  let unknown = 0;
  for (const [index, key] of keys.entries()) {
    const { name, hasValue, start, end } = key;
    const last = read.get(name) ?? key;
    if (last !== key) {
      if (ignored.length < MAX_NAMES) {
        const message = t('{0} is repeated below: this value is ignored.', quoted(name));
        const related = [{ start: last.start, end: last.end, message: t('This one counts.') }];
        problems.push({ code: 'duplicate-key', message, start, end, related });
      }
      ignored.push({ start, end: (keys[index + 1] ?? last).start });
    } else if (hasValue && shape?.closed === true && unknown < MAX_NAMES && propertyNamed(shape, name) === undefined) {
      const finding = unknownIn(shape, read, name);
      const consequence = unknown === 0 ? inServe(shape, read, finding.message) : undefined;
      problems.push({ code: 'unknown-property', ...finding, consequence, start, end });
      unknown += 1;
    }
  }
  return { problems, ignored };
}

/** Repeated names that are reported of one object, and unknown ones. */
const MAX_NAMES = 1_000;

function unknownIn(shape: Shape, present: ReadonlyMap<string, unknown>, name: string): ReturnType<typeof unknownName> {
  // Only the body and its content can be mixed up: the service's own pages show the content alone.
  const content = propertyNamed(shape, 'content')?.shape;
  if (content !== undefined && propertyNamed(content, name) !== undefined)
    return { message: t('{0} is unknown in {1}: it belongs in {2}.', quoted(name), placeOf(shape), quoted('content')) };
  const missing = shape.properties.map(({ key }) => key).filter((key) => !present.has(key));
  return unknownName(name, placeOf(shape), missing);
}

/** What it does in FeatureProbe's server, which does not read the name, when a serve has no other: nothing is served. */
function inServe(
  { definition, key }: Shape,
  present: ReadonlyMap<string, unknown>,
  message: string,
): Finding['consequence'] {
  if (definition !== 'serve' || present.has('select') || present.has('split')) return undefined;
  const code = codeOfNothing(key);
  // The default of a disabled toggle does no harm, and whether it is disabled is not known here.
  return code === 'toggle-vanishes' ? onceEnabled(message) : featureProbeConsequence(code, message);
}

/**
 * @param where as it stands within a sentence
 * @param known the names that may have been meant
 */
export function unknownName(name: string, where: string, known: readonly string[]): Pick<Finding, 'message' | 'fixes'> {
  const closest = closestOf(name, known);
  if (closest === undefined)
    return { message: t('{0} is unknown in {1}.', quoted(name), where), fixes: [{ kind: 'remove-property' }] };
  return {
    message: t('{0} is unknown in {1}. Did you mean {2}?', quoted(name), where, quoted(closest)),
    fixes: [{ kind: 'rename-key', key: closest }, { kind: 'remove-property' }],
  };
}
