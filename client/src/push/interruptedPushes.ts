/** Reports pushes that were interrupted when the editor closed and, if the service is readable, their outcome. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { Target } from '../../../server/src/core/protocol.js';
import { readForPush } from '../../../server/src/service/push/look.js';
import type { Arrival, SentState } from '../../../server/src/service/push/arrival.js';
import { arrivalOf } from '../../../server/src/service/push/arrival.js';
import { isReadable } from '../../../server/src/service/http/service.js';
import { environmentName, serviceAddressOf, targetName, targetUrl } from '../../../server/src/service/http/target.js';
import { sentencesOf } from '../../../server/src/core/targeting/joined.js';
import type { StartedPush } from './lastPushes.js';
import { wentTo } from './lastPushes.js';
import type { PushContext } from './pushPorts.js';
import { recorderOf } from './pushPorts.js';
import { backgroundServiceFor } from '../requests.js';
import { notify } from '../say.js';
import { savedTargets } from '../services.js';
import { shownName } from '../files/shownName.js';

export async function reportInterruptedPushes(context: PushContext): Promise<void> {
  const pushes = context.lastPushes.unended();
  await Promise.all(pushes.map(([uri, push]) => report(context, vscode.Uri.parse(uri), push)));
}

async function report(context: PushContext, file: vscode.Uri, push: StartedPush): Promise<void> {
  const uri = file.toString();
  const { sent, ...place } = push;
  await context.lastPushes.record(uri, { ...place, outcome: 'interrupted' });
  await context.lastPushes.ended(uri);
  const targets = await savedTargets(context, file);
  const target = targets.kind === 'found' ? targets.targets.find((each) => wentTo(push, each)) : undefined;
  const name = target === undefined ? `${shownName(file)} → ${environmentName(push)}` : targetName(target);
  const arrival = target && (await arrivalAt(context, target, sent));
  if (target && arrival?.kind === 'applied') await recorderOf(context, file).recordOutcome(target, 'ok');
  const sentence =
    arrival === undefined
      ? t('The editor was closed while pushing {0}: the push may or may not have been applied.', name)
      : sentencesOf([t('The editor was closed while pushing {0}.', name), arrival.sentence]);
  const buttons = arrival === undefined ? {} : { [t('Show Diff')]: true };
  if (await notify('warning', sentence, buttons))
    await vscode.commands.executeCommand('toggleTargeting.showDiff', file, push.environment);
}

/** Reads the live version without asking, because the token was stored for the push. @returns undefined on failure */
async function arrivalAt(context: PushContext, target: Target, sent?: SentState): Promise<Arrival | undefined> {
  const url = targetUrl(target);
  const token = await context.credentials.known(serviceAddressOf(target));
  if (url === undefined || token === undefined || !isReadable(target)) return undefined;
  const service = backgroundServiceFor(context.log, { target, url, token }, new AbortController().signal);
  const live = await readForPush(service);
  return live.kind === 'read' ? arrivalOf(service, target, sent, live.value) : undefined;
}
