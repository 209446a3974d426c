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
  const { whileDisabled, requires, rules, byDefault, variations } = partsInWords(document);
  const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  return [
    ...(document.syntaxProblems.length === 0 ? [] : [t('The file has syntax errors. This is what can be read of it:')]),
    whileDisabled,
    ...requires,
    ...rules.flatMap(({ title, lines }) => [title, ...indented(lines)]),
    byDefault,
    ...(variations === undefined ? [] : [t('Variations:'), ...indented(variations)]),
  ];
}

/** The parts of a file of which each has words of its own. */
export interface PartsInWords {
  readonly whileDisabled: string;
  readonly requires: readonly string[];
  /** In their order. */
  readonly rules: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly byDefault: string;
  /** Undefined where the file has no list of them. */
  readonly variations: readonly string[] | undefined;
}

export function partsInWords(document: JsonDocument): PartsInWords {
  // Its lists are made each time that it is asked for them.
  const targeting = { ...targetingOf(document) };
  const { variations, rules, prerequisites, disabledServe, defaultServe } = targeting;
  const isDisabled = nodeAt(document, ['disabled'])?.value === true;
  const isWhole = document.chunks.every(({ syntaxProblems, mustBeRead }) => syntaxProblems.length === 0 && !mustBeRead);
  return {
    whileDisabled: isDisabled
      ? t('The toggle is disabled: it serves {0} to everyone.', inPlainWords(disabledServe, targeting))
      : t('While it is disabled, it serves {0} to everyone.', inPlainWords(disabledServe, targeting)),
    requires: prerequisites.map(({ key, value }) =>
      t(
        'It requires that {0} serves {1}; otherwise, it serves what it serves while disabled.',
        quotedOr(key),
        quotedOr(value),
      ),
    ),
    rules: rules.map((rule) => ({
      title: withoutMarkdown(titleOfRule(rule)),
      lines: ruleInWords(rule, targeting, isWhole).flatMap(plainLines),
    })),
    byDefault: t('By default, it serves {0}.', inPlainWords(defaultServe, targeting)),
    variations:
      variations &&
      beginningOf(variations).map((each) => `${each.index}: ${withoutMarkdown(describedInWords(each) ?? '')}`),
  };
}

function inPlainWords(serve: Serve | undefined, { variations }: Targeting): string {
  return serve === undefined ? t('what the service has') : withoutMarkdown(served(serve, variations));
}

function plainLines(paragraph: string): readonly string[] {
  return paragraph.split('\n').map(withoutMarkdown);
}

function quotedOr(text: string | undefined): string {
  return text === undefined ? '…' : JSON.stringify(text);
}
