/** What a condition looks at, and why it does not hold, in a few words: `lacks "city"`, `2.3.9 is below 2.4.0`. */
import { t } from '@vscode/l10n';
import type { ExplainedPart } from '../../evaluation/explain.js';
import { oneLine } from '../variations.js';

export function looksAt({ condition, attribute }: ExplainedPart, state: 'holds' | 'fails' | 'depends'): string {
  const { type, subject, predicate, objects } = condition;
  if (type === 'segment') return state === 'depends' ? t('nobody knows who is in it') : '';
  if (type === '') return t('it is not complete yet');
  if (attribute === undefined) {
    if (type !== 'datetime') return t('lacks {0}', JSON.stringify(oneLine(subject)));
    return t('lacks {0}: the present counts', JSON.stringify(oneLine(subject)));
  }
  const value = type === 'string' ? JSON.stringify(oneLine(attribute)) : oneLine(attribute);
  if (state === 'depends') return t('{0}: SDKs read the expression differently', value);
  if (state === 'holds' || type === 'string' || objects.length !== 1) return value;
  const relation = opposite[predicate]?.(value, oneLine(objects[0] ?? ''));
  return relation ?? value;
}

const opposite: Readonly<Record<string, (value: string, object: string) => string>> = {
  '>': (value, object) => t('{0} is not above {1}', value, object),
  '>=': (value, object) => t('{0} is below {1}', value, object),
  '<': (value, object) => t('{0} is not below {1}', value, object),
  '<=': (value, object) => t('{0} is above {1}', value, object),
  '=': (value, object) => t('{0} is not {1}', value, object),
  '!=': (value, object) => t('{0} is {1}', value, object),
};
