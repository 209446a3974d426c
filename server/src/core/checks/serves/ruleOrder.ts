/**
 * # unconditional-rule (warning)
 * A rule without conditions matches everyone, so the rules below it are never tried.
 * Not reported: rules that match everyone only together; `shadowed-rule` reports the rules below these.
 *
 * Fix: move it to the end, if no other rule without conditions is below it, or give it conditions.
 */
import { t } from '../../t.js';
import { fileCheck } from '../check.js';
import type { Fix } from '../problem.js';

export const ruleOrder = fileCheck({
  reads: ['ruleNames', 'unconditionalRules'],
  find: ({ ruleNames, unconditionalRules: [first, ...others] }) => {
    const dead = ruleNames.length - (first?.rule ?? 0) - 1;
    if (first === undefined || dead === 0) return [];
    const message =
      dead === 1
        ? t('A rule without conditions matches everyone: the rule below it is never tried.')
        : t('A rule without conditions matches everyone: the {0} rules below it are never tried.', dead);
    // If there is another rule without conditions below this rule, moving this rule to the end does not help.
    const fixes: readonly Fix[] = others.length === 0 ? [{ kind: 'move-rule-to-end' }] : [];
    const claim = { code: 'unconditional-rule', rule: first.rule } as const;
    return [{ code: claim.code, rule: first.rule, path: [first.property], atKey: true, message, fixes, claim }];
  },
});
