/** The push command: gives the flow its ports in this editor. */
import * as vscode from 'vscode';
import { logged } from '../fence.js';
import { filePorts } from '../push/pushPorts.js';
import type { PushContext } from '../push/pushPorts.js';
import { pushPorts } from '../push/pushPorts.js';
import type { FilePushPorts } from '../../../server/src/service/push/pushFile.js';
import { pushFile } from '../../../server/src/service/push/pushFile.js';
import { word } from '../../../server/src/service/words/harmless.js';
import { chooseFile } from '../questions/chooseFile.js';
import { createConfig } from '../questions/createConfig.js';
import { commentFromGit } from '../questions/gitComment.js';
import { askComment, chooseTarget } from '../questions/prompts.js';
import { serviceFor } from '../requests.js';
import { reportPush } from '../push/reportPush.js';
import { notify } from '../say.js';
import { savedTargets } from '../services.js';

/**
 * The command's handler: pushes the file it is given, or the one in the active editor, into the environment of the name it
 * is given, or one that is chosen. One push of a file at a time.
 */
export function pushCommand(context: PushContext): (resource?: vscode.Uri, environment?: unknown) => Promise<void> {
  const underWay = new Set<string>();
  const run = async (resource?: vscode.Uri, environment?: unknown, evenIfUnchanged = false): Promise<void> => {
    const uri = resource ?? (await chooseFile());
    if (uri === undefined) return;
    const key = uri.toString();
    if (underWay.has(key)) {
      void notify('information', vscode.l10n.t('This file is being pushed already.'));
      return;
    }
    underWay.add(key);
    try {
      const result = await context.diffs.during(uri, () => pushFile(ports(context, uri, environment), evenIfUnchanged));
      // Not awaited: a notification stays for as long as the person likes.
      void reportPush(context, uri, result)
        .then((again) => {
          const same = 'target' in result ? result.target.environment : environment;
          return again ? run(uri, same, evenIfUnchanged || result.kind === 'unchanged') : undefined;
        })
        .catch(logged(context.log));
    } finally {
      underWay.delete(key);
    }
  };
  return (resource, environment) => run(resource, environment);
}

function ports(context: PushContext, file: vscode.Uri, environment: unknown): FilePushPorts {
  const { server, credentials, lastPushes, log } = context;
  const uri = file.toString();
  return {
    ...pushPorts(context, file),
    open: async () => filePorts(server, await vscode.workspace.openTextDocument(file)),
    trusted: vscode.workspace.isTrusted,
    targets: () => savedTargets(context, file, { environment }),
    createConfig: async () => (await createConfig(vscode.Uri.joinPath(file, '..'), context)) !== undefined,
    chooseTarget: (targets) =>
      chooseTarget(targets, vscode.l10n.t('Push {0}', word(targets[0]?.toggle ?? '')), lastPushes.last(uri)),
    askComment: async (target, own, change, affected) =>
      askComment(target, own ?? (await commentFromGit(file)) ?? change, { affected }),
    lastComment: () => lastPushes.comment(uri),
    commented: (comment) => lastPushes.commented(uri, comment).catch(logged(log)),
    token: (address) => credentials.token(address),
    agree: (address) => credentials.agree(address, file).catch(logged(log)),
    service: (target, url, token) => serviceFor(log, { target, url, token }),
  };
}
