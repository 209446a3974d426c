/** Gives the push commands access to this editor: the file, its remembered state, and questions. */
import type * as vscode from 'vscode';
import { workspace } from 'vscode';
import {
  checkRequest,
  environmentTogglesRequest,
  failingTestsRequest,
  impactRequest,
  liveCommitRequest,
} from '../../../server/src/core/protocol.js';
import type { Target } from '../../../server/src/core/protocol.js';
import type { MemoryStore } from './memoryStore.js';
import { showChange } from '../drift/comparisons.js';
import type { Diffs } from '../drift/diffs.js';
import { logged } from '../fence.js';
import type { LanguageServer } from '../server/languageClient.js';
import { isClean, merge } from '../merge/merge.js';
import { reachMilestone } from '../milestones.js';
import type { MergeResults } from '../merge/mergeResults.js';
import type { LastPushes, Place } from './lastPushes.js';
import type { FilePorts } from '../../../server/src/service/push/checkedFile.js';
import type { Recorder } from '../../../server/src/service/push/memory.js';
import type { PushPorts } from '../../../server/src/service/push/push.js';
import type { ImpactOf } from '../../../server/src/service/push/risk.js';
import { unknownImpact } from '../../../server/src/service/push/risk.js';
import type { RiskPorts } from '../../../server/src/service/push/risks.js';
import type { StatePorts } from '../../../server/src/service/push/pushState.js';
import { askToMerge, decide } from '../questions/pushQuestion.js';
import { askComment } from '../questions/prompts.js';
import { serviceFor } from '../requests.js';
import type { ReportPushContext } from './reportPush.js';
import { saved } from './targetingFile.js';

export interface PushContext extends ReportPushContext {
  readonly lastPushes: LastPushes;
  readonly memoryStore: MemoryStore;
  readonly diffs: Diffs;
  readonly merges: MergeResults;
  /** URIs of files that are being pushed. */
  readonly underWay: Set<string>;
  /** Call this function after any change in a service. `pushed` is the target of a successful push of the file. */
  readonly refresh: (file?: vscode.Uri, pushed?: Target) => void;
}

export function pushPorts(context: PushContext, file: vscode.Uri): PushPorts {
  const { diffs, merges } = context;
  return {
    ...recorderOf(context, file),
    ...questions(context, file),
    show: (looked) => showChange(diffs, looked, file),
    liveCommit: (live) => context.server.ask(liveCommitRequest, { uri: file.toString(), live }),
    reconcile: async (conflict) => {
      const isSafe = isClean(conflict) && !merges.undone.has(file.toString());
      const answer = isSafe ? 'merge' : await askToMerge(diffs, conflict);
      return answer === 'merge' ? merge(context, file, conflict, 'push') : answer;
    },
  };
}

/** Access to this editor for a rollback or a promotion. */
export function statePorts(
  context: PushContext,
  file: vscode.Uri,
  { whileSending, recordOutcome }: Pick<Recorder, 'whileSending' | 'recordOutcome'>,
): StatePorts {
  return {
    ...questions(context, file),
    whileSending,
    recordOutcome,
    service: (access) => serviceFor(context.log, access),
    askComment: (target, proposal, origin, affected) => askComment(target, proposal, { origin, affected }),
    // Only lenses and the badge need the recorded version, so a failure to record it does not fail the push.
    made: (target, version) => context.lastPushes.recordMade(target, version).catch(logged(context.log)),
  };
}

function questions(
  context: PushContext,
  file: vscode.Uri,
): Pick<PushPorts, 'show' | 'decide' | 'release' | 'impact' | 'filesIn'> {
  const { diffs, protection, log } = context;
  return {
    impact: impactPort(context, file.toString()),
    filesIn: riskPorts(context).filesIn(file.toString()),
    show: (looked) => showChange(diffs, looked),
    decide,
    release: (target) => protection.release(target).catch(logged(log)),
  };
}

/** Access to the editor's document, and to the language server's results for the document. */
export function filePorts(server: LanguageServer, document: vscode.TextDocument): FilePorts {
  const uri = document.uri.toString();
  return {
    save: () => saved(document),
    onDisk: async () => {
      const bytes = await workspace.fs.readFile(document.uri).then(undefined, () => undefined);
      return { text: document.getText(), bytes };
    },
    // A reopened document restarts its version count, so the version of a closed document is invalid.
    version: () => (document.isClosed ? -1 : document.version),
    check: async (environment) => server.ask(checkRequest, { uri, environment }),
    failing: failingTests(server, uri),
  };
}

/** @param uri the URI of a file of the pushed toggle, in any environment */
export function failingTests(server: LanguageServer, uri: string): FilePorts['failing'] {
  return async ({ environment }, body) => server.ask(failingTestsRequest, { uri, environment, body });
}

/** @param uri the URI of a file of the pushed toggle, in any environment */
export function impactPort(context: Pick<PushContext, 'server' | 'log'>, uri: string): ImpactOf {
  const { impacts } = riskPorts(context);
  return async (target, before, after, others) => {
    const [impact] = await impacts(target, [{ uri, toggle: target.toggle, before, after }], others);
    return impact ?? unknownImpact();
  };
}

export function riskPorts({ server, log }: Pick<PushContext, 'server' | 'log'>): Required<RiskPorts> {
  const orElse = <T>(asked: Promise<T>, instead: T) =>
    asked.catch((error: unknown) => {
      logged(log)(error);
      return instead;
    });
  return {
    // Without the server, the impact is unknown, so the push asks the person.
    impacts: ({ environment }, changes, others) =>
      orElse(server.ask(impactRequest, { environment, changes, others }), changes.map(unknownImpact)),
    filesIn:
      (uri) =>
      ({ environment }) =>
        orElse(server.ask(environmentTogglesRequest, { uri, environment }), {}),
  };
}

/** Records the pushes of a file, for its next push and for the status bar. */
export function recorderOf({ lastPushes, memoryStore, log, refresh }: PushContext, file: vscode.Uri): Recorder {
  const uri = file.toString();
  return {
    remembered: (target) => memoryStore.get(uri, target),
    remember: (target, what, insteadOf) => memoryStore.set(uri, target, what, insteadOf),
    now: Date.now,
    whileSending: async (target, push, sent) => {
      const started = { ...placeIn(target), time: Date.now(), ...(sent && { sent }) };
      await lastPushes.started(uri, started).then(undefined, logged(log));
      try {
        return await push();
      } finally {
        await lastPushes.ended(uri).then(undefined, logged(log));
      }
    },
    recordOutcome: async (target, outcome) => {
      // Only the status bar needs the last push, so a failure to record it does not fail the push.
      await lastPushes.record(uri, { ...placeIn(target), outcome, time: Date.now() }).then(undefined, logged(log));
      if (outcome === 'ok') reachMilestone('hasPushed');
      refresh(file, outcome === 'ok' ? target : undefined);
    },
    recordSubmission: () => refresh(file),
  };
}

function placeIn({ environment, environmentKey, baseUrl, project }: Target): Place {
  return { environment, environmentKey, baseUrl, project };
}
