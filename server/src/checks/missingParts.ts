/**
 * toggle-vanishes, freezes-environment and service-limit of rules and conditions that lack a part which FeatureProbe's server
 * needs (evaluation.md 1.2 to 1.4). The bounds of a `between` are between.ts's, what a null does wrongValue.ts's.
 */
import { t } from '@vscode/l10n';
import { codeWithoutObjects, lacks } from './betweenParts.js';
import { inProduction } from './production.js';
import { listed } from './words.js';
import type { Fix } from './problem.js';
import type { Plain, ObjectFinding } from './check.js';
import { nothing, objectCheck } from './check.js';

export const ruleParts = objectCheck({
  looksAt: 'rule',
  find: (rule) => {
    const missing = ['serve', 'conditions'].filter((key) => lacks(rule, key));
    if (missing.length === 0) return nothing;
    // Without conditions it does not get as far as vanishing.
    const code = missing.includes('conditions') ? 'service-limit' : 'toggle-vanishes';
    const fixes: Fix[] = code === 'toggle-vanishes' ? [{ kind: 'add-serve' }] : [];
    const at = atFirstOf(rule, ['name', 'conditions', 'serve']);
    return [{ ...inProduction(code, t('A rule needs {0}.', listed(missing))), ...at, fixes }];
  },
});

export const conditionParts = objectCheck({
  looksAt: 'condition',
  find: (condition) => {
    // Of a `between`, other problems say that they are missing.
    const isBetween = typeof condition['type'] === 'string' && condition['predicate'] === 'between';
    const needed = isBetween ? ['type', 'predicate'] : ['type', 'predicate', 'objects'];
    const missing = needed.filter((key) => lacks(condition, key));
    if (missing.length === 0) return nothing;
    const code = missing.includes('objects') ? codeWithoutObjects(condition) : 'freezes-environment';
    const at = atFirstOf(condition, ['predicate', 'type', 'subject', 'objects']);
    return [{ ...inProduction(code, t('A condition needs {0}.', listed(missing))), ...at }];
  },
});

/** Marks one of the keys that are there, as the missing one has no place; the whole object when it is empty. */
export function atFirstOf(object: Plain, keys: readonly string[]): Pick<ObjectFinding, 'path' | 'atKey'> {
  const key = keys.find((each) => Object.hasOwn(object, each));
  return key === undefined ? { path: [] } : { path: [key], atKey: true };
}
