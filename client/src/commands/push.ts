/** Pushes a file from this editor. At most one push of a file runs at a time. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { logged } from '../fence.js';
import type { PushContext } from '../push/pushPorts.js';
import { filePorts, pushPorts } from '../push/pushPorts.js';
import type { SmallerStep } from '../../../server/src/service/push/checkedFile.js';
import type { FilePushPorts } from '../../../server/src/service/push/pushFile.js';
import { pushFile, portsWithStep } from '../../../server/src/service/push/pushFile.js';
import { word } from '../../../server/src/service/words/harmless.js';
import { createConfig } from '../questions/createConfig.js';
import { commentFromGit } from '../questions/gitComment.js';
import { askComment, chooseTarget } from '../questions/prompts.js';
import { serviceFor } from '../requests.js';
import { reportPush } from '../push/reportPush.js';
import { notify } from '../say.js';
import { savedTargets } from '../services.js';

export async function push(
  context: PushContext,
  file: vscode.Uri,
  environment?: string,
  evenIfUnchanged = false,
  step?: SmallerStep,
): Promise<void> {
  const { underWay, diffs, log } = context;
  const uri = file.toString();
  if (underWay.has(uri)) return void notify('information', t('This file is being pushed already.'));
  underWay.add(uri);
  try {
    const whole = ports(context, file, environment);
    const used = step === undefined ? whole : portsWithStep(whole, step);
    const result = await diffs.during(file, () => pushFile(used, evenIfUnchanged));
    // Not awaited: the notification stays open until the person dismisses it.
    void reportPush(context, file, result)
      .then((again) => {
        if (!again) return undefined;
        if (result.kind === 'not-pushed') return push(context, file, result.rule?.environment, false, result.smaller);
        const same = 'target' in result ? result.target.environment : environment;
        return push(context, file, same, evenIfUnchanged || result.kind === 'unchanged');
      })
      .catch(logged(log));
  } finally {
    underWay.delete(uri);
  }
}

function ports(context: PushContext, file: vscode.Uri, environment: string | undefined): FilePushPorts {
  const { server, credentials, lastPushes, log } = context;
  const uri = file.toString();
  return {
    ...pushPorts(context, file),
    open: async () => filePorts(server, await vscode.workspace.openTextDocument(file)),
    targets: () => savedTargets(context, file, { environment }),
    createConfig: async () => (await createConfig(vscode.Uri.joinPath(file, '..'), context)) !== undefined,
    chooseTarget: (targets) =>
      chooseTarget(targets, t('Push {0}', word(targets[0]?.toggle ?? '')), lastPushes.last(uri)),
    askComment: async (target, own, change, affected) =>
      askComment(target, own ?? (await commentFromGit(file)) ?? change, { affected }),
    lastComment: () => lastPushes.comment(uri),
    commented: (comment) => lastPushes.commented(uri, comment).catch(logged(log)),
    token: (address) => credentials.tokenForPush(address, file),
    agree: (address) => credentials.agree(address, file).catch(logged(log)),
    service: (target, url, token) => serviceFor(log, { target, url, token }),
  };
}
