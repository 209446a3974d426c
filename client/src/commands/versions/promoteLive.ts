/** Promotes the live version of one environment to another. The file only identifies the toggle. */
import type * as vscode from 'vscode';
import { t } from '../../../../server/src/core/t.js';
import type { PushContext } from '../../push/pushPorts.js';
import { failingTests, statePorts } from '../../push/pushPorts.js';
import type { Recorder } from '../../../../server/src/service/push/memory.js';
import { promote } from '../../../../server/src/service/promote.js';
import { environmentName, namesOf } from '../../../../server/src/service/http/target.js';
import { chooseTarget } from '../../questions/prompts.js';
import { reportPush, reportReading } from '../../push/reportPush.js';
import type { OpenService } from '../../services.js';
import { chooseService, openService, readableTargets, refuse, savedTargets } from '../../services.js';

/** @param from the name of the source environment; without it, the environment that the file's path names */
export async function promoteLive(context: PushContext, file: vscode.Uri, from?: string): Promise<void> {
  const targets = await readableTargets(context, file, { everywhere: true });
  const [first, ...others] = targets;
  if (first === undefined) return;
  const { toggle, environment } = namesOf(first);
  if (others.length === 0) {
    const reason = t(
      'Promoting needs two environments that can be read: besides {0}, none in targeting.config.json has "api": "featureprobe".',
      environment,
    );
    return refuse(context, file, reason);
  }
  const own = await savedTargets(context, file);
  const start = from ?? (own.kind === 'found' && own.bound ? own.targets[0]?.environment : undefined);
  const named = targets.filter((target) => target.environment === start);
  const source = await chooseService(
    context,
    file,
    named.length > 0 ? named : targets,
    t('Promote {0}: from which environment?', toggle),
  );
  if (source === undefined) return;
  const rest = targets.filter((target) => target !== source.target);
  const title = t('Promote {0} from {1} to…', toggle, environmentName(source.target));
  // Asks even if there is only one target, because no earlier click chose a target.
  const goal = await chooseTarget(rest, title, undefined);
  const to = goal && (await openService(context, file, goal));
  if (to !== undefined) await run(context, file, source, to);
}

/** Records nothing: the status bar reports pushes to the file's own targets, but a promotion may go elsewhere. */
const unrecorded: Pick<Recorder, 'whileSending' | 'recordOutcome'> = {
  whileSending: (_, push) => push(),
  recordOutcome: () => Promise.resolve(),
};

async function run(context: PushContext, file: vscode.Uri, from: OpenService, to: OpenService): Promise<void> {
  const ports = { ...statePorts(context, file, unrecorded), failing: failingTests(context.server, file.toString()) };
  const result = await promote(ports, from, to);
  context.refresh();
  const wantsAgain =
    result.kind === 'not-read'
      ? await reportReading(context, file, result.target, result.outcome)
      : await reportPush(context, file, result);
  if (!wantsAgain) return;
  // The tokens may have changed since the services were opened.
  const [source, goal] = [await openService(context, file, from.target), await openService(context, file, to.target)];
  if (source !== undefined && goal !== undefined) await run(context, file, source, goal);
}
