/** Records all that happens to a file: what the next push of it goes on from, and what the status bar says of the last one. */
import type * as vscode from 'vscode';
import type { Recorder } from '../sync/push/memory.js';
import type { Bases } from './bases.js';
import { logged } from './fence.js';
import type { PushHistory } from './pushHistory.js';

export interface RecorderContext {
  readonly history: PushHistory;
  readonly bases: Bases;
  readonly log: vscode.LogOutputChannel;
  /** After anything has happened at a service. */
  readonly refresh: () => void;
}

export function recorderOf({ history, bases, log, refresh }: RecorderContext, file: vscode.Uri): Recorder {
  const uri = file.toString();
  return {
    remembered: (target) => bases.get(uri, target),
    remember: (target, what) => bases.set(uri, target, what),
    now: Date.now,
    pushed: async ({ environment, environmentKey }, outcome) => {
      // For the status bar; never a reason to fail.
      await history
        .record(uri, { environment, environmentKey, outcome, time: Date.now() })
        .then(undefined, logged(log));
      refresh();
    },
    submitted: refresh,
  };
}
