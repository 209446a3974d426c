/**
 * Pushes what was confirmed in the table of many files, some at once, and tells what came of each. Cancelled between
 * files: what is being sent is finished. Nothing is pushed of a file or over a state that is not the table's any more.
 * Pure of vscode.
 */
import { t } from '@vscode/l10n';
import { atMost } from './atMost.js';
import { sameBody } from './base.js';
import { tell } from './describe.js';
import { checkFile, ready } from './flow.js';
import type { GuardPorts } from './guardedPush.js';
import { pushGuarded } from './guardedPush.js';
import type { Live } from './live.js';
import type { ManyPorts, Ready } from './many.js';
import { tokensFor } from './many.js';
import type { Reaching } from './manyVerdict.js';
import { needsApproval, notPushed, noToken, patientService } from './manyVerdict.js';
import type { Outcome } from './outcome.js';
import { Patience } from './patience.js';
import { sameState } from './state.js';
import { originOf, targetName } from './target.js';

export interface Result {
  /** Doubtful: it may or may not have been applied. */
  readonly kind: 'pushed' | 'same' | 'failed' | 'doubtful' | 'not-sent';
  /** Empty when it was pushed: where to stands in the table. */
  readonly words: string;
}

export interface RunPorts extends ManyPorts {
  /** A file's turn has come. */
  readonly begun: (uri: string) => void;
  /** @param outcome of what was sent; undefined when nothing was */
  readonly ended: (uri: string, result: Result, outcome?: Outcome['kind']) => Promise<void>;
}

/** @param comment for files that have none, and for protected environments */
export async function runMany(
  ports: RunPorts,
  files: readonly Ready[],
  comment: string,
  cancel: AbortSignal,
): Promise<void> {
  const tokens = await tokensFor(
    ports,
    files.map(({ draft }) => draft.target),
  );
  const patience = new Patience(ports, cancel);
  await atMost(ports.concurrency, files, async (file) => {
    const { uri, target, comment: own } = file.draft;
    const token = tokens.get(originOf(target));
    if (cancel.aborted || token === undefined) {
      const reason = token === undefined ? noToken() : t('it was cancelled before anything was sent.');
      return ports.ended(uri, { kind: 'not-sent', words: notPushed(reason) });
    }
    ports.begun(uri);
    const { result, outcome } = await fenced(ports, () =>
      pushOne({ ports, patience, token }, file, {
        token,
        comment: target.protected ? comment : (own ?? comment),
      }),
    );
    return ports.ended(uri, result, outcome);
  });
}

interface Ended {
  readonly result: Result;
  readonly outcome?: Outcome['kind'];
}

interface Sending {
  readonly token: string;
  readonly comment: string;
}

/** What goes wrong with one file takes no result from the others. */
async function fenced({ failed }: ManyPorts, push: () => Promise<Ended>): Promise<Ended> {
  try {
    return await push();
  } catch (error) {
    failed(error);
    return failure(error instanceof Error ? error.message : String(error));
  }
}

async function pushOne(reaching: Reaching, file: Ready, sending: Sending): Promise<Ended> {
  const { live, draft } = file;
  if (live !== undefined) return pushSeen(reaching, { ...file, live }, sending);
  const { ports } = reaching;
  const { uri, target, url } = draft;
  const final = await finalBody(ports, file, sending.comment);
  if ('reason' in final) return failure(final.reason);
  const { outcome } = await reaching.patience.send(url, () => ports.request('PATCH', url, sending.token, final.body));
  if (outcome.kind === 'pushed')
    await ports.remember(uri, target, { kind: 'pushed', body: final.body, time: ports.now() });
  return told(outcome, file);
}

async function pushSeen(
  reaching: Reaching,
  file: Ready & { readonly live: Live },
  { token, comment }: Sending,
): Promise<Ended> {
  const { ports } = reaching;
  const { uri, target, url, body, warnings } = file.draft;
  const { version, state } = file.live;
  let stop = t('it has changed there since the table was made. Look at it again.');
  const guard: GuardPorts = {
    // What the table showed is the base: whatever is live in its place is somebody's change.
    remembered: () => Promise.resolve({ kind: 'seen', version, state, time: ports.now() }),
    remember: (_, what) => ports.remember(uri, target, what),
    now: ports.now,
    service: () => patientService(reaching, file.draft, token),
    decide: ({ reviewers, live }) => {
      if (!sameState(live.state, state)) return Promise.resolve(undefined);
      if (reviewers === undefined) return Promise.resolve('push');
      stop = needsApproval();
      return Promise.resolve(undefined);
    },
    reconcile: () => Promise.resolve(undefined),
  };
  const pushed = await pushGuarded(guard, {
    ...{ target, url, token, body, warnings },
    ofFile: true,
    comment: () => Promise.resolve(comment),
    final: (last) => finalBody(ports, file, last),
  });
  switch (pushed.kind) {
    case 'sent':
      return told(pushed.outcome, file);
    case 'refused':
      return failure(pushed.reason);
    case 'nothing-new': {
      const words = t('Nothing to push: version {0} of {1} says the same.', pushed.version, targetName(target));
      return { result: { kind: 'same', words } };
    }
    case 'abandoned':
      return failure(stop);
    case 'merging':
    case 'submitted':
      throw new Error('Many files neither merge nor ask for a review.');
  }
}

/** The body with its comment, as long as the file still says what the table showed. */
async function finalBody(
  ports: ManyPorts,
  { draft }: Ready,
  comment: string,
): Promise<{ readonly body: string } | { readonly reason: string }> {
  const document = await ports.open(draft.uri);
  // What was typed since is not saved: it is not in the table.
  const check = await checkFile({ ...document, save: () => Promise.resolve(true) });
  if ('reason' in check) return check;
  const body = await ready(document, check, comment);
  if (typeof body !== 'string') return body;
  return sameBody(body, draft.body) ? { body } : { reason: t('the file has changed since the table was made.') };
}

function told(outcome: Outcome, { draft }: Ready): Ended {
  const { level, sentence } = tell(outcome, draft.target);
  const kind =
    outcome.kind === 'refused'
      ? 'not-sent'
      : ({ information: 'pushed', warning: 'doubtful', error: 'failed' } as const)[level];
  return { result: { kind, words: kind === 'pushed' ? '' : sentence }, outcome: outcome.kind };
}

function failure(reason: string): Ended {
  return { result: { kind: 'failed', words: notPushed(reason) } };
}
