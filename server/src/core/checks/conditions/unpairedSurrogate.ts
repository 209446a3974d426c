/**
 * # unpaired-surrogate (warning)
 * A text contains half of a character, such as `\ud83d` without its other half. FeatureProbe stores, serves and compares a
 * question mark instead, so the file always differs from the live version.
 * Not reported: an escape inside the JSON text of a variation's value.
 *
 * Fix: spell the whole character.
 * ---
 * See evaluation.md 1.1.
 */
import { t } from '../../t.js';
import { hasLoneSurrogates } from '../../json/read/halves.js';
import type { ObjectFinding, PlainObject } from '../check.js';
import { noFindings, objectCheck } from '../check.js';

export const halvesInBody = objectCheck({ looksAt: 'body', find: (body) => findings(body, ['comment']) });

export const halvesInRule = objectCheck({ looksAt: 'rule', find: (rule) => findings(rule, ['name']) });

export const halvesInCondition = objectCheck({
  looksAt: 'condition',
  find: (condition) => [
    ...findings(condition, ['subject']),
    ...findingsIn(condition, 'objects'),
    ...findingsIn(condition, 'rightObjects'),
  ],
});

export const halvesInVariation = objectCheck({
  looksAt: 'variation',
  find: (variation) => findings(variation, ['value', 'name', 'description']),
});

export const halvesInPrerequisite = objectCheck({
  looksAt: 'prerequisite',
  find: (prerequisite) => findings(prerequisite, ['key', 'value']),
});

function findings(object: PlainObject, keys: readonly string[]): readonly ObjectFinding[] {
  const broken = keys.filter((key) => hasLoneSurrogates(object[key]));
  return broken.length === 0 ? noFindings : broken.map((key) => finding([key]));
}

function findingsIn(condition: PlainObject, key: 'objects' | 'rightObjects'): readonly ObjectFinding[] {
  const objects = condition[key];
  if (!Array.isArray(objects)) return noFindings;
  return objects.flatMap((object, index) => (hasLoneSurrogates(object) ? [finding([key, index])] : []));
}

function finding(path: ObjectFinding['path']): ObjectFinding {
  const message = t('This text contains an unpaired surrogate: FeatureProbe replaces it with a question mark.');
  return { code: 'unpaired-surrogate', path, message };
}
