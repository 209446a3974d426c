/**
 * Pushes one file of a table that was confirmed: only as long as the file, and what is live, are what the table showed.
 * Merges nothing, and asks for no review. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import { sameBody } from '../base.js';
import type { Memory } from '../blindSend.js';
import { sendBlind } from '../blindSend.js';
import { checkFile, ready } from '../checkedFile.js';
import type { GuardPorts } from '../guard.js';
import { pushGuarded } from '../guardedPush.js';
import { tell } from '../service/describe.js';
import type { Live } from '../service/live.js';
import type { Outcome } from '../service/outcome.js';
import { targetName } from '../service/target.js';
import { sameState } from '../state/state.js';
import type { Ready } from './planned.js';
import type { ManyPorts } from './ports.js';
import type { Reaching } from './reaching.js';
import { patientService } from './reaching.js';
import { needsApproval, notPushed } from './reasons.js';

export interface Result {
  /** Doubtful: it may or may not have been applied. */
  readonly kind: 'pushed' | 'same' | 'failed' | 'doubtful' | 'not-sent';
  /** Empty when it was pushed: where to stands in the table. */
  readonly words: string;
}

export interface Ended {
  readonly result: Result;
  readonly outcome?: Outcome['kind'];
}

/**
 * @param file as the table showed it
 * @param comment goes along
 */
export async function pushOne(reaching: Reaching, file: Ready, comment: string): Promise<Ended> {
  const { live, draft } = file;
  if (live !== undefined) return pushSeen(reaching, { ...file, live }, comment);
  const { ports, patience, token } = reaching;
  const { uri, target, url } = draft;
  const final = await finalBody(ports, file, comment);
  if ('reason' in final) return failure(final.reason);
  const memory: Memory = {
    remembered: () => ports.remembered(uri, target),
    remember: (what) => ports.remember(uri, target, what),
    now: ports.now,
  };
  const outcome = await sendBlind(memory, final.body, () =>
    patience.send(url, () => ports.request({ method: 'PATCH', url, token, body: final.body })),
  );
  return told(outcome, file);
}

async function pushSeen(reaching: Reaching, file: Ready & { readonly live: Live }, comment: string): Promise<Ended> {
  const { ports, token } = reaching;
  const { uri, target, url, body, warnings } = file.draft;
  const { version, state } = file.live;
  let stop = t('it has changed there since the table was made. Look at it again.');
  const guard: GuardPorts = {
    // What the table showed is the base: whatever is live in its place is somebody's change.
    remembered: () => Promise.resolve({ kind: 'seen', version, state, time: ports.now() }),
    remember: (_, what) => ports.remember(uri, target, what),
    now: ports.now,
    service: () => patientService(reaching, file.draft),
    // The table has shown it.
    show: () => Promise.resolve(),
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
    comment,
    final: (last) => finalBody(ports, file, last),
  });
  switch (pushed.kind) {
    case 'sent':
      return told(pushed.outcome, file);
    case 'refused':
    case 'waiting':
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

export function failure(reason: string): Ended {
  return { result: { kind: 'failed', words: notPushed(reason) } };
}
