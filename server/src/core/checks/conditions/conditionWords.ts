/**
 * # unknown-type (information)
 * SDKs of the open-source service do not know this type of condition. Another service may know it.
 * Not reported: a known type that does not suit the attribute; only the rule `attributes` finds that.
 *
 * Fix: change to the closest known type.
 *
 * # unknown-predicate (information)
 * The condition's type has no such predicate. The condition is silently false with an SDK that does not know it.
 * Not reported: predicates of an unknown type, and a bound of `between` with a predicate of another type.
 *
 * Fix: change to the closest known predicate.
 * ---
 * If an SDK does not know the predicate, the negation of the condition is silently false, too (service.md B).
 */
import { byWord } from '../../json/plain.js';
import { t } from '../../t.js';
import { conditionTypes, predicates } from '../../targeting/values/predicates.js';
import { codeOfBetween, isAnyPredicate } from './betweenParts.js';
import { featureProbeConsequence } from '../serves/production.js';
import { listed, quoted } from '../words.js';
import { closestOf, replacement } from '../closest.js';
import type { ObjectFinding } from '../check.js';
import { noFindings, objectCheck } from '../check.js';

export const conditionWords = objectCheck({
  looksAt: 'condition',
  find: (condition) => {
    const { type, predicate } = condition;
    if (typeof type !== 'string') return noFindings;
    const known = predicates[type];
    if (known === undefined) {
      const closest = closestOf(type, conditionTypes);
      const message =
        closest === undefined
          ? t('Unknown condition type {0}. The known types are {1}.', quoted(type), listed(conditionTypes))
          : t('Unknown condition type {0}. Did you mean {1}?', quoted(type), quoted(closest));
      const consequence = featureProbeConsequence('freezes-environment', message);
      return [{ code: 'unknown-type', path: ['type'], message, consequence, fixes: replacement(closest, true) }];
    }
    if (typeof predicate !== 'string' || known.includes(predicate)) return noFindings;
    const fitting =
      closestOf(predicate, known) ?? symbols[predicate.trim().toLowerCase()]?.find((each) => known.includes(each));
    const said = noPredicate(predicate, type, known, fitting);
    const breaking = predicate === 'between' ? codeOfBetween(condition) : freezing(predicate);
    const consequence = breaking && featureProbeConsequence(breaking, said.message);
    return [{ code: 'unknown-predicate', path: ['predicate'], ...said, consequence }];
  },
});

export function noPredicate(
  word: string,
  type: string,
  known: readonly string[],
  closest: string | undefined,
): Pick<ObjectFinding, 'message' | 'fixes'> {
  const message =
    closest === undefined
      ? t('{0} is not a predicate of the type "{1}", which has {2}.', quoted(word), type, listed(known))
      : t('{0} is not a predicate of the type "{1}". Did you mean {2}?', quoted(word), type, quoted(closest));
  return { message, fixes: replacement(closest, true) };
}

/** The consequence of an unknown predicate. A predicate of another type has no consequence: the server can read it. */
function freezing(predicate: string): 'freezes-environment' | undefined {
  return isAnyPredicate(predicate) ? undefined : 'freezes-environment';
}

const [equal, unequal] = [
  ['=', 'is one of', 'is in'],
  ['!=', 'is not any of', 'is not in'],
];

/** Maps operators of programming languages and predicates of other types to the predicates that may be meant. */
const symbols = byWord<readonly string[]>({
  '=': equal,
  '==': equal,
  '===': equal,
  equals: equal,
  is: equal,
  in: equal,
  'is one of': equal,
  'is in': equal,
  '!=': unequal,
  '<>': unequal,
  '!==': unequal,
  '≠': unequal,
  'not in': unequal,
  'is not any of': unequal,
  'is not in': unequal,
  '=>': ['>='],
  '≥': ['>='],
  '=<': ['<='],
  '≤': ['<='],
  '>': ['after'],
  '<': ['before'],
  after: ['>'],
  before: ['<'],
  regex: ['matches regex'],
});
