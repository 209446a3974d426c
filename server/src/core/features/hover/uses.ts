/** Describes a variation, and lists everything in the file that serves it. */
import { t } from '../../t.js';
import type { Serve, Targeting, Variation } from '../../targeting/model.js';
import { percent, reachOf } from '../../targeting/values/shares.js';
import { scalarText } from '../variations.js';
import { bullets, escapeMarkdown, inlineCode } from './markdown.js';
import { titleOfRule } from './rule.js';

/** @param isWhole whether the file is valid JSON; otherwise serves may be missing */
export function usesInWords(variation: Variation, targeting: Targeting, isWhole: boolean): string[] {
  const value = scalarText(variation.node, 'value');
  const what = [
    ...(value === undefined ? [] : [inlineCode(value, 200)]),
    ...[escapeMarkdown(variation.description ?? '')].filter((text) => text !== ''),
  ].join(' — ');
  const uses = usesOf(variation.index, targeting);
  if (uses.length > 0) return [what, t('Served by:'), bullets(uses, (use) => use())];
  return isWhole ? [what, t('Nothing in this file serves this variation.')] : [what];
}

/** Returns the text for a use. The text is computed only if it is shown, because there may be thousands of uses. */
type Use = () => string;

function usesOf(index: number, { rules, defaultServe, disabledServe }: Targeting): readonly Use[] {
  const use = (serve: Serve | undefined, name: () => string): Use[] => {
    const share = serve && shareOf(index, serve);
    if (share === undefined) return [];
    return [() => (share === 'all' ? name() : t('{0}: {1}', name(), percent(share)))];
  };
  return [
    ...rules.flatMap((rule) => use(rule.serve, () => titleOfRule(rule))),
    ...use(defaultServe, () => t('Default, when no rule matches')),
    ...use(disabledServe, () => t('While the toggle is disabled')),
  ];
}

/** The share of users who actually get the variation: 'all' for `select`; undefined if no user gets it. */
function shareOf(index: number, { select, shares }: Serve): 'all' | number | undefined {
  if (select?.index === index) return 'all';
  const share = reachOf(shares, index) ?? shares[index] ?? 0;
  return share > 0 ? share : undefined;
}
