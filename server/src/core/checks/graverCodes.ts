/**
 * What FeatureProbe's server makes of a null, a number or a boolean where something else belongs (evaluation.md 1.1 to 1.4).
 * That it is a mistake at all, wrongType.ts says.
 */
import { codeOfRightObjects, codeWithoutObjects } from './conditions/betweenParts.js';
import type { PlainObject } from './check.js';
import type { ProductionCode } from './codes.js';
import { codeWithoutPart } from './conditions/missingParts.js';
import { codeOfNothing } from './serves/servesNothing.js';
import type { Shape } from './shape.js';

/** The object whose property is null, or has a null in its list. */
export interface Around {
  readonly object: PlainObject;
  readonly shape: Shape;
}

/**
 * @param around undefined where it is not known
 * @returns undefined where it does no harm, or where it is not known what it does
 */
export function codeOfNull(
  { key = '', isItem, definition }: Shape,
  around: Around | undefined,
): ProductionCode | undefined {
  // A rule, a condition, a variation, a prerequisite.
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
      // A segment of no name is refused in so many words.
      return object['type'] === 'segment' ? undefined : codeWithoutObjects(object);
    case 'condition.rightObjects':
    case 'condition.rightObjects[]':
      return isBetween ? codeOfRightObjects(object) : undefined;
    case 'serve.select':
    case 'serve.split':
      // The default of a disabled toggle does no harm, and whether it is disabled is not known here.
      return shape.key === 'defaultServe' || serves(object) ? undefined : codeOfNothing(shape.key);
    default:
      return isItem ? undefined : codeWithoutPart(shape.definition, key, object);
  }
}

/** Of a number or boolean: in these places it becomes a word that the server does not know, which is as if there were none. */
export function codeOfBareWord(shape: Shape, around: Around | undefined): ProductionCode | undefined {
  const { key = '' } = shape;
  if (around === undefined || !isWord(shape)) return undefined;
  return codeWithoutPart(around.shape.definition, key, around.object);
}

/** Whether the server knows some words alone here. */
export function isWord({ key }: Shape): boolean {
  return key === 'type' || key === 'predicate';
}

function serves({ select = null, split }: PlainObject): boolean {
  return select !== null || (Array.isArray(split) && split.length > 0);
}
