/** textDocument/hover of a rule: an example of a user for whom the rule decides, and when the rule begins or ends. */
import { t } from '../../t.js';
import { Budget, STEPS_WHILE_TYPING } from '../../budget.js';
import { Analysis } from '../../analysis/analysis.js';
import { placeAt } from '../../json/queries.js';
import { inlineCode } from '../../features/hover/markdown.js';
import type { OpenDocument } from '../../features/openDocument.js';
import type { Evaluated } from '../evaluated.js';
import { witnessInWords } from '../impact/impactWords.js';
import { timeInWords } from '../ruleTimes.js';

/** Maximum length of the example in characters. */
const MAX_EXAMPLE_LENGTH = 200;

/** @returns the index of the rule whose explanation is shown at this offset; undefined outside of rules */
export function ruleAt(open: OpenDocument, offset: number): number | undefined {
  const [content, list, index, key, ...inside] = placeAt(open.json, offset).path;
  const isRule = content === 'content' && list === 'rules' && typeof index === 'number';
  const isOwn = inside.length === 0 && (key === undefined || key === 'name' || key === 'conditions');
  return isRule && isOwn ? index : undefined;
}

/** @returns a paragraph in Markdown; undefined if neither an example nor a time is known */
export function ruleExample(rule: number, { arrival, now }: Evaluated): string | undefined {
  if (arrival.obstacle !== undefined) return undefined;
  const analysis = new Analysis({ ...arrival, now, budget: new Budget(STEPS_WHILE_TYPING) });
  const witness = analysis.witnessOf(rule);
  const time = timeInWords(analysis, rule, now);
  const lines = [
    ...(witness === undefined ? [] : [t('For example: {0}', inlineCode(witnessInWords(witness), MAX_EXAMPLE_LENGTH))]),
    ...(time === undefined ? [] : [time]),
  ];
  return lines.length === 0 ? undefined : lines.join('  \n');
}
