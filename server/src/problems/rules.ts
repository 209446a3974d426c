/** All rules; each is a file of its own. */
import { between } from './between.js';
import { conditionWords } from './conditionWords.js';
import { duplicateRules, duplicateVariations } from './duplicates.js';
import { invalidObject } from './invalidObject.js';
import { conditionParts, ruleParts } from './missingParts.js';
import { mixedValues } from './mixedValues.js';
import { noObjects } from './noObjects.js';
import { prerequisiteParts } from './prerequisiteParts.js';
import { prerequisites } from './prerequisites.js';
import type { FileRule, ObjectRule, RuleOrderRule, WholeRule } from './rule.js';
import { ruleOrder } from './ruleOrder.js';
import { selectOutOfRange } from './selectOutOfRange.js';
import { servesNothing } from './servesNothing.js';
import { split } from './split.js';
import { unknownSegment } from './unknownSegment.js';
import { unusedVariation } from './unusedVariation.js';
import { valueMisfit } from './valueMisfit.js';

export const objectRules: readonly ObjectRule[] = [
  ruleParts,
  conditionParts,
  conditionWords,
  noObjects,
  invalidObject,
  between,
  prerequisiteParts,
];
export const fileRules: readonly FileRule[] = [selectOutOfRange, split, servesNothing, unknownSegment];
export const ruleOrderRules: readonly RuleOrderRule[] = [ruleOrder, duplicateRules];
export const wholeRules: readonly WholeRule[] = [
  duplicateVariations,
  unusedVariation,
  mixedValues,
  valueMisfit,
  prerequisites,
];
