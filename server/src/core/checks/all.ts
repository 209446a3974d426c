/** Written by `npm run generate`: every check of this folder and those in it. */
import type { FileCheck, ObjectCheck } from './check.js';
import { between } from './conditions/between.js';
import { conditionWords } from './conditions/conditionWords.js';
import { duplicateRules, duplicateVariations } from './conditions/duplicates.js';
import { ruleNames, variationNames, emptySubject, emptyObject, emptySegmentKey } from './conditions/emptyTexts.js';
import { forbiddenPredicate } from './organization/forbiddenPredicate.js';
import { invalidObject } from './conditions/invalidObject.js';
import { listedAttribute } from './organization/listedAttributes.js';
import { missingOwner } from './organization/missingOwner.js';
import { ruleParts, conditionParts, prerequisiteParts } from './conditions/missingParts.js';
import { missingTests } from './organization/missingTests.js';
import { mixedValues } from './serves/mixedValues.js';
import { noObjects } from './conditions/noObjects.js';
import { prerequisiteValue } from './serves/prerequisiteValue.js';
import { prerequisites } from './serves/prerequisites.js';
import { requiredComment, requiredRuleName, requiredDescription } from './organization/requiredTexts.js';
import { ruleOrder } from './serves/ruleOrder.js';
import { disputedObjects, disputedPrerequisites, disputedVariations } from './conditions/sdksDisagree.js';
import { selectOutOfRange } from './serves/selectOutOfRange.js';
import { servesNothing } from './serves/servesNothing.js';
import { split } from './serves/split.js';
import { bodyTexts, variationTexts, prerequisiteTexts } from './conditions/textLimit.js';
import { toggleName } from './organization/toggleName.js';
import { tooManyRules } from './organization/tooManyRules.js';
import { unknownSegment } from './conditions/unknownSegment.js';
import {
  halvesInBody,
  halvesInRule,
  halvesInCondition,
  halvesInVariation,
  halvesInPrerequisite,
} from './conditions/unpairedSurrogate.js';
import { unusedVariation } from './serves/unusedVariation.js';
import { valueMisfit } from './serves/valueMisfit.js';

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
