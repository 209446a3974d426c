/**
 * Sends a confirmed push and records its outcome; only this file sends a PATCH or a request for approval. Memory is
 * updated before sending, so that it stays correct if the editor exits or the response is lost. Does not import vscode.
 */
import { t } from '../../core/t.js';
import type { Targeting } from '../http/answers/answers.js';
import { readTargeting } from '../http/answers/answers.js';
import type { Target } from '../../core/protocol.js';
import type { Outcome } from '../http/answers/outcome.js';
import { afterReading, isDoubtful, mayHaveChanged } from '../http/answers/outcome.js';
import type { Service } from '../http/service.js';
import { readBody, sameState } from '../../core/targeting/state/state.js';
import { arrivalOf } from './arrival.js';
import type { PushOutcome, Read, Unreadable } from './look.js';
import { readForPush } from './look.js';
import type { Recorder, Remembered } from './memory.js';
import { seenNow } from './memory.js';

/** Nothing was pushed, since the person has not seen the version that is live now. */
export interface Overtaken {
  readonly kind: 'overtaken';
  readonly service: Service;
  readonly comment: string;
}

export interface Submitted {
  readonly kind: 'submitted';
  readonly target: Target;
  readonly reviewers: readonly string[];
}

/** A push whose changes the person has confirmed. */
type Decided = Read & { readonly comment: string; readonly changes: readonly string[] };

/** @param body JSON text that includes the comment */
export function send(
  recorder: Recorder,
  service: Service,
  decided: Decided | Pick<Unreadable, 'kind' | 'target'>,
  body: string,
): Promise<PushOutcome | Overtaken> {
  const { target } = decided;
  if (decided.kind !== 'read')
    return recorder.whileSending(target, () => sendUnlocked(recorder, service, target, body));
  const { live, after, changesOnlyTracking } = decided;
  const sent = changesOnlyTracking ? undefined : { before: live.version, state: after.state };
  return recorder.whileSending(target, () => sendLocked(recorder, decided, body), sent);
}

async function sendUnlocked(recorder: Recorder, service: Service, target: Target, body: string): Promise<PushOutcome> {
  const before = await recorder.remembered(target);
  // The earlier push may no longer be live, so it is forgotten until the outcome of this push is certain.
  const ours: Remembered = { kind: 'sending', time: recorder.now() };
  if (!(await recorder.remember(target, ours))) return storageFailed(target);
  const { outcome } = await service.patch(body);
  if (outcome.kind === 'ok') await recorder.remember(target, { kind: 'pushed', body, time: recorder.now() });
  else await putBack(recorder, { target, outcome, before, ours });
  return recorded(recorder, { kind: 'outcome', target, outcome });
}

/** Locks the push to the reviewed version. A push that changes only tracking makes no version and ignores the lock. */
async function sendLocked(
  recorder: Recorder,
  { target, service, live, after, changesOnlyTracking, tracking, changes, comment }: Decided,
  body: string,
): Promise<PushOutcome | Overtaken> {
  const remember = (seen: Pick<Targeting, 'version' | 'state'>) =>
    recorder.remember(target, seenNow(recorder, seen, after.leftToService));
  const before = await recorder.remembered(target);
  // The next push compares with this entry if the outcome is in doubt.
  const ours = {
    ...seenNow(recorder, live, after.leftToService),
    ...(!changesOnlyTracking && { sent: after.state }),
  };
  if (!(await recorder.remember(target, ours))) return storageFailed(target);
  const failed = async (outcome: Outcome, arrival?: string) => {
    await putBack(recorder, { target, outcome, before, ours });
    return recorded(recorder, { kind: 'outcome', target, outcome, ...(arrival !== undefined && { arrival }) });
  };
  const overtaken = async (): Promise<Overtaken> => {
    // Without a previous entry, the version just reviewed stays remembered, so that the new version can be merged.
    if (before?.kind === 'seen') await recorder.remember(target, before, ours);
    return { kind: 'overtaken', service, comment };
  };
  const { outcome, answer } = await service.patch(
    withBaseVersion(changesOnlyTracking ? trackingAlone(body) : body, live.version),
  );
  if (outcome.kind === 'ok') {
    // Without a lock, the response may contain a colleague's version that nobody has seen here.
    if (!changesOnlyTracking)
      await remember(readTargeting(answer?.body ?? '') ?? { version: live.version + 1, state: after.state });
    return recorded(recorder, { kind: 'outcome', target, outcome, changes });
  }
  const now = mayHaveChanged(outcome) ? await readForPush(service) : undefined;
  if (now?.kind !== 'read') return failed(outcome);
  const found = now.value;
  // A rejected push made no version, even if a colleague's version has the same state.
  if (!isDoubtful(outcome)) return found.version === live.version ? failed(outcome) : overtaken();
  const applied = { kind: 'outcome', target, outcome: { kind: 'ok', status: 200 } } as const;
  const isTracking = tracking === undefined || found.trackAccessEvents === tracking;
  if (changesOnlyTracking && isTracking) return recorded(recorder, { ...applied, changes });
  const arrival = await arrivalOf(service, target, { before: live.version, state: after.state }, found);
  if (arrival.kind === 'applied' && isTracking && !changesOnlyTracking) {
    // If someone has pushed since, the next push compares the live version with this version.
    await remember(arrival.as);
    return recorded(recorder, { ...applied, ...(arrival.as.version === found.version && { changes }) });
  }
  // A person who has canceled does not want another question.
  const isOther = arrival.kind === 'other' && !changesOnlyTracking;
  if (isOther && outcome.kind !== 'canceled') return overtaken();
  const ended = arrival.kind === 'still' || changesOnlyTracking ? afterReading(outcome) : outcome;
  return failed(ended, (isOther || arrival.kind === 'still') && isDoubtful(ended) ? arrival.sentence : undefined);
}

