/** Reports each push that the editor did not survive, and the live version where the service can be read. */
import * as vscode from 'vscode';
import type { Target } from '../../server/src/core/protocol.js';
import { readForPush } from '../../server/src/service/push/look.js';
import { lastSeen } from '../../server/src/service/push/memory.js';
import { isReadable } from '../../server/src/service/http/service.js';
import { environmentName, serviceAddressOf, targetName, targetUrl } from '../../server/src/service/http/target.js';
import { sentencesOf } from '../../server/src/core/targeting/joined.js';
import type { StartedPush } from './lastPushes.js';
import { wentTo } from './lastPushes.js';
import type { PushContext } from './pushPorts.js';
import { recorderOf } from './pushPorts.js';
import { quietServiceFor } from './requests.js';
import { notify } from './say.js';
import { savedTargets } from './services.js';
import { shownName } from './shownName.js';

export async function reportInterruptedPushes(context: PushContext): Promise<void> {
  const pushes = context.lastPushes.unended();
  await Promise.all(pushes.map(([uri, push]) => report(context, vscode.Uri.parse(uri), push)));
}

async function report(context: PushContext, file: vscode.Uri, push: StartedPush): Promise<void> {
  const uri = file.toString();
  await context.lastPushes.record(uri, { ...push, outcome: 'interrupted' });
  await context.lastPushes.ended(uri);
  const targets = await savedTargets(context, file);
  const target = targets.kind === 'found' ? targets.targets.find((each) => wentTo(push, each)) : undefined;
  const name = target === undefined ? `${shownName(file)} → ${environmentName(push)}` : targetName(target);
  const interrupted = vscode.l10n.t(
    'The editor was closed while it pushed {0}: the push may or may not have been applied.',
    name,
  );
  const live = target && (await liveVersion(context, file, target));
  const show = vscode.l10n.t('Show Diff');
  const actions = live === undefined ? [] : [show];
  const answer = await notify('warning', sentencesOf([interrupted, ...(live === undefined ? [] : [live])]), ...actions);
  if (answer === show) await vscode.commands.executeCommand('toggleTargeting.showDiff', file, push.environment);
}

/**
 * A sentence; undefined where the service cannot be read. The person who pushed gave the token for that service, and the read
 * completes the push.
 */
async function liveVersion(context: PushContext, file: vscode.Uri, target: Target): Promise<string | undefined> {
  const url = targetUrl(target);
  const token = await context.credentials.known(serviceAddressOf(target));
  if (url === undefined || token === undefined || !isReadable(target)) return undefined;
  const service = quietServiceFor(context.log, { target, url, token }, new AbortController().signal);
  const live = await readForPush(service);
  if (live.kind !== 'read') return undefined;
  const before = await lastSeen(recorderOf(context, file), target);
  const environment = environmentName(target);
  const { version } = live.value;
  return version === before?.version
    ? vscode.l10n.t('{0} still has version {1}.', environment, version)
    : vscode.l10n.t('{0} has version {1} now.', environment, version);
}
