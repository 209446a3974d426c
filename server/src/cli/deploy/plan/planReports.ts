/** The reports of `plan`. Names come from files and services of someone else: none may act in a terminal, in Markdown or in a workflow. */
import { t } from '@vscode/l10n';
import { impactLines } from '../../../service/push/risk.js';
import { addressLine, environmentAtHost, ownersLine, targetName } from '../../../service/http/target.js';
import { isoTime } from '../../../service/words/timeOf.js';
import { listOf } from '../../../core/targeting/joined.js';
import { annotation } from '../../reports/annotation.js';
import { lined, marked } from '../../reports/lines.js';
import { jsonLines, visible } from '../../reports/visible.js';
import { byReason } from './applyTally.js';
import type { Target } from '../../../core/protocol.js';
import type { Live, Plan, PlannedToggle } from './planFile.js';

export const planReports = {
  text: textOf,
  json: jsonLines,
  markdown: markdownOf,
  github: githubOf,
} as const satisfies Readonly<Record<string, (plan: Plan) => string>>;

export type PlanFormat = keyof typeof planReports;

/** The first is the default. */
export const planFormats = Object.keys(planReports) as readonly PlanFormat[];

/** What changes or stands in the way is told in full; of the others, a line is enough. */
function textOf(plan: Plan): string {
  const { told, failed, upToDate } = partsOf(plan);
  return lined([
    ...told.flatMap((toggle) => [
      visible(`${targetName(toggle.target)} (${toggle.file})`),
      ...linesOf(toggle).map((line) => `  ${visible(line)}`),
    ]),
    ...[...failed, ...upToDate, titleOf(plan)].map(visible),
  ]);
}

function markdownOf(plan: Plan): string {
  const { told, failed, upToDate } = partsOf(plan);
  return lined([
    `### ${marked(titleOf(plan))}`,
    '',
    ...placesOf(plan.toggles),
    '',
    ...told.flatMap((toggle) => [
      `**${marked(toggle.target.toggle)}** → ${marked(environmentAtHost(toggle.target))} — ${marked(toggle.file)}`,
      '',
      // What belongs to the line before is indented.
      ...linesOf(toggle).map((line) => `${line.startsWith(' ') ? '  ' : ''}- ${marked(line.trim())}`),
      '',
    ]),
    ...[...plan.failures, ...failed].map((failure) => `- ${marked(failure)}`),
    ...upToDate.map((line) => marked(line)),
  ]);
}

/** Where all of it goes, whole: in a sentence, long names could leave no room for the rest. */
function placesOf(toggles: readonly PlannedToggle[]): readonly string[] {
  const rows = toggles.map((toggle) => {
    const { environment, environmentKey, project, baseUrl } = toggle.target;
    const cells = [environment, environmentKey, project, addressLine(baseUrl), protectionOf(toggle.target)];
    return `| ${cells.map(marked).join(' | ')} |`;
  });
  const titles = [t('Environment'), t('Key'), t('Project'), t('Base URL'), t('Protection')];
  return rows.length === 0 ? [] : [`| ${titles.join(' | ')} |`, `|${' --- |'.repeat(titles.length)}`, ...new Set(rows)];
}

function protectionOf(target: Target): string {
  return target.protected ? t('Protected') : t('Not protected');
}

function partsOf({ toggles }: Plan) {
  const of = (action: PlannedToggle['action']) => toggles.filter((each) => each.action === action);
  const quiet = of('same').filter(({ reason = '', problems }) => reason === '' && problems.length === 0);
  const failed = of('failed').map(({ target, reason = '' }) => ({ name: target.toggle, reason }));
  return {
    told: toggles.filter((toggle) => toggle.action !== 'failed' && !quiet.includes(toggle)),
    failed: byReason(failed),
    upToDate: quiet.length === 0 ? [] : [t('Up to date: {0}', listOf(quiet.map(({ target }) => target.toggle)))],
  };
}

function githubOf({ toggles, failures }: Plan): string {
  return lined([
    ...failures.map((failure) => annotation('error', failure)),
    ...toggles.flatMap((toggle) => {
      const { action, file } = toggle;
      if (action === 'same') return [];
      return [annotation(levels[action], [targetName(toggle.target), ...linesOf(toggle)].join('\n'), { file })];
    }),
  ]);
}

const levels = {
  same: 'notice',
  push: 'notice',
  submitted: 'notice',
  skipped: 'warning',
  refused: 'error',
  failed: 'error',
} as const;

export function titleOf({ environment, toggles }: Pick<Plan, 'environment' | 'toggles'>): string {
  const count = (action: PlannedToggle['action']) => toggles.filter((each) => each.action === action).length;
  const stopped = count('refused') + count('failed');
  return listOf([
    t('Plan for {0}: {1} to push, {2} up to date', environment, count('push'), count('same')),
    ...(count('submitted') === 0 ? [] : [t('{0} submitted already', count('submitted'))]),
    ...(count('skipped') === 0 ? [] : [t('{0} left out', count('skipped'))]),
    ...(stopped === 0 ? [] : [t('{0} that cannot be pushed', stopped)]),
  ]);
}

/** What a push of it would do, and what `apply` wants for it. */
function linesOf(toggle: PlannedToggle): readonly string[] {
  const { action, reason, changes, impact, problems, target, reviewers, live, cautions = [], needs = [] } = toggle;
  const protection = protectionOf(target);
  return [
    ...(reason === undefined || reason === '' ? [] : [reason]),
    ...(action === 'push' && live !== undefined ? [liveWords(live)] : []),
    ...changes,
    ...(impact === undefined || (action === 'push' && live === undefined) ? [] : impactLines(impact)),
    ...problems.map(({ line, message }) => t('Line {0}: {1}', line, message)),
    ...cautions,
    ...(action === 'push' && needs.length > 0 ? [t('{0}: apply needs {1}.', protection, needs.join(' '))] : []),
    ...(action === 'push' && needs.length === 0 ? [t('{0}.', protection)] : []),
    ...ownersLine(target),
    ...(reviewers === undefined ? [] : [t('It needs an approval: apply submits it with {0}.', '--submit')]),
  ];
}

/** Whose version a push replaces. */
export function liveWords({ version, by, time }: Omit<Live, 'hash'>): string {
  const facts = [
    t('version {0}', version),
    ...(by === undefined ? [] : [by]),
    ...(time === undefined ? [] : [isoTime(time)]),
  ];
  return t('Live: {0}', facts.join(' · '));
}
