/** Shows when a rule begins and ends for users who send no time, for whom SDKs use the current time. */
import { t } from '../t.js';
import type { CodeLens } from 'vscode-languageserver-types';
import { Budget, STEPS_WHILE_TYPING } from '../budget.js';
import { Analysis } from '../analysis/analysis.js';
import { listIn } from '../targeting/model.js';
import { lensAt } from '../features/codeLens.js';
import type { OpenDocument } from '../features/openDocument.js';
import { instantInUtc } from './attributeWords.js';
import type { Evaluated } from './evaluated.js';

/** Maximum number of rules to examine, so that lenses of long files do not take too long. */
const MAX_RULES = 50;

export function mayHaveTimes({ kind, json }: OpenDocument): boolean {
  return kind === 'targeting' && json.text.includes('"datetime"');
}

export function timeLenses(open: OpenDocument, evaluated: Evaluated): CodeLens[] {
  const analysis = new Analysis({ ...evaluated.arrival, now: evaluated.now, budget: new Budget(STEPS_WHILE_TYPING) });
  const rules = listIn(open.json, 'rules')?.items.slice(0, MAX_RULES) ?? [];
  return rules.flatMap((node, rule) => {
    const title = timeInWords(analysis, rule, evaluated.now);
    return title === undefined ? [] : [lensAt(open, node, { title })];
  });
}

/** @returns undefined if the rule does not depend on time, or its times are unknown */
export function timeInWords(analysis: Analysis, rule: number, now: number): string | undefined {
  const periods = analysis.periodsOf(rule);
  const last = periods?.at(-1);
  if (periods === undefined || last === undefined) return undefined;
  const next = periods.find(([, end]) => end > now);
  if (next === undefined) return t('ended {0} for users who send no time', instantInUtc(last[1]));
  const [start, end] = next;
  if (start > now) return t('begins {0} for users who send no time', instantInUtc(start));
  return end === Infinity ? undefined : t('ends {0} for users who send no time', instantInUtc(end));
}
