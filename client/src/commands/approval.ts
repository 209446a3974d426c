/** The command that approves, rejects, publishes or withdraws a submitted change. The file identifies the toggle. */
import type * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { Target } from '../../../server/src/core/protocol.js';
import { logged } from '../fence.js';
import type { PushContext } from '../push/pushPorts.js';
import { impactPort, recorderOf } from '../push/pushPorts.js';
import { act } from '../../../server/src/service/approval/act.js';
import type { Acted } from '../../../server/src/service/approval/acting.js';
import type { ReviewStep } from '../../../server/src/service/approval/approvalActions.js';
import { withPendingChange } from '../../../server/src/service/approval/pendingEnvironments.js';
import { describeDone, describeNotDone } from '../../../server/src/service/approval/actionMessages.js';
import { targetName } from '../../../server/src/service/http/target.js';
import { word } from '../../../server/src/service/words/harmless.js';
import { askDecisionComment, chooseDeed } from '../questions/approval.js';
import { chooseTarget } from '../questions/prompts.js';
import { confirmAction } from '../questions/confirmAction.js';
import { reportReading, reportFailure } from '../push/reportPush.js';
import type { OpenService } from '../services.js';
import { openService, readableTargets } from '../services.js';
import { notify } from '../say.js';
import { bodyNow } from '../push/targetingFile.js';

export async function approval(context: PushContext, file: vscode.Uri, environment?: string): Promise<void> {
  const targets = await readableTargets(context, file, { environment });
  const opened = targets.length === 0 ? undefined : await openWaiting(context, file, targets);
  if (opened !== undefined) await run(context, file, opened);
}

/** Finds the submitted change; asks the person if there are several. @returns undefined if the person canceled */
async function openWaiting(
  context: PushContext,
  file: vscode.Uri,
  targets: readonly Target[],
): Promise<OpenService | undefined> {
  const opened: OpenService[] = [];
  for (const target of targets) {
    const each = await openService(context, file, target);
    if (each === undefined) return undefined;
    opened.push(each);
  }
  // A single environment needs no search: the command itself reports whether a change is submitted there.
  const waiting = opened.length === 1 ? opened : await withPendingChange(opened);
  const toggle = word(targets[0]?.toggle ?? '');
  if (waiting.length === 0) void notify('information', t('No change to {0} is submitted for approval.', toggle));
  if (waiting.length < 2) return waiting[0];
  const places = waiting.map(({ target }) => target);
  const last = context.lastPushes.last(file.toString());
  const chosen = await chooseTarget(places, t('Submitted change of {0}', toggle), last);
  return waiting.find(({ target }) => target === chosen);
}

async function run(context: PushContext, file: vscode.Uri, opened: OpenService, wanted?: ReviewStep): Promise<void> {
  const { target, service } = opened;
  const { diffs, server } = context;
  const recorder = recorderOf(context, file);
  const acted = await act(
    {
      ...recorder,
      service,
      body: () => bodyNow(server, file),
      choose: (change, deeds) => chooseDeed(diffs, target, change, deeds),
      comment: (deed) => askDecisionComment(target, deed),
      confirm: (question) => confirmAction(diffs, impactPort(context, file.toString()), question),
    },
    target,
    wanted,
  );
  if (acted.kind === 'done' && acted.deed === 'publish') await recorder.recordOutcome(target, 'ok');
  else context.refresh(file);
  // Not awaited: the notification stays open until the person dismisses it.
  report(context, file, target, acted)
    .then(async (next) => {
      const again = next && (await openService(context, file, target));
      if (again) await run(context, file, again, next === 'look' ? undefined : next);
    })
    .catch(logged(context.log));
}

/** @returns the action to take next; `look` starts the command again */
async function report(
  context: PushContext,
  file: vscode.Uri,
  target: Target,
  acted: Acted,
): Promise<ReviewStep | 'look' | undefined> {
  switch (acted.kind) {
    case 'abandoned':
      return undefined;
    case 'none':
      void notify('information', t('No change to {0} is submitted for approval.', targetName(target)));
      return undefined;
    case 'not-read':
      return (await reportReading(context, file, target, acted.outcome)) ? 'look' : undefined;
    case 'overtaken': {
      const sentence = t('Nothing was done: {0} has changed in the meantime. Review it again.', word(target.toggle));
      return notify('warning', sentence, { [t('Approval…')]: 'look' });
    }
    case 'not-done':
      return (await reportFailure(context, file, target, describeNotDone(acted, target))) ? acted.deed : undefined;
    case 'done':
      return notify(
        'information',
        describeDone(acted, target),
        acted.deed === 'approve' ? { [t('Publish…')]: 'publish' } : {},
      );
  }
}
