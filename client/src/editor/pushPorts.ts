/** What a push needs of this editor: memory, network and questions. For every command that pushes to a service. */
import type * as vscode from 'vscode';
import { showChange, showUnreadChange } from './comparisons.js';
import type { Diffs } from './diffs.js';
import { merge } from './merge.js';
import type { MergeResults } from './mergeResults.js';
import type { PushPorts } from '../sync/push/ports.js';
import type { StatePorts } from '../sync/push/pushState.js';
import { askToMerge, confirmUnread, decide } from './questions/decisions.js';
import { askComment } from './questions/prompts.js';
import { serviceFor } from './requests.js';
import type { RecorderContext } from './recorder.js';
import { recorderOf } from './recorder.js';
import type { ReportContext } from './reportPush.js';

export interface PushContext extends ReportContext, RecorderContext {
  readonly diffs: Diffs;
  readonly merges: MergeResults;
}

export function pushPorts(context: PushContext, file: vscode.Uri): PushPorts {
  const { diffs } = context;
  return {
    ...recorderOf(context, file),
    ...questions(context),
    reconcile: async (conflict) => {
      const answer = await askToMerge(diffs, conflict);
      if (answer !== 'merge') return answer;
      return (await merge(context, file, conflict)) ? 'merged' : 'changed';
    },
  };
}

/** For a push of what is not the file's. */
export function statePorts(context: PushContext): StatePorts {
  return { ...questions(context), service: (access) => serviceFor(context.log, access), askComment };
}

function questions({ diffs, protection }: PushContext): Pick<PushPorts, 'show' | 'decide'> {
  return {
    show: (change) => ('live' in change ? showChange(diffs, change) : showUnreadChange(diffs, change)),
    decide: (question) => ('live' in question ? decide(protection, question) : confirmUnread(protection, question)),
  };
}
