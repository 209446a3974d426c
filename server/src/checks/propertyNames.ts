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
import { distance } from 'fastest-levenshtein';
import { inProduction, onceEnabled } from './production.js';
import { quoted } from './words.js';
import type { Finding } from './problem.js';
import { codeOfNothing } from './servesNothing.js';
import type { Shape } from './shape.js';
import { placeOf } from './shape.js';

/** What is found of the property at an index; of one that is ignored, the index of the one that is read instead. */
export interface NameFinding {
  readonly index: number;
  readonly finding: Finding;
  readonly readInstead?: number;
}

/** A name, and whether a value stands behind it: while there is none, the name may be half typed. */
export interface PropertyName {
  readonly name: string;
  readonly hasValue: boolean;
}

/** Said at the property that is read. */
export function isRead(): string {
  return t('This one is read.');
}

/** @param shape undefined where the schema says nothing */
export function nameFindings(names: readonly PropertyName[], shape: Shape | undefined): NameFinding[] {
  const read = new Map(names.map(({ name }, index) => [name, index]));
  let unknown: ((name: string) => Finding) | undefined;
  let left = most;
  return names.flatMap(({ name, hasValue }, index): NameFinding[] => {
    const readInstead = read.get(name) ?? index;
    if (readInstead !== index) {
      const message = t('{0} stands again below: this value is ignored.', quoted(name));
      return [{ index, readInstead, finding: { code: 'duplicate-key', message } }];
    }
    if (!hasValue || shape?.closed !== true || shape.properties.some(({ key }) => key === name)) return [];
    if (left === 0) return [];
    left -= 1;
    const isFirst = unknown === undefined;
    unknown ??= unknownIn(shape, read);
    const finding = unknown(name);
    return [{ index, finding: isFirst ? { ...finding, inFeatureProbe: inServeOf(shape, read, finding) } : finding }];
  });
}

/** What it does in FeatureProbe's server, which does not read the name, when a serve has no other: nothing is served. */
function inServeOf(
  { definition, key }: Shape,
  present: ReadonlyMap<string, unknown>,
  { message }: Finding,
): Finding['inFeatureProbe'] {
  const isServe = definition === 'serve' && !present.has('select') && !present.has('split');
  if (!isServe) return undefined;
  const code = codeOfNothing(key);
  // The default of a disabled toggle does no harm, and whether it is disabled is not known here.
  return code === 'toggle-vanishes' ? onceEnabled(message) : inProduction(code, message);
}

/** Of one object: what is unknown a thousand times, nobody reads more of. */
const most = 1_000;

/** What is said of an unknown name in an object; whatever is the same for all of them is found once. */
function unknownIn(shape: Shape, present: ReadonlyMap<string, unknown>): (name: string) => Finding {
  const { properties } = shape;
  // Only the body and its content can be mixed up: the service's own pages show the content alone.
  const content = properties.find(({ key }) => key === 'content')?.shape.properties ?? [];
  const missing = properties.map(({ key }) => key).filter((key) => !present.has(key));
  const where = placeOf(shape);
  return (name) =>
    content.some(({ key }) => key === name)
      ? {
          code: 'unknown-property',
          message: t('{0} is not known in the body: it belongs into "content".', quoted(name)),
        }
      : { code: 'unknown-property', ...unknownName(name, where, missing) };
}

/**
 * @param where as it stands within a sentence
 * @param known the names that may have been meant
 */
export function unknownName(name: string, where: string, known: readonly string[]): Pick<Finding, 'message' | 'fixes'> {
  const closest = closestOf(name, known);
  return {
    message:
      closest === undefined
        ? t('{0} is not known in {1}.', quoted(name), where)
        : t('{0} is not known in {1}. Did you mean {2}?', quoted(name), where, quoted(closest)),
    fixes: [
      ...(closest === undefined ? [] : [{ kind: 'rename-key', key: closest } as const]),
      { kind: 'remove-property' },
    ],
  };
}

/** The known word that was probably meant: the same but for case, or at most a third of it mistyped. */
export function closestOf(key: string, known: readonly string[]): string | undefined {
  const typed = key.slice(0, 100).toLowerCase();
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    const most = Math.floor(candidate.length / 3);
    // A name that is much longer or shorter need not be looked at.
    if (Math.abs(candidate.length - typed.length) > most) continue;
    const cost = distance(typed, candidate.toLowerCase());
    if (cost <= most && cost < least) [best, least] = [candidate, cost];
  }
  return best;
}