/** Leaves out the state, which would make a version without a change. */
function trackingAlone(body: string): string {
  return JSON.stringify({ ...readBody(body), disabled: undefined, content: undefined });
}

interface Tried {
  readonly target: Target;
  readonly outcome: Outcome;
  /** Memory entries before and during the push. */
  readonly before: Remembered | undefined;
  readonly ours: Remembered;
}

/**
 * Restores the previous memory if it is certain that nothing was applied. Otherwise the next push would treat a
 * colleague's later version as seen, and replace it without a question.
 */
async function putBack(recorder: Recorder, { target, outcome, before, ours }: Tried): Promise<void> {
  if (!isDoubtful(outcome)) await recorder.remember(target, before, ours);
}

/** Nothing is sent if memory cannot be updated first, since the next push would trust stale state. */
function storageFailed(target: Target): PushOutcome {
  const reason = t(
    'the editor cannot write to its storage, where it records the live version before each push. See the log for the reason.',
  );
  return { kind: 'outcome', target, outcome: { kind: 'stopped-here', reason } };
}

/** Records the final outcome, since even a push whose response was lost may have been applied. */
async function recorded(recorder: Recorder, sent: PushOutcome): Promise<PushOutcome> {
  await recorder.recordOutcome(sent.target, sent.outcome.kind);
  return sent;
}

/** Submits the whole state: a request for approval is stored as sent, so an omitted field would lose its value. */
export async function submit(
  recorder: Recorder,
  { target, service, comment, live, after, reviewers = [] }: Decided & { readonly reviewers: Targeting['reviewers'] },
): Promise<Submitted | PushOutcome> {
  const before = await recorder.remembered(target);
  // The next push compares with this entry if the request may have been stored.
  const ours = seenNow(recorder, live, after.leftToService);
  if (!(await recorder.remember(target, ours))) return storageFailed(target);
  const failed = async (outcome: Outcome): Promise<PushOutcome> => {
    await putBack(recorder, { target, outcome, before, ours });
    return { kind: 'outcome', target, outcome };
  };
  const { disabled, content } = after.state;
  const { outcome } = await service.submit(JSON.stringify({ comment, disabled, content, reviewers }));
  recorder.recordSubmission();
  if (outcome.kind === 'ok') return { kind: 'submitted', target, reviewers };
  const now = mayHaveChanged(outcome) ? await service.read() : undefined;
  if (now?.kind !== 'read') return failed(outcome);
  return now.value.pending?.kind === 'pending' && sameState(now.value.state, after.state)
    ? { kind: 'submitted', target, reviewers }
    : failed(afterReading(outcome));
}

/** Appends `baseVersion` at the end, since the last of duplicate properties wins. */
function withBaseVersion(body: string, version: number): string {
  const open = body.trimEnd().slice(0, -1).trimEnd();
  return `${open}${open.endsWith('{') ? '' : ','}"baseVersion":${version}}`;
}
