/**
 * # unconditional-rule (warning)
 * A rule without conditions matches everybody, so the rules below it are never tried.
 *
 * Fix: move it to the end, where no other rule without conditions is below it, or give it conditions.
 */
import { t } from '@vscode/l10n';
import { fileCheck } from './check.js';
import type { Fix } from './problem.js';

export const ruleOrder = fileCheck({
  reads: ['rules'],
  find: ({ rules }) => {
    const index = rules.findIndex(({ unconditional }) => unconditional !== undefined);
    const dead = rules.length - index - 1;
    if (index === -1 || dead === 0) return [];
    const message =
      dead === 1
        ? t('A rule without conditions matches everybody: the rule below it is never tried.')
        : t('A rule without conditions matches everybody: the {0} rules below it are never tried.', dead);
    const path = [rules[index]?.unconditional ?? 'conditions'];
    // Behind another one that matches everybody, it would never be tried.
    const isOnlyOne = rules.every(({ unconditional }, other) => other <= index || unconditional === undefined);
    const fixes: readonly Fix[] = isOnlyOne ? [{ kind: 'move-rule-to-end' }] : [];
    return [{ code: 'unconditional-rule', rule: index, path, atKey: true, message, fixes }];
  },
});
