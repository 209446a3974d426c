/**
 * unknown-type and unknown-predicate: words that the open-source service's SDKs do not know. The service takes them, another
 * one may know more; with an SDK that does not, the condition is silently false, its negation too (service.md B).
 */
import { conditionTypes, predicates } from '../targeting/predicates.js';
import { codeOfBetween, isAnyPredicate } from './betweenParts.js';
import { inProduction, messages } from './catalogue.js';
import type { Fix } from './problem.js';
import { closestOf } from './propertyNames.js';
import { nothing, objectCheck } from './check.js';

export const conditionWords = objectCheck({
  looksAt: 'condition',
  find: (condition) => {
    const { type, predicate } = condition;
    if (typeof type !== 'string') return nothing;
    const known = Object.hasOwn(predicates, type) ? predicates[type] : undefined;
    if (known === undefined) {
      const closest = closestOf(type, conditionTypes);
      const message = messages.unknownType(type, closest, conditionTypes);
      const inFeatureProbe = inProduction('freezes-environment', message);
      return [{ code: 'unknown-type', path: ['type'], message, inFeatureProbe, fixes: replacement(closest) }];
    }
    if (typeof predicate !== 'string' || known.includes(predicate)) return nothing;
    const closest = closestOf(predicate, known) ?? symbols[predicate.trim().toLowerCase()];
    const fitting = closest !== undefined && known.includes(closest) ? closest : undefined;
    const message = messages.unknownPredicate(predicate, type, fitting, known);
    const breaking = predicate === 'between' ? codeOfBetween(condition) : freezing(predicate);
    const inFeatureProbe = breaking && inProduction(breaking, message);
    return [{ code: 'unknown-predicate', path: ['predicate'], message, inFeatureProbe, fixes: replacement(fitting) }];
  },
});

/** That of another type is read, and never holds. */
function freezing(predicate: string): 'freezes-environment' | undefined {
  return isAnyPredicate(predicate) ? undefined : 'freezes-environment';
}

export function replacement(word: string | undefined): Fix[] {
  return word === undefined ? [] : [{ kind: 'replace-value', json: JSON.stringify(word) }];
}

/** What people write for it who know other languages. */
const symbols: Readonly<Record<string, string>> = {
  '==': '=',
  '===': '=',
  equals: '=',
  '<>': '!=',
  '!==': '!=',
  '≠': '!=',
  '=>': '>=',
  '≥': '>=',
  '=<': '<=',
  '≤': '<=',
  in: 'is one of',
  'not in': 'is not any of',
  is: 'is one of',
  regex: 'matches regex',
};
