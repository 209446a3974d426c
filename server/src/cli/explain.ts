/** `toggle-targeting explain FILE`: the whole file in plain words. */
import { t } from '@vscode/l10n';
import { ruleInWords, titleOfRule } from '../features/hover/rule.js';
import { withoutMarkdown } from '../features/hover/plainWords.js';
import { served } from '../features/hover/serve.js';
import { describedInWords } from '../features/hover/variation.js';
import { beginningOf } from '../features/hover/markdown.js';
import { kindOf } from '../targeting/fileNames.js';
import { nodeAt } from '../json/queries.js';
import type { Serve, Targeting } from '../targeting/model.js';
import { hasPrerequisites, targetingOf } from '../targeting/model.js';
import { ratingOf } from '../workspace/config/rating.js';
import { checkedText } from './checkText.js';
import type { OneFile } from './oneFile.js';
import { oneFile } from './oneFile.js';
import { filesAround } from './otherFiles.js';
import { visible } from './reports/visible.js';
import type { ExitCode, World } from './world.js';

export async function explainFile(place: string, world: World): Promise<ExitCode> {
  const file = oneFile(place, world);
  if (file === undefined) return 2;
  const { uri, text, configs, bounds, document } = file;
  if (kindOf(uri) !== 'targeting') {
    world.messages.write(`${visible(t('{0} is no targeting file.', file.path))}\n`);
    return 2;
  }
  const others = hasPrerequisites(document) ? await filesAround(world, bounds, configs).others(uri) : undefined;
  const rating = ratingOf(uri, await configs.nearest(uri));
  const { problems } = checkedText({ uri, text, otherToggles: others }, rating, world.docs);
  const lines = [...inLines(file), '', problemsLine(problems.length, file.path)];
  world.output.write(`${lines.map(visible).join('\n')}\n`);
  return 0;
}

function inLines({ document }: OneFile): readonly string[] {
  // Its lists are made each time that it is asked for them.
  const targeting = { ...targetingOf(document) };
  const { variations, rules, prerequisites, disabledServe, defaultServe } = targeting;
  const isDisabled = nodeAt(document, ['disabled'])?.value === true;
  const isWhole = document.segments.every(
    ({ syntaxProblems, mustBeRead }) => syntaxProblems.length === 0 && !mustBeRead,
  );
  return [
    isDisabled
      ? t('The toggle is disabled: it serves {0} to everybody.', inPlainWords(disabledServe, targeting))
      : t('While it is disabled, it serves {0} to everybody.', inPlainWords(disabledServe, targeting)),
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

function problemsLine(count: number, path: string): string {
  if (count === 0) return t('It has no problems.');
  return count === 1
    ? t('It has 1 problem, which toggle-targeting check shows: {0}', path)
    : t('It has {0} problems, which toggle-targeting check shows: {1}', count, path);
}
