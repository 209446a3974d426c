/** A whole targeting file in plain words, for the command line and for agents. */
import { t } from '@vscode/l10n';
import type { JsonDocument } from '../json/document.js';
import { nodeAt } from '../json/queries.js';
import type { Serve, Targeting } from '../targeting/model.js';
import { targetingOf } from '../targeting/model.js';
import { beginningOf } from './hover/markdown.js';
import { withoutMarkdown } from './hover/plainWords.js';
import { ruleInWords, titleOfRule } from './hover/rule.js';
import { served } from './hover/serve.js';
import { describedInWords } from './hover/variation.js';

/** One line each; what belongs to a rule or to the variations is indented. */
export function fileInWords(document: JsonDocument): readonly string[] {
  if (document.root?.kind !== 'object') return [t('The file is not a single JSON object.')];
  // Its lists are made each time that it is asked for them.
  const targeting = { ...targetingOf(document) };
  const { variations, rules, prerequisites, disabledServe, defaultServe } = targeting;
  const isDisabled = nodeAt(document, ['disabled'])?.value === true;
  const isWhole = document.chunks.every(({ syntaxProblems, mustBeRead }) => syntaxProblems.length === 0 && !mustBeRead);
  return [
    ...(document.syntaxProblems.length === 0 ? [] : [t('The file has syntax errors. This is what can be read of it:')]),
    isDisabled
      ? t('The toggle is disabled: it serves {0} to everyone.', inPlainWords(disabledServe, targeting))
      : t('While it is disabled, it serves {0} to everyone.', inPlainWords(disabledServe, targeting)),
    ...prerequisites.map(({ key, value }) =>
      t(
        'It requires that {0} serves {1}; otherwise, it serves what it serves while disabled.',
        quotedOr(key),
        quotedOr(value),
      ),
    ),
    ...rules.flatMap((rule) => [
      withoutMarkdown(titleOfRule(rule)),
      ...ruleInWords(rule, targeting, isWhole).flatMap(indented),
    ]),
    t('By default, it serves {0}.', inPlainWords(defaultServe, targeting)),
    ...(variations === undefined ? [] : [t('Variations:')]),
    ...beginningOf(variations ?? []).map((each) => `  ${each.index}: ${withoutMarkdown(describedInWords(each) ?? '')}`),
  ];
}

function inPlainWords(serve: Serve | undefined, { variations }: Targeting): string {
  return serve === undefined ? t('what the service has') : withoutMarkdown(served(serve, variations));
}

function indented(paragraph: string): readonly string[] {
  return paragraph.split('\n').map((line) => `  ${withoutMarkdown(line)}`);
}

function quotedOr(text: string | undefined): string {
  return text === undefined ? '…' : JSON.stringify(text);
}
