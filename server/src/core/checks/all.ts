/** Written by `npm run generate`: every check of this folder. */
import type { FileCheck, ObjectCheck } from './check.js';
import { between } from './between.js';
import { conditionWords } from './conditionWords.js';
import { duplicateRules, duplicateVariations } from './duplicates.js';
import { ruleNames, variationNames, emptySubject, emptyObject, emptySegmentKey } from './emptyTexts.js';
import { forbiddenPredicate } from './forbiddenPredicate.js';
import { invalidObject } from './invalidObject.js';
import { listedAttribute } from './listedAttributes.js';
import { missingOwner } from './missingOwner.js';
import { ruleParts, conditionParts, prerequisiteParts } from './missingParts.js';
import { missingTests } from './missingTests.js';
import { mixedValues } from './mixedValues.js';
import { noObjects } from './noObjects.js';
import { prerequisiteValue } from './prerequisiteValue.js';
import { prerequisites } from './prerequisites.js';
import { requiredComment, requiredRuleName, requiredDescription } from './requiredTexts.js';
import { ruleOrder } from './ruleOrder.js';
import { disputedObjects, disputedPrerequisites, disputedVariations } from './sdksDisagree.js';
import { selectOutOfRange } from './selectOutOfRange.js';
import { servesNothing } from './servesNothing.js';
import { split } from './split.js';
import { bodyTexts, variationTexts, prerequisiteTexts } from './textLimit.js';
import { toggleName } from './toggleName.js';
import { tooManyRules } from './tooManyRules.js';
import { unknownSegment } from './unknownSegment.js';
import {
  halvesInBody,
  halvesInRule,
  halvesInCondition,
  halvesInVariation,
  halvesInPrerequisite,
} from './unpairedSurrogate.js';
import { unusedVariation } from './unusedVariation.js';
import { valueMisfit } from './valueMisfit.js';

export const objectChecks: readonly ObjectCheck[] = [
  between,
  conditionWords,
  ruleNames,
  variationNames,
  emptySubject,
  emptyObject,
  emptySegmentKey,
  forbiddenPredicate,
  invalidObject,
  listedAttribute,
  ruleParts,
  conditionParts,
  prerequisiteParts,
  noObjects,
  prerequisiteValue,
  requiredComment,
  requiredRuleName,
  requiredDescription,
  disputedObjects,
  selectOutOfRange,
  servesNothing,
  split,
  bodyTexts,
  variationTexts,
  prerequisiteTexts,
  toggleName,
  unknownSegment,
  halvesInBody,
  halvesInRule,
  halvesInCondition,
  halvesInVariation,
  halvesInPrerequisite,
];

export const fileChecks: readonly FileCheck[] = [
  duplicateRules,
  duplicateVariations,
  missingOwner,
  missingTests,
  mixedValues,
  prerequisites,
  ruleOrder,
  disputedPrerequisites,
  disputedVariations,
  tooManyRules,
  unusedVariation,
  valueMisfit,
];
