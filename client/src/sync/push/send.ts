/**
 * Sends a push that a person has decided on. The documented PATCH and the request for approval leave here alone, and what came of
 * them is recorded here. Memory is changed before the request leaves, so that it stays true when the editor ends meanwhile or the
 * answer is lost. Asks nobody anything. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import type { Targeting } from '../service/live.js';
import { readLive } from '../service/live.js';
import type { Target } from '../../../../server/src/protocol.js';
import { afterReading, isDoubtful, mayHaveChanged } from '../service/outcome.js';
import type { Service } from '../service/service.js';
import { readBody, sameState } from '../state/state.js';
import type { Ended, Read, Unread, Waiting } from './look.js';
import { readForPush } from './look.js';
import type { Recorder } from './memory.js';
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
export async function send(
  recorder: Recorder,
  service: Service,
  decided: Decided | Pick<Unread, 'kind' | 'target'>,
  body: string,
): Promise<Ended | Overtaken> {
  if (decided.kind === 'read') return sendLocked(recorder, decided, body);
  const { target } = decided;
  const before = await recorder.remembered(target);
  // Until the outcome is certain, what was pushed earlier is not believed: it may be live no more.
  if (!(await recorder.remember(target, { kind: 'sending', time: recorder.now() }))) return forgetful(target);
  const { outcome } = await service.patch(body);
  if (outcome.kind === 'ok') await recorder.remember(target, { kind: 'pushed', body, time: recorder.now() });
  else if (!isDoubtful(outcome)) await recorder.remember(target, before);
  return recorded(recorder, { kind: 'ended', target, outcome });
}

/**
 * Locked to the version that was looked at, unless it is about tracking alone: then it makes no version, and the service looks
 * at no lock. Where the answer does not tell what came of it, the service does.
 */
async function sendLocked(
  recorder: Recorder,
  { target, service, live, after, isSame, tracking, changes, comment }: Decided,
  body: string,
): Promise<Ended | Overtaken> {
  const remember = (seen: Pick<Targeting, 'version' | 'state'>) =>
    recorder.remember(target, seenNow(recorder, seen, after.kept));
  // The next push compares with this, whatever comes of this one.
  if (!(await remember(live))) return forgetful(target);
  const { outcome, answer } = await service.patch(withBaseVersion(isSame ? trackingAlone(body) : body, live.version));
  if (outcome.kind === 'ok') {
    // Without a lock, what is answered may be a colleague's version, which nobody has seen.
    if (!isSame) await remember(readLive(answer?.body ?? '') ?? { version: live.version + 1, state: after.state });
    return recorded(recorder, { kind: 'ended', target, outcome, changes });
  }
  const now = mayHaveChanged(outcome) ? await readForPush(service) : undefined;
  if (now?.kind !== 'read') return recorded(recorder, { kind: 'ended', target, outcome });
  const isTracking = tracking === undefined || now.value.trackAccessEvents === tracking;
  if (isTracking && sameState(now.value.state, after.state)) {
    // An answer that was lost on the way back, or a colleague who pushed the same.
    await remember(now.value);
    return recorded(recorder, { kind: 'ended', target, outcome: { kind: 'ok', status: 200 }, changes });
  }
  if (now.value.version !== live.version) return { kind: 'overtaken', service, comment };
  return recorded(recorder, { kind: 'ended', target, outcome: afterReading(outcome) });
}

/** What the body says of the state would make a version without a change. */
function trackingAlone(body: string): string {
  return JSON.stringify({ ...readBody(body), disabled: undefined, content: undefined });
}

/** Nothing is sent: the next push would believe what is still remembered, although this one had made it untrue. */
function forgetful(target: Target): Ended {
  const reason = t(
    "the editor's storage cannot be written, so it could not be remembered what is live. The log says why.",
  );
  return { kind: 'ended', target, outcome: { kind: 'refused', reason } };
}

/** What came of it in the end: an answer that was lost may have been a push all the same. */
async function recorded(recorder: Recorder, sent: Ended): Promise<Ended> {
  await recorder.pushed(sent.target, sent.outcome.kind);
  return sent;
}

/**
 * Sends the whole state: a request for approval is stored as it is, so a field that it left out would not keep its value. The
 * service looks at no version lock of it.
 */
export async function submit(
  recorder: Recorder,
  { target, service, comment, live, after, reviewers = [] }: Decided & { readonly reviewers: Targeting['reviewers'] },
): Promise<Submitted | Ended | Waiting | Overtaken> {
  // The next push compares with this, whatever comes of the request.
  if (!(await recorder.remember(target, seenNow(recorder, live, after.kept)))) return forgetful(target);
  const current = await readForPush(service);
  if (current.kind === 'failed') return { kind: 'ended', target, outcome: current.outcome };
  if (current.kind === 'waiting') return { ...current, target };
  if (current.value.version !== live.version) return { kind: 'overtaken', service, comment };
  const { disabled, content } = after.state;
  const { outcome } = await service.submit(JSON.stringify({ comment, disabled, content, reviewers }));
  recorder.submitted();
  if (outcome.kind === 'ok') return { kind: 'submitted', target, reviewers };
  const now = mayHaveChanged(outcome) ? await service.read() : undefined;
  if (now?.kind !== 'read') return { kind: 'ended', target, outcome };
  return now.value.pending?.kind === 'pending' && sameState(now.value.state, after.state)
    ? { kind: 'submitted', target, reviewers }
    : { kind: 'ended', target, outcome: afterReading(outcome) };
}

/** The last of two properties of the same name is the one that is read. */
function withBaseVersion(body: string, version: number): string {
  const open = body.trimEnd().slice(0, -1).trimEnd();
  return `${open}${open.endsWith('{') ? '' : ','}"baseVersion":${version}}`;
}
