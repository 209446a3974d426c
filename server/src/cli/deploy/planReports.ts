/** The reports of `plan`. Names come from files and services of somebody else: none may act in a terminal, in Markdown or in a workflow. */
import { t } from '@vscode/l10n';
import { impactLines } from '../../../../client/src/sync/push/risk.js';
import { targetName } from '../../../../client/src/sync/service/target.js';
import { listOf } from '../../targeting/joined.js';
import { annotation } from '../reports/annotation.js';
import { lined, marked } from '../reports/lines.js';
import { jsonLines, visible } from '../reports/visible.js';
import { neededShare } from './gates.js';
import type { PlanFormat } from './options.js';
import { allowedAnyway } from './options.js';
import type { Plan, PlannedToggle } from './planFile.js';

export const planReports: Readonly<Record<PlanFormat, (plan: Plan) => string>> = {
  text: textOf,
  json: jsonLines,
  markdown: markdownOf,
  github: githubOf,
};

function textOf(plan: Plan): string {
  const toggles = plan.toggles.flatMap((toggle) => [
    visible(`${targetName(toggle.target)} (${toggle.file})`),
    ...linesOf(toggle).map((line) => `  ${visible(line)}`),
  ]);
  return lined([...toggles, titleOf(plan)]);
}

/** Those that change come first, in full; of the others a line is enough. */
function markdownOf(plan: Plan): string {
  const { toggles, failures } = plan;
  const told = toggles.filter(({ action }) => action !== 'same');
  const same = toggles.filter(({ action }) => action === 'same');
  return lined([
    `### ${marked(titleOf(plan))}`,
    '',
    ...told.flatMap((toggle) => [
      `**${marked(toggle.target.toggle)}** — ${marked(toggle.file)}`,
      '',
      // What belongs to the line before is indented.
      ...linesOf(toggle).map((line) => `${line.startsWith(' ') ? '  ' : ''}- ${marked(line.trim())}`),
      '',
    ]),
    ...failures.map((failure) => `- ${marked(failure)}`),
    ...(same.length === 0 ? [] : [marked(t('The same: {0}', listOf(same.map(({ target }) => target.toggle))))]),
  ]);
}

function githubOf({ toggles, failures }: Plan): string {
  return lined([
    ...failures.map((failure) => annotation('error', failure)),
    ...toggles.flatMap((toggle) => {
      const { action, file } = toggle;
      if (action === 'same') return [];
      const level = action === 'push' || action === 'submitted' ? 'notice' : 'error';
      return [annotation(level, [targetName(toggle.target), ...linesOf(toggle)].join('\n'), { file })];
    }),
  ]);
}

export function titleOf({ environment, toggles }: Pick<Plan, 'environment' | 'toggles'>): string {
  const count = (action: PlannedToggle['action']) => toggles.filter((each) => each.action === action).length;
  const stopped = count('refused') + count('failed');
  const first = t('Plan for {0}: {1} to push, {2} the same', environment, count('push'), count('same'));
  const submitted = count('submitted');
  const known = submitted === 0 ? first : t('{0}, {1} submitted already', first, submitted);
  return stopped === 0 ? known : t('{0}, {1} that cannot be pushed', known, stopped);
}

/** What a push of it would do, and what `apply` wants for it. */
function linesOf({
  action,
  reason,
  changes,
  impact,
  problems,
  target,
  reviewers,
  live,
  archived,
}: PlannedToggle): readonly string[] {
  const name = target.environment;
  const share = impact && live && neededShare(impact, allowedAnyway);
  const allowing = [`--yes-to ${name}`, ...(share === undefined ? [] : [share])].join(' ');
  return [
    ...(reason === undefined ? [] : [reason]),
    ...changes,
    ...(impact === undefined || (action === 'push' && live === undefined) ? [] : impactLines(impact)),
    ...problems.map(({ line, message }) => t('Line {0}: {1}', line, message)),
    ...(action === 'push' && problems.length > 0 ? [t('It has warnings: apply needs {0}.', '--allow-warnings')] : []),
    ...(archived === true ? [t('It is archived: apply needs {0}.', '--allow-warnings')] : []),
    ...(action === 'push' && target.protected ? [t('Protected: apply needs {0}.', allowing)] : []),
    ...(action === 'push' && live === undefined ? [t('Nobody can read it: apply needs {0}.', `--blind ${name}`)] : []),
    ...(reviewers === undefined ? [] : [t('It needs an approval: apply submits it with {0}.', '--submit')]),
  ];
}
