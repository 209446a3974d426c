/** Gives a push of many files access to this editor: files, memory, network and questions. */
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { logged } from '../fence.js';
import { filePorts, riskPorts } from '../push/pushPorts.js';
import type { PushContext } from '../push/pushPorts.js';
import type { ConsentPorts } from '../../../server/src/service/many/consent.js';
import type { EnvironmentChoice, ManyPorts } from '../../../server/src/service/many/ports.js';
import { liveCommitRequest } from '../../../server/src/core/protocol.js';
import { environmentsName } from '../../../server/src/service/http/target.js';
import { word } from '../../../server/src/service/words/harmless.js';
import { readConcurrency, readTypedShare } from '../push/pushSettings.js';
import { typeName } from '../questions/prompts.js';
import { sentencesOf } from '../../../server/src/core/targeting/joined.js';
import { sendWithin } from '../requests.js';
import { recorderOf } from '../push/pushPorts.js';
import { ask, pick, typeIn } from '../say.js';
import { savedTargets } from '../services.js';
import { shownName } from '../files/shownName.js';

/** @param wanted the environment that the person chose for an earlier plan */
export function manyPorts(context: PushContext, wanted?: string): ManyPorts {
  const { server, credentials, lastPushes, log } = context;
  return {
    concurrency: readConcurrency(),
    nameOf,
    targets: (uri) => savedTargets(context, vscode.Uri.parse(uri)),
    chooseEnvironment: async (choices) =>
      choices.some(({ name }) => name === wanted) ? wanted : chooseEnvironment(choices),
    open: async (uri) => filePorts(server, await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))),
    recorder: (uri) => {
      const recorder = recorderOf(context, vscode.Uri.parse(uri));
      // Files that were not sent, for example after a cancellation, are reported only in the view of the push.
      const recordOutcome: typeof recorder.recordOutcome = async (target, outcome) => {
        if (outcome !== 'stopped-here') await recorder.recordOutcome(target, outcome);
      };
      return { ...recorder, recordOutcome };
    },
    ...riskPorts(context),
    liveCommit: async (uri, live) => server.ask(liveCommitRequest, { uri, live }),
    token: (address, uris) => credentials.tokenForPush(address, ...uris.map((uri) => vscode.Uri.parse(uri))),
    lastComment: (uri) => lastPushes.comment(uri),
    pushed: async (address, uri, comment) => {
      await credentials.agree(address, vscode.Uri.parse(uri)).catch(logged(log));
      if (comment !== undefined) await lastPushes.commented(uri, comment).catch(logged(log));
    },
    // A request that has started is completed: cancellation takes effect between files.
    request: (call) => sendWithin(log, call, new AbortController().signal),
    now: Date.now,
    elapsed: () => performance.now(),
    wait: async (milliseconds, signal) => {
      await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
    },
    failed: logged(log),
  };
}

export function nameOf(uri: string): string {
  return shownName(vscode.Uri.parse(uri));
}

export function consentPorts(): ConsentPorts {
  return {
    typedShare: readTypedShare(),
    askComment: async (environment, pushes) =>
      typeIn({
        title: t('Push files to {0}: comment', environment),
        prompt: sentencesOf([
          ...(pushes ? [t('Press Enter to push now.')] : []),
          t('Used for each toggle whose file has no new comment. If it is empty, a summary of the change is used.'),
        ]),
      }),
    confirm: async (environment, question) => {
      const yes = question.pushes ? t('Push to {0}', environment) : t('Continue…');
      return (await ask('warning', question, { [yes]: true })) ?? false;
    },
    typeName: (typed, prompt) => typeName({ title: t('Push files to {0}', word(typed)), prompt, typed }),
  };
}

async function chooseEnvironment(choices: readonly EnvironmentChoice[]): Promise<string | undefined> {
  const items = choices.map(({ name, keys, files, protected: isProtected }) => ({
    name,
    icon: isProtected ? 'lock' : 'cloud',
    label: environmentsName(name, keys),
    description: [files === 1 ? t('1 file') : t('{0} files', files), ...(isProtected ? [t('protected')] : [])].join(
      ' · ',
    ),
  }));
  const picked = await pick(items, {
    title: t('Push files'),
    placeHolder: t('Environment'),
  });
  return picked?.name;
}
