/**
 * What FeatureProbe's server makes of a null, a number or a boolean where something else belongs (evaluation.md 1.1 to 1.4).
 * That it is a mistake at all, valueType.ts says.
 */
import { codeOfRightObjects, codeWithoutObjects } from './betweenParts.js';
import type { ProductionCode } from './codes.js';
import type { Plain } from './check.js';
import { codeOfNothing } from './servesNothing.js';
import type { Shape } from './shape.js';

/** The object whose property is null, or has a null in its list. */
export interface Around {
  readonly object: Plain;
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
  const place = `${shape.definition ?? ''}.${key}${isItem ? '[]' : ''}`;
  const isBetween = object['predicate'] === 'between';
  switch (place) {
    case 'rule.conditions':
    case 'prerequisite.key':
    case 'prerequisite.value':
      return 'service-limit';
    case 'rule.serve':
    case 'serve.split[]':
    case 'prerequisite.type':
      return 'toggle-vanishes';
    case 'condition.type':
    case 'condition.predicate':
      return 'freezes-environment';
    case 'condition.leftPredicate':
    case 'condition.rightPredicate':
      return isBetween ? 'freezes-environment' : undefined;
    case 'condition.objects':
      return codeWithoutObjects(object);
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
      return undefined;
  }
}

/** Of a number or boolean: in those places it becomes a word that the server does not know. */
export function codeOfBareWord({ key = '' }: Shape, around: Around | undefined): ProductionCode | undefined {
  switch (`${around?.shape.definition ?? ''}.${key}`) {
    case 'condition.type':
    case 'condition.predicate':
      return 'freezes-environment';
    case 'prerequisite.type':
      return 'toggle-vanishes';
    default:
      return undefined;
  }
}

function serves({ select = null, split }: Plain): boolean {
  return select !== null || (Array.isArray(split) && split.length > 0);
}
