/**
 * # duplicate-key (warning)
 * An object has the same property twice: only the last one is read. VS Code reports these itself; in other editors, we do.
 * In VS Code, the severities of `syntax` and `duplicate-key` only decide whether a push is refused.
 * Not reported: a property that is repeated in the JSON text of a variation's value.
 *
 * Fix: keep the property that you mean.
 *
 * # unknown-property (warning)
 * The service does not know this property and would ignore it.
 * Not reported: names in `notEmptyConditions` or in the JSON text of a value, where any name is allowed.
 *
 * Fix: rename it to the closest known name, or remove it.
 * ---
 * JSON readers keep the last of several properties with the same name, so the earlier properties are marked.
 */
import { t } from '../t.js';
import type { Span } from '../json/nodes.js';
import { closestOf } from './closest.js';
import type { Finding, SpanProblem } from './problem.js';
import { featureProbeConsequence, onceEnabled } from './serves/production.js';
import { codeOfNothing } from './serves/servesNothing.js';
import type { Shape } from './shape.js';
import { placeOf, propertyNamed } from './shape.js';
import { quoted } from './words.js';

/** A key with its span. If the key has no value, its name may still be incomplete. */
export interface Key extends Span {
  readonly name: string;
  readonly hasValue: boolean;
}

export interface NameProblems {
  readonly problems: readonly SpanProblem[];
  /** The properties, in order, that JSON parsers ignore because their names are repeated below. */
  readonly ignored: readonly Span[];
}

/** @param keys the keys of one object, in order @param shape undefined if the schema does not describe the object */
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
        const related = [{ start: last.start, end: last.end, message: t('This value is used.') }];
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

/** The maximum number of repeated names, and of unknown names, that are reported per object. */
const MAX_NAMES = 1_000;

function unknownIn(shape: Shape, present: ReadonlyMap<string, unknown>, name: string): ReturnType<typeof unknownName> {
  // A property of `content` is often put into the body, because the service's own pages show only the content.
  const content = propertyNamed(shape, 'content')?.shape;
  if (content !== undefined && propertyNamed(content, name) !== undefined)
    return {
      message: t('Unknown property {0} in {1}: it belongs in {2}.', quoted(name), placeOf(shape), quoted('content')),
    };
  const missing = shape.properties.map(({ key }) => key).filter((key) => !present.has(key));
  return unknownName(name, placeOf(shape), missing);
}

/** FeatureProbe's server ignores an unknown name: a serve without `select` and `split` then serves nothing. */
function inServe(
  { definition, key }: Shape,
  present: ReadonlyMap<string, unknown>,
  message: string,
): Finding['consequence'] {
  if (definition !== 'serve' || present.has('select') || present.has('split')) return undefined;
  const code = codeOfNothing(key);
  // A default that serves nothing matters only if the toggle is enabled, which is unknown here.
  return code === 'toggle-vanishes' ? onceEnabled(message) : featureProbeConsequence(code, message);
}

/** @param where the name of the place, for use within a sentence @param known the names that may have been meant */
export function unknownName(name: string, where: string, known: readonly string[]): Pick<Finding, 'message' | 'fixes'> {
  const closest = closestOf(name, known);
  if (closest === undefined)
    return { message: t('Unknown property {0} in {1}.', quoted(name), where), fixes: [{ kind: 'remove-property' }] };
  return {
    message: t('Unknown property {0} in {1}. Did you mean {2}?', quoted(name), where, quoted(closest)),
    fixes: [{ kind: 'rename-key', key: closest }, { kind: 'remove-property' }],
  };
}
