/** `toggle-targeting plan`: shows the changes of pushes to an environment, and their impact. It only reads. */
import { t } from '../../../core/t.js';
import { notPushedSentence } from '../../../service/many/planned.js';
import { cautionsOf, refusalIn } from '../../../service/push/gates.js';
import type { NotPushed } from '../../../service/push/checkedFile.js';
import { mapConcurrently } from '../../../service/pace.js';
import { hostOf } from '../../../service/http/target.js';
import { sentencesOf } from '../../../core/targeting/joined.js';
import { boundsOf } from '../../files/commandProject.js';
import type { ToldFormat } from '../../reports/commandReport.js';
import { printReport } from '../../reports/commandReport.js';
import { printErrors } from '../../reports/visible.js';
import type { ExitCode, World } from '../../world.js';
import { writerOf } from '../../files/writeText.js';
import type { Access } from '../access.js';
import type { ReadyBody, TargetedFile, Unread } from '../files.js';
import { TargetingFiles, textOfMessage } from '../files.js';
import { neededOptions } from '../allowances.js';
import type { Seen } from '../lookAt.js';
import { atOnce, liveOf, lookAt } from '../lookAt.js';
import type { Plan, PlannedToggle } from './planFile.js';
import { readPlan } from './planFile.js';
import { planTold } from './planReports.js';

export interface PlanOptions {
  readonly places: readonly string[];
  readonly environment: string;
  /** The path to which the plan is written. */
  readonly out: string | undefined;
  readonly format: ToldFormat;
  /** Whether the exit code reports that there are differences. */
  readonly exitCode: boolean;
  /** Whether toggles with another change that waits for approval are left out. */
  readonly skipsWaiting: boolean;
  readonly comment: string | undefined;
}

export async function plan(options: PlanOptions, world: World, access: Access): Promise<ExitCode> {
  const { places, environment, format, out } = options;
  const bounds = boundsOf({ places, followLinks: false }, world);
  const isReplaced = (text: string) => readPlan(text) !== undefined;
  const write = out === undefined ? undefined : writerOf({ path: out, bounds, isReplaced }, world);
  if (typeof write === 'string') return printErrors(world, write);
  const files = new TargetingFiles(places, world, access);
  const { files: found, failures } = files.find(environment);
  const bodies = await mapConcurrently(atOnce, found, async (file) => {
    const ready = await files.body(file, options.comment);
    return { file, ready, pushed: 'reason' in ready ? undefined : { file, ready } };
  });
  const seen = await lookAt(
    bodies.flatMap(({ pushed }) => pushed ?? []),
    files,
    access,
  );
  const toggles = bodies.map(({ file, ready, pushed }) => planned(file, ready, pushed && seen.get(pushed), options));
  const made: Plan = {
    ...{ plan: 1, made: world.time(), version: world.version },
    ...{ environment, toggles, failures },
  };
  printReport(format, planTold(made), world);
  const unwritten = write?.(`${JSON.stringify(made, undefined, 2)}\n`);
  return unwritten === undefined ? exitCodeOf(made, options.exitCode) : printErrors(world, unwritten);
}

function exitCodeOf({ toggles, failures }: Plan, tellsDifferences: boolean): ExitCode {
  if (failures.length > 0 || toggles.some(({ action }) => action === 'failed')) return 2;
  if (toggles.some(({ isWrong }) => isWrong === true)) return 1;
  const has = (wanted: PlannedToggle['action']) => toggles.some(({ action }) => action === wanted);
  if (has('refused')) return 4;
  if (has('skipped')) return 6;
  return tellsDifferences && has('push') ? 3 : 0;
}

function planned(
  file: TargetedFile,
  ready: ReadyBody | NotPushed | Unread,
  seen: Seen | undefined,
  { skipsWaiting }: PlanOptions,
): PlannedToggle {
  const { path, blob, config, target } = file;
  const known = { file: path, blob, config, target, host: hostOf(target), changes: [], problems: [] };
  if ('reason' in ready)
    return ready.kind === 'unread'
      ? { ...known, action: 'failed', reason: ready.reason }
      : { ...known, action: 'refused', reason: notPushedSentence(ready.reason), isWrong: true };
  const problems = ready.warnings.map((warning) => ({
    line: warning.range.start.line + 1,
    code: String(warning.code),
    message: textOfMessage(warning),
  }));
  if (seen === undefined) throw new Error('What is not refused was looked at.');
  switch (seen.kind) {
    case 'push':
      break;
    case 'waiting': {
      if (skipsWaiting) return { ...known, problems, action: 'skipped', reason: seen.reason };
      const how = t('{0} plans the other toggles without it.', '--skip-waiting');
      return { ...known, problems, action: 'refused', reason: sentencesOf([seen.reason, how]) };
    }
    default:
      return { ...known, problems, action: seen.kind, reason: seen.reason };
  }
  const { looked, changes, risk, gates } = seen;
  const reviewers = looked.kind === 'read' ? looked.live.reviewers : undefined;
  const refusal = refusalIn(gates, target);
  if (refusal !== undefined) {
    const isWrong = refusal.rule === undefined;
    const reason = notPushedSentence(refusal.reason);
    return { ...known, problems, changes, impact: risk.impact, action: 'refused', reason, ...(isWrong && { isWrong }) };
  }
  const found = {
    ...{ live: liveOf(looked), changes, impact: risk.impact, reviewers },
    ...{ cautions: cautionsOf(gates), needs: neededOptions(seen) },
  };
  return { ...known, problems, action: 'push', comment: ready.comment, body: ready.body, ...found };
}
