/** Consequences of a misplaced null, number or boolean for FeatureProbe's server (evaluation.md 1.1 to 1.4). */
import { codeOfRightObjects, codeWithoutObjects } from './conditions/betweenParts.js';
import type { PlainObject } from './check.js';
import type { ProductionCode } from './codes.js';
import { codeWithoutPart } from './conditions/missingParts.js';
import { codeOfNothing } from './serves/servesNothing.js';
import type { Shape } from './shape.js';

/** The object that contains the misplaced value, directly or in a list. */
export interface CodeContext {
  readonly object: PlainObject;
  readonly shape: Shape;
}

/** @param around the enclosing object, if known @returns undefined if the null has no effect or an unknown effect */
export function codeOfNull(
  { key = '', isItem, definition }: Shape,
  around: CodeContext | undefined,
): ProductionCode | undefined {
  // The null replaces a rule, condition, variation or prerequisite.
  if (isItem && definition !== undefined) return 'service-limit';
  if (around === undefined) return undefined;
  const { object, shape } = around;
  const isBetween = object['predicate'] === 'between';
  switch (`${shape.definition ?? ''}.${key}${isItem ? '[]' : ''}`) {
    case 'serve.split[]':
      return 'toggle-vanishes';
    case 'condition.leftPredicate':
    case 'condition.rightPredicate':
      return isBetween ? 'freezes-environment' : undefined;
    case 'condition.objects[]':
      // A null segment is not reported here, because the service refuses it with a clear message.
      return object['type'] === 'segment' ? undefined : codeWithoutObjects(object);
    case 'condition.rightObjects':
    case 'condition.rightObjects[]':
      return isBetween ? codeOfRightObjects(object) : undefined;
    case 'serve.select':
    case 'serve.split':
      // A default that serves nothing matters only if the toggle is enabled, which is unknown here.
      return shape.key === 'defaultServe' || serves(object) ? undefined : codeOfNothing(shape.key);
    default:
      return isItem ? undefined : codeWithoutPart(shape.definition, key, object);
  }
}

/** The consequence of a number or boolean instead of a known word: the server treats the property as missing. */
export function codeOfBareWord(shape: Shape, around: CodeContext | undefined): ProductionCode | undefined {
  const { key = '' } = shape;
  if (around === undefined || !isWord(shape)) return undefined;
  return codeWithoutPart(around.shape.definition, key, around.object);
}

/** Whether the server accepts only certain words for the value. */
export function isWord({ key }: Shape): boolean {
  return key === 'type' || key === 'predicate';
}

function serves({ select = null, split }: PlainObject): boolean {
  return select !== null || (Array.isArray(split) && split.length > 0);
}
