/**
 * Sends a push that a person has decided on. The documented PATCH and the request for approval leave here alone, and what came of
 * them is recorded here. Memory is changed before the request leaves, so that it stays true when the editor ends meanwhile or the
 * answer is lost. Asks nobody anything. Pure of vscode.
 */
import { t } from '@vscode/l10n';
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

/** Another version is there than the one that was looked at, and nobody has seen it. Nothing was pushed. */
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

/** A person has seen what changes, and said yes. */
type Decided = Read & { readonly comment: string; readonly changes: readonly string[] };

/** @param body with the comment */
export function send(
  recorder: Recorder,
  service: Service,
  decided: Decided | Pick<Unreadable, 'kind' | 'target'>,
  body: string,
): Promise<PushOutcome | Overtaken> {
  const { target } = decided;
  if (decided.kind !== 'read')
    return recorder.whileSending(target, () => sendUnlocked(recorder, service, target, body));
  const { live, after, changesTrackingAlone } = decided;
  const sent = changesTrackingAlone ? undefined : { before: live.version, state: after.state };
  return recorder.whileSending(target, () => sendLocked(recorder, decided, body), sent);
}

async function sendUnlocked(recorder: Recorder, service: Service, target: Target, body: string): Promise<PushOutcome> {
  const before = await recorder.remembered(target);
  // Until the outcome is certain, what was pushed earlier is not believed: it may be live no more.
  const ours: Remembered = { kind: 'sending', time: recorder.now() };
  if (!(await recorder.remember(target, ours))) return storageFailed(target);
  const { outcome } = await service.patch(body);
  if (outcome.kind === 'ok') await recorder.remember(target, { kind: 'pushed', body, time: recorder.now() });
  else await putBack(recorder, { target, outcome, before, ours });
  return recorded(recorder, { kind: 'outcome', target, outcome });
}

/**
 * Locked to the version that was looked at, unless it is about tracking alone: then it makes no version, and the service looks
 * at no lock. Where the answer does not tell its outcome, the service does.
 */
async function sendLocked(
  recorder: Recorder,
  { target, service, live, after, changesTrackingAlone, tracking, changes, comment }: Decided,
  body: string,
): Promise<PushOutcome | Overtaken> {
  const remember = (seen: Pick<Targeting, 'version' | 'state'>) =>
    recorder.remember(target, seenNow(recorder, seen, after.leftToService));
  const before = await recorder.remembered(target);
  // Of a push that may have been applied, the next one compares with this.
  const ours = {
    ...seenNow(recorder, live, after.leftToService),
    ...(!changesTrackingAlone && { sent: after.state }),
  };
  if (!(await recorder.remember(target, ours))) return storageFailed(target);
  const failed = async (outcome: Outcome, arrival?: string) => {
    await putBack(recorder, { target, outcome, before, ours });
    return recorded(recorder, { kind: 'outcome', target, outcome, ...(arrival !== undefined && { arrival }) });
  };
  const overtaken = async (): Promise<Overtaken> => {
    // Whoever had seen nothing before has seen this version by now, so the new one can be merged.
    if (before?.kind === 'seen') await recorder.remember(target, before, ours);
    return { kind: 'overtaken', service, comment };
  };
  const { outcome, answer } = await service.patch(
    withBaseVersion(changesTrackingAlone ? trackingAlone(body) : body, live.version),
  );
  if (outcome.kind === 'ok') {
    // Without a lock, what is answered may be a colleague's version, which nobody has seen.
    if (!changesTrackingAlone)
      await remember(readTargeting(answer?.body ?? '') ?? { version: live.version + 1, state: after.state });
    return recorded(recorder, { kind: 'outcome', target, outcome, changes });
  }
  const now = mayHaveChanged(outcome) ? await readForPush(service) : undefined;
  if (now?.kind !== 'read') return failed(outcome);
  const found = now.value;
  // What was refused made no version, even where a colleague's says the same.
  if (!isDoubtful(outcome)) return found.version === live.version ? failed(outcome) : overtaken();
  const applied = { kind: 'outcome', target, outcome: { kind: 'ok', status: 200 } } as const;
  const isTracking = tracking === undefined || found.trackAccessEvents === tracking;
  if (changesTrackingAlone && isTracking) return recorded(recorder, { ...applied, changes });
  const arrival = await arrivalOf(service, target, { before: live.version, state: after.state }, found);
  if (arrival.kind === 'applied' && isTracking && !changesTrackingAlone) {
    // If someone has pushed another version since, the next push compares it with this one.
    await remember(arrival.as);
    return recorded(recorder, { ...applied, ...(arrival.as.version === found.version && { changes }) });
  }
  // A question is the last thing that is wanted after Cancel.
  const isOther = arrival.kind === 'other' && !changesTrackingAlone;
  if (isOther && outcome.kind !== 'cancelled') return overtaken();
  const ended = arrival.kind === 'still' || changesTrackingAlone ? afterReading(outcome) : outcome;
  return failed(ended, (isOther || arrival.kind === 'still') && isDoubtful(ended) ? arrival.sentence : undefined);
}

/** What the body says of the state would make a version without a change. */
function trackingAlone(body: string): string {
  return JSON.stringify({ ...readBody(body), disabled: undefined, content: undefined });
}

interface Tried {
  readonly target: Target;
  readonly outcome: Outcome;
  /** What was remembered before the request left, and what has been since. */
  readonly before: Remembered | undefined;
  readonly ours: Remembered;
}

/**
 * Where nothing was applied for certain, what was remembered before is true again. Otherwise the next push would take what a
 * colleague pushed since for seen, and replace it without a question.
 */
async function putBack(recorder: Recorder, { target, outcome, before, ours }: Tried): Promise<void> {
  if (!isDoubtful(outcome)) await recorder.remember(target, before, ours);
}

/** If memory cannot be updated first, nothing is sent: the next push would trust stale state. */
function storageFailed(target: Target): PushOutcome {
  const reason = t(
    'the editor cannot write to its storage, where it records what is live before each push. The log says why.',
  );
  return { kind: 'outcome', target, outcome: { kind: 'stopped-here', reason } };
}

/** What came of it in the end: an answer that was lost may have been a push anyway. */
async function recorded(recorder: Recorder, sent: PushOutcome): Promise<PushOutcome> {
  await recorder.recordOutcome(sent.target, sent.outcome.kind);
  return sent;
}

/** Sends the whole state: a request for approval is stored as it is, so a field that it left out would not keep its value. */
export async function submit(
  recorder: Recorder,
  { target, service, comment, live, after, reviewers = [] }: Decided & { readonly reviewers: Targeting['reviewers'] },
): Promise<Submitted | PushOutcome> {
  const before = await recorder.remembered(target);
  // Of a request that may have been stored, the next push compares with this.
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

/** The last of two properties of the same name is the one that is read. */
function withBaseVersion(body: string, version: number): string {
  const open = body.trimEnd().slice(0, -1).trimEnd();
  return `${open}${open.endsWith('{') ? '' : ','}"baseVersion":${version}}`;
}
