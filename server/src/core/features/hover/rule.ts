/** Describes a rule in plain words: its serve and its conditions. */
import { t } from '../../t.js';
import { child, listNamed } from '../../json/queries.js';
import { sentencesOf } from '../../targeting/joined.js';
import type { Rule, Targeting } from '../../targeting/model.js';
import { conditionInWords } from './condition.js';
import { bullets, titled } from './markdown.js';
import { served } from './serveHover.js';

/** The title of a rule with its number. Numbers start at 1, because the file does not refer to rules by index. */
export function titleOfRule({ index, name }: Rule): string {
  return titled(t('Rule {0}', index + 1), name);
}

/** @param isWhole whether the file is valid JSON; otherwise conditions may still be missing */
export function ruleInWords(rule: Rule, { rules, variations }: Targeting, isWhole: boolean): string[] {
  const what = served(rule.serve, variations);
  const conditions = listNamed(rule.node, 'conditions')?.items;
  if (isWhole && (child(rule.node, 'conditions') === undefined || conditions?.length === 0)) {
    const everybody = t('Serves {0} to everyone who reaches it: it has no conditions.', what);
    const isLast = rule.index === rules.length - 1;
    return [isLast ? everybody : sentencesOf([everybody, t('The rules after it are never reached.')])];
  }
  if (conditions === undefined || conditions.length < 2)
    return [t('Serves {0} when {1}.', what, conditionInWords(conditions?.[0]))];
  return [t('Serves {0} when all of these hold:', what), bullets(conditions, conditionInWords)];
}
