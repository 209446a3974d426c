/** All checks; each is a file of its own. */
import { between } from './between.js';
import type { FileCheck, ObjectCheck } from './check.js';
import { conditionWords } from './conditionWords.js';
import { duplicateRules, duplicateVariations } from './duplicates.js';
import { invalidObject } from './invalidObject.js';
import { conditionParts, ruleParts } from './missingParts.js';
import { mixedValues } from './mixedValues.js';
import { noObjects } from './noObjects.js';
import { prerequisiteParts } from './prerequisiteParts.js';
import { prerequisites } from './prerequisites.js';
import { ruleOrder } from './ruleOrder.js';
import { selectOutOfRange } from './selectOutOfRange.js';
import { servesNothing } from './servesNothing.js';
import { split } from './split.js';
import { unknownSegment } from './unknownSegment.js';
import { unusedVariation } from './unusedVariation.js';
import { valueMisfit } from './valueMisfit.js';

export const objectChecks: readonly ObjectCheck[] = [
  ruleParts,
  conditionParts,
  conditionWords,
  noObjects,
  invalidObject,
  between,
  prerequisiteParts,
  selectOutOfRange,
  split,
  servesNothing,
  unknownSegment,
];

export const fileChecks: readonly FileCheck[] = [
  ruleOrder,
  duplicateRules,
  duplicateVariations,
  unusedVariation,
  mixedValues,
  valueMisfit,
  prerequisites,
];
