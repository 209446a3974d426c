/** Decides whether another toggle serves the value that a prerequisite requires, according to the rules and in SDKs. */
import { t } from '../../t.js';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { none, official } from '../../evaluation/sdks/sdks.js';
import { isReturnType, metBy } from '../../evaluation/values/values.js';
import type { OtherToggles } from '../../targeting/otherToggles.js';
import { isBooleanValue } from '../../targeting/values/returnValues.js';
import type { PlainObject } from '../check.js';
import { namesOf } from '../conditions/sdkWords.js';
import { quoted } from '../words.js';
import { clausesOf } from '../../targeting/joined.js';

/** The maximum length of values to compare by type, in UTF-16 units. Longer values are compared as text. */
const MAX_COMPARED_LENGTH = 1_024;
/** The maximum number of values of a toggle that are compared with one prerequisite. */
const MAX_VALUES = 100;

/** Whether the value meets the prerequisite by the rules. Only an equal text meets an invalid required boolean. */
export function isMet(served: string, required: string, type: unknown): boolean {
  if (served === required) return true;
  if (type === 'boolean' && !isBooleanValue(required)) return false;
  return ((evaluatorsMet(served, required, type) ?? none) & official) !== none;
}

/** @returns how SDKs disagree; undefined if they agree, if that is unknown, or if no value meets the prerequisite */
export function disagreementWords(
  { key, value, type }: PlainObject,
  others: OtherToggles | undefined,
  sdks: Evaluators,
): string | undefined {
  // All SDKs compare texts and booleans alike.
  if (typeof value !== 'string' || typeof key !== 'string' || (type !== 'number' && type !== 'json')) return undefined;
  const served = others?.named(key)?.values?.slice(0, MAX_VALUES) ?? [value];
  if (!served.some((each) => isMet(each, value, type))) return undefined;
  const words = served.flatMap((each) => {
    const met = evaluatorsMet(each, value, type);
    if (met === undefined) return [];
    const isMetByRules = (met & official) !== none;
    const others = sdks & (isMetByRules ? ~met : met);
    if (others === none) return [];
    return isMetByRules
      ? t('{0} does not meet it for {1}', quoted(each), namesOf(others))
      : t('{0} meets it for {1}', quoted(each), namesOf(others));
  });
  return words.length === 0 ? undefined : t('SDKs disagree about {0}: {1}.', quoted(value), clausesOf(words));
}

/** @returns the evaluators that find the prerequisite met; undefined if a value does not reach SDKs, or is too long */
function evaluatorsMet(served: string, required: string, type: unknown): Evaluators | undefined {
  if (typeof type !== 'string' || !isReturnType(type)) return undefined;
  return Math.max(served.length, required.length) <= MAX_COMPARED_LENGTH ? metBy(served, required, type) : undefined;
}
