/** Builds the report of `plan`. */
import { t } from '../../../core/t.js';
import { impactLines } from '../../../service/push/risk.js';
import { addressLine, ownersLine, targetName } from '../../../service/http/target.js';
import { isoTime } from '../../../service/words/timeOf.js';
import { listOf } from '../../../core/targeting/joined.js';
import type { CommandReport } from '../../reports/commandReport.js';
import { byReason } from './applyTally.js';
import type { Target } from '../../../core/protocol.js';
import type { Live, Plan, PlannedToggle } from './planFile.js';

/** Up-to-date toggles share a line; all other toggles are shown in full. */
export function planTold(plan: Plan): CommandReport {
  const { toggles, failures } = plan;
  const quiet = toggles.filter(
    ({ action, reason = '', problems }) => action === 'same' && reason === '' && problems.length === 0,
  );
  const failed = toggles.filter(({ action }) => action === 'failed');
  return {
    table: placesOf(toggles),
    items: toggles.flatMap((toggle) =>
      quiet.includes(toggle)
        ? []
        : {
            ...{ words: targetName(toggle.target), file: toggle.file, lines: linesOf(toggle) },
            level: levels[toggle.action],
            only: toggle.action === 'failed' ? 'github' : undefined,
          },
    ),
    failures,
    summary: [
      ...byReason(failed.map(({ target, reason = '' }) => ({ name: target.toggle, reason }))),
      ...(quiet.length === 0 ? [] : [t('Up to date: {0}', listOf(quiet.map(({ target }) => target.toggle)))]),
    ],
    last: titleOf(plan),
    data: plan,
  };
}

/** A table with the full names of targets, because sentences may truncate long names. */
function placesOf(toggles: readonly PlannedToggle[]): CommandReport['table'] {
  return [
    [t('Environment'), t('Key'), t('Project'), t('Base URL'), t('Protection')],
    ...toggles.map(({ target }) => {
      const { environment, environmentKey, project, baseUrl } = target;
      return [environment, environmentKey, project, addressLine(baseUrl), protectionOf(target)];
    }),
  ];
}

function protectionOf(target: Target): string {
  return target.protected ? t('Protected') : t('Not protected');
}

const levels = {
  same: undefined,
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
    ...(count('submitted') === 0 ? [] : [t('{0} already submitted', count('submitted'))]),
    ...(count('skipped') === 0 ? [] : [t('{0} left out', count('skipped'))]),
    ...(stopped === 0 ? [] : [t('{0} cannot be pushed', stopped)]),
  ]);
}

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
    ...(reviewers === undefined ? [] : [t('It needs approval: run apply with {0} to submit it.', '--submit')]),
  ];
}

export function liveWords({ version, by, time }: Omit<Live, 'hash'>): string {
  const facts = [
    t('version {0}', version),
    ...(by === undefined ? [] : [by]),
    ...(time === undefined ? [] : [isoTime(time)]),
  ];
  return t('Live: {0}', facts.join(' · '));
}
