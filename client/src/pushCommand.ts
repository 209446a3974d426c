/** The push command: gives the flow its ports in this editor. */
import * as vscode from 'vscode';
import type { Target, Targets } from '../../server/src/protocol.js';
import { checkRequest, payloadRequest, targetsRequest } from '../../server/src/protocol.js';
import { createConfig } from './createConfig.js';
import { chooseFile } from './chooseFile.js';
import type { Bases } from './bases.js';
import { askToMerge, confirmBlind, decide } from './decisions.js';
import type { Diffs } from './diffs.js';
import { merge } from './merge.js';
import { askComment, chooseTarget } from './prompts.js';
import type { PushPorts } from './push/flow.js';
import { pushFile } from './push/flow.js';
import type { Service } from './push/service.js';
import { targetName } from './push/target.js';
import type { LastPush, PushHistory } from './pushHistory.js';
import type { ReportContext } from './reportPush.js';
import { reach, send } from './reach.js';
import { reportPush } from './reportPush.js';

export interface PushContext extends ReportContext {
  readonly history: PushHistory;
  readonly bases: Bases;
  readonly diffs: Diffs;
  /** After a push, whatever came of it. */
  readonly pushed: () => void;
}

/** The command's handler: pushes the file it is given, or the one in the active editor. One push of a file at a time. */
export function pushCommand(context: PushContext): (resource?: vscode.Uri) => Promise<void> {
  const underWay = new Set<string>();
  const run = async (resource?: vscode.Uri, evenIfUnchanged = false): Promise<void> => {
    const uri = resource ?? (await chooseFile());
    if (uri === undefined) return;
    const key = uri.toString();
    if (underWay.has(key)) {
      void vscode.window.showInformationMessage(vscode.l10n.t('This file is being pushed already.'));
      return;
    }
    underWay.add(key);
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      const result = await pushFile(ports(context, document), evenIfUnchanged);
      // Not awaited: a notification stays for as long as the person likes.
      void reportPush(context, uri, result)
        .then((again) => (again ? run(uri, result.kind === 'unchanged') : undefined))
        .catch((error: unknown) => context.log.error(error instanceof Error ? error : String(error)));
    } finally {
      underWay.delete(key);
    }
  };
  return (resource) => run(resource);
}

function ports(context: PushContext, document: vscode.TextDocument): PushPorts {
  const { server, credentials, history, bases, diffs } = context;
  const uri = document.uri.toString();
  const failed = (error: unknown) => context.log.error(String(error));
  const record = async (target: Target, outcome: LastPush['outcome']): Promise<void> => {
    await history.record(uri, { environment: target.environment, outcome, time: Date.now() }).catch(failed);
    context.pushed();
  };
  return {
    trusted: vscode.workspace.isTrusted,
    save: async () => !document.isDirty || (await document.save()),
    version: () => document.version,
    targets: async () => saved(await (await server.client()).sendRequest(targetsRequest, { uri, fresh: true })),
    check: async () => (await server.client()).sendRequest(checkRequest, { uri }),
    payload: async (params) => (await server.client()).sendRequest(payloadRequest, { uri, ...params }),
    createConfig: () => createConfig(document.uri),
    chooseTarget: (targets) => chooseTarget(targets, history.last(uri)?.environment),
    askComment,
    confirm: (question) => confirmBlind(diffs, question),
    token: (origin) => credentials.token(origin),
    send: async (target, url, token, body) => {
      const title = vscode.l10n.t('Pushing {0}', targetName(target));
      const exchanged = await send(context.log, { method: 'PATCH', url, token, body }, title);
      await record(target, exchanged.outcome.kind);
      return exchanged;
    },
    remembered: (target) => bases.get(uri, target),
    // What was pushed is pushed, whether it can be remembered or not.
    remember: (target, what) => bases.set(uri, target, what).catch(failed),
    now: Date.now,
    service: (target, url, token): Service => {
      const service = reach(context.log, target, url, token);
      return {
        ...service,
        patch: async (body) => {
          const exchanged = await service.patch(body);
          await record(target, exchanged.outcome.kind);
          return exchanged;
        },
      };
    },
    decide: (question) => decide(diffs, question),
    reconcile: async (conflict) => {
      const answer = await askToMerge(diffs, conflict);
      if (answer !== 'merge') return answer;
      await merge(server, diffs, document.uri, conflict);
      return 'merged';
    },
  };
}

/** A config that is being edited decides nothing before it is saved. */
function saved(targets: Targets): Targets {
  if (targets.kind === 'none') return targets;
  const { configUri } = targets;
  const dirty = vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && uri.toString() === configUri);
  if (!dirty) return targets;
  const reason = vscode.l10n.t('targeting.config.json has unsaved changes. Save it first.');
  return { kind: 'unusable', configUri, reason };
}
