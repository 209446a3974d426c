/** `toggle-targeting plan`: what a push of files to an environment would change, and to whom. Sends nothing but readings. */
import { resolve } from 'node:path';
import { t } from '@vscode/l10n';
import { notPushedSentence } from '../../service/many/planned.js';
import type { NotPushed } from '../../service/push/checkedFile.js';
import { mapConcurrently } from '../../service/pace.js';
import { hostOf } from '../../service/http/target.js';
import { placeKeyOf } from '../../workspace/config/config.js';
import { loosened, rulesOfFile } from '../../workspace/config/loosened.js';
import { relativePath } from '../../workspace/config/targets.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { pathForGitHub, writeReport } from '../reports/annotation.js';
import { visible } from '../reports/visible.js';
import type { ExitCode, World } from '../world.js';
import { writeText } from '../writeText.js';
import type { Access } from './access.js';
import { byReason } from './applyTally.js';
import type { ReadyBody, TargetedFile, Unread } from './files.js';
import { TargetingFiles, textOfMessage } from './files.js';
import type { Seen } from './lookAt.js';
import { atOnce, liveOf, lookAt } from './lookAt.js';
import type { Plan, PlannedToggle } from './planFile.js';
import { planAt } from './planFile.js';
import type { PlanFormat } from './planReports.js';
import { planReports } from './planReports.js';
import type { ConfigsBefore } from './configsBefore.js';
import { configsBefore } from './configsBefore.js';
import { uriAt } from '../paths.js';

export interface PlanOptions {
  readonly places: readonly string[];
  readonly environment: string;
  /** The file that the plan is written to. */
  readonly out: string | undefined;
  readonly format: PlanFormat;
  /** Whether differences are told by the exit code. */
  readonly exitCode: boolean;
  /** Leaves toggles out that have another change waiting for approval. */
  readonly skipsWaiting: boolean;
  readonly comment: string | undefined;
  /** The commit that knows what was protected before. */
  readonly base: string | undefined;
}

export async function plan(options: PlanOptions, world: World, access: Access): Promise<ExitCode> {
  const { places, environment, format, out, base } = options;
  if (out !== undefined && isSomethingElse(out, world)) {
    const words = t('{0} already exists and is not a plan. Give {1} another name.', JSON.stringify(out), '--out');
    world.messages.write(`${visible(words)}\n`);
    return 2;
  }
  const before = base === undefined ? undefined : configsBefore(base, world);
  if (typeof before === 'string') {
    world.messages.write(`${visible(before)}\n`);
    return 2;
  }
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
  const toggles = bodies.map(({ file, ready, pushed }) => {
    const { target } = file;
    const place = placeKeyOf({ ...target, key: target.environmentKey });
    const wasProtected = !target.protected && before?.protectedPlaces.has(place) === true;
    const toggle = planned(file, ready, pushed && seen.get(pushed), options);
    return wasProtected ? { ...toggle, unprotectedSince: base } : toggle;
  });
  const made: Plan = {
    ...{ plan: 1, made: world.time(), version: world.version },
    ...{ environment, toggles, failures },
    ...(before !== undefined && { loosened: loosenedSince(before, base ?? '', found, files) }),
  };
  for (const failure of failures) world.messages.write(`${visible(failure)}\n`);
  const named = (toggle: PlannedToggle) =>
    format === 'github' ? { ...toggle, file: pathForGitHub(toggle.file, world) } : toggle;
  writeReport(format, planReports[format]({ ...made, toggles: toggles.map(named) }), world.output);
  const unwritten = out && writeText(resolve(world.folder, out), `${JSON.stringify(made, undefined, 2)}\n`, world);
  if (unwritten !== undefined && unwritten !== '') {
    world.messages.write(`${visible(unwritten)}\n`);
    return 2;
  }
  return exitCodeOf(made, options.exitCode);
}

/** Rules of the organisation that hold files less than at the base. */
function loosenedSince(
  before: ConfigsBefore,
  base: string,
  found: readonly TargetedFile[],
  { project }: TargetingFiles,
): readonly string[] {
  const all = found.flatMap((file) => {
    const [was, config] = [before.rulesFor(file), project.config(file.uri)];
    if (was === undefined || config === undefined) return [];
    const path = relativePath(config.uri, file.uri) ?? '';
    const is = rulesOfFile(config.parsed, path, file.target.environment);
    return loosened(was, is, base).map((reason) => ({ name: file.target.toggle, reason }));
  });
  return byReason(all, found.length);
}

/** Not to be overwritten, as an earlier plan is. */
function isSomethingElse(path: string, world: World): boolean {
  const isThere = world.disk.kindOf(uriAt(path, world)) !== 'missing';
  return isThere && typeof planAt(path, world) === 'string';
}

function exitCodeOf({ toggles, failures }: Plan, tellsDifferences: boolean): ExitCode {
  if (failures.length > 0 || toggles.some(({ action }) => action === 'failed')) return 2;
  if (toggles.some(({ isWrong }) => isWrong === true)) return 1;
  const has = (wanted: PlannedToggle['action']) => toggles.some(({ action }) => action === wanted);
  if (has('refused')) return 4;
  if (has('skipped')) return 6;
  return tellsDifferences && has('push') ? 3 : 0;
}

function leaveOut(): string {
  return t('{0} plans the others without it.', '--skip-waiting');
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
    case 'wrong':
      return { ...known, problems, action: 'refused', reason: notPushedSentence(seen.reason), isWrong: true };
    case 'waiting':
      return skipsWaiting
        ? { ...known, problems, action: 'skipped', reason: seen.reason }
        : { ...known, problems, action: 'refused', reason: sentencesOf([seen.reason, leaveOut()]) };
    default:
      return { ...known, problems, action: seen.kind, reason: seen.reason };
  }
  const { looked, changes, risk, gates } = seen;
  const archived = gates.some(({ kind }) => kind === 'archived');
  const reviewers = looked.kind === 'read' ? looked.live.reviewers : undefined;
  const { body, comment: said } = ready;
  const policy = gates.flatMap((gate) => (gate.kind === 'policy' ? [gate] : []));
  // Another time may be inside the window.
  const refused = policy.find(({ rule, severity }) => severity === 'error' && rule !== 'window');
  if (refused !== undefined)
    return {
      ...{ ...known, problems, changes, impact: risk.impact },
      ...{ action: 'refused', reason: notPushedSentence(refused.message) },
    };
  const found = {
    ...{ live: liveOf(looked), changes, impact: risk.impact, reviewers },
    ...(archived && { archived }),
    ...(policy.length > 0 && { policy }),
  };
  return { ...known, problems, action: 'push', comment: said, body, ...found };
}
