/** What a guarded push needs of this editor: memory, network and questions. For every command that pushes to a service. */
import type * as vscode from 'vscode';
import type { Target } from '../../../server/src/protocol.js';
import type { Bases } from './bases.js';
import { showChange } from './comparisons.js';
import type { Diffs } from './diffs.js';
import { logged } from './fence.js';
import { merge } from './merge.js';
import type { MergeResults } from './mergeResults.js';
import type { PushPorts } from '../sync/flow.js';
import type { GuardPorts } from '../sync/guard.js';
import type { StatePorts } from '../sync/pushState.js';
import type { Outcome } from '../sync/service/outcome.js';
import type { PushHistory } from './pushHistory.js';
import { askToMerge, decide } from './questions/decisions.js';
import { askComment } from './questions/prompts.js';
import { reach } from './reach.js';
import type { ReportContext } from './reportPush.js';

export interface PushContext extends ReportContext {
  readonly history: PushHistory;
  readonly bases: Bases;
  readonly diffs: Diffs;
  readonly merges: MergeResults;
  /** After a push, whatever came of it. */
  readonly pushed: () => void;
}

export function guardPorts(context: PushContext, file: vscode.Uri): GuardPorts & Pick<PushPorts, 'remember'> {
  const { bases, diffs, log, pushed } = context;
  const uri = file.toString();
  return {
    remembered: (target) => bases.get(uri, target),
    remember: (target, what) => bases.set(uri, target, what),
    now: Date.now,
    service: (target, url, token) => {
      const service = reach(log, { target, url, token });
      return {
        ...service,
        patch: async (body) => {
          const exchanged = await service.patch(body);
          await recordPush(context, file, target, exchanged.outcome.kind);
          return exchanged;
        },
        submit: async (body) => {
          const exchanged = await service.submit(body);
          pushed();
          return exchanged;
        },
      };
    },
    show: (change) => showChange(diffs, change),
    decide: (question) => decide(context.protection, question),
    reconcile: async (conflict) => {
      const answer = await askToMerge(diffs, conflict);
      if (answer !== 'merge') return answer;
      return (await merge(context, file, conflict)) ? 'merged' : 'changed';
    },
  };
}

/** For a push of what is not the file's: it is no push of the file, and is not remembered as one. */
export function portsBeside(context: PushContext, file: vscode.Uri): StatePorts {
  const service: StatePorts['service'] = (target, url, token) => reach(context.log, { target, url, token });
  return { ...guardPorts(context, file), service, askComment };
}

/** For the status bar; never a reason to fail. */
export async function recordPush(
  { history, log, pushed }: PushContext,
  file: vscode.Uri,
  { environment, environmentKey }: Target,
  outcome: Outcome['kind'],
): Promise<void> {
  try {
    await history.record(file.toString(), { environment, environmentKey, outcome, time: Date.now() });
  } catch (error) {
    logged(log)(error);
  }
  pushed();
}
