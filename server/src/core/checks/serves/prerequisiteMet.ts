/** Whether what another toggle serves is what a prerequisite requires: by the rules, and for SDKs. */
import { t } from '@vscode/l10n';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { all, none, official } from '../../evaluation/sdks/sdks.js';
import { isReturnType, metBy } from '../../evaluation/values/values.js';
import type { OtherToggles } from '../../targeting/otherToggles.js';
import { isBooleanValue } from '../../targeting/values/returnValues.js';
import type { PlainObject } from '../check.js';
import { namesOf } from '../conditions/sdkWords.js';
import { quoted } from '../words.js';

/** Of longer values, only the same text is the same. */
const MAX_COMPARED_LENGTH = 1_024;
/** Of a toggle's values, so many are compared with those of a prerequisite. */
const MAX_VALUES = 100;

/** By the rules, where the toggle is of the type that the prerequisite says. That any other text is the boolean false, nobody means. */
export function isMet(served: string, required: string, type: unknown): boolean {
  if (served === required) return true;
  if (type === 'boolean' && !isBooleanValue(required)) return false;
  return ((whoSees(served, required, type) ?? none) & official) !== none;
}

/** Undefined where all do as the rules say, where that is not known, and where the rules are never met: that is said elsewhere. */
export function disagreeingAbout(
  { key, value, type }: PlainObject,
  others: OtherToggles | undefined,
): string | undefined {
  // Texts and booleans are the same to all, or to none.
  if (typeof value !== 'string' || typeof key !== 'string' || (type !== 'number' && type !== 'json')) return undefined;
  const served = others?.named(key)?.values?.slice(0, MAX_VALUES) ?? [value];
  if (!served.some((each) => isMet(each, value, type))) return undefined;
  const words = served.flatMap((each) => {
    const met = whoSees(each, value, type);
    if (met === undefined) return [];
    const isMetByRules = (met & official) !== none;
    const others = isMetByRules ? all & ~met : met;
    if (others === none) return [];
    return isMetByRules
      ? t('{0} does not meet it for {1}', quoted(each), namesOf(others))
      : t('{0} meets it for {1}', quoted(each), namesOf(others));
  });
  return words.length === 0 ? undefined : t('SDKs disagree about {0}: {1}.', quoted(value), words.join('; '));
}

/** Undefined where one of the values does not reach SDKs. */
function whoSees(served: string, required: string, type: unknown): Evaluators | undefined {
  if (typeof type !== 'string' || !isReturnType(type)) return undefined;
  return Math.max(served.length, required.length) <= MAX_COMPARED_LENGTH ? metBy(served, required, type) : undefined;
}
