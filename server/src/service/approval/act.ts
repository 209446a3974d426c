/** Acts on a submitted change. Reads the change again first, since the service has no lock. Does not import vscode. */
import type { Target } from '../../core/protocol.js';
import { rememberLive } from '../push/memory.js';
import { afterReading, mayHaveChanged } from '../http/answers/outcome.js';
import type { Exchange } from '../http/request.js';
import type { Service } from '../http/service.js';
import { stateAfterPatch, readBody, sameState } from '../../core/targeting/state/state.js';
import type { Acted, ActPorts } from './acting.js';
import type { Approval } from '../http/answers/answers.js';
import type { ReviewStep } from './approvalActions.js';
import { possible } from './approvalActions.js';
import type { SubmittedChange, Now } from './change.js';
import { isSameChange, readNow } from './change.js';

/** @param wanted the action to take without asking, if the change's state allows it */
export async function act(ports: ActPorts, target: Target, wanted?: ReviewStep): Promise<Acted> {
  const { service } = ports;
  const first = await readNow(service);
  if (first.kind === 'failed') return { kind: 'not-read', outcome: first.outcome };
  const { change } = first.value;
  if (change === undefined) return { kind: 'none' };

  const deeds = possible[change.approval.kind];
  const deed = deeds.find((each) => each === wanted) ?? (await ports.choose(change, deeds));
  if (deed === undefined) return { kind: 'abandoned' };
  const comment = deed === 'publish' ? undefined : await ports.comment(deed);
  if (comment === undefined && deed !== 'publish') return { kind: 'abandoned' };
  if (!(await ports.confirm({ target, deed, change, comment }))) return { kind: 'abandoned' };

  const again = await readNow(service);
  if (again.kind === 'failed') return { kind: 'not-read', outcome: again.outcome };
  const { change: now } = again.value;
  if (now === undefined || !isSameChange(change, now)) return { kind: 'overtaken' };
  const { outcome, answer } = await send(service, change.approval, deed, comment ?? '');

  const last = outcome.kind === 'ok' || mayHaveChanged(outcome) ? await readNow(service) : undefined;
  const after = last?.kind === 'read' ? last.value : undefined;
  // The service returns 200 with an empty body if it did nothing (service.md B).
  const isAnswered = outcome.kind === 'ok' && answer?.body.trim() !== '';
  if (isAnswered || (after !== undefined && isAsWanted(deed, change, after))) {
    const live = after?.live ?? change.live;
    if (deed === 'publish') await rememberPublished(ports, target, live);
    return { kind: 'done', deed, change, version: live.version };
  }
  if (outcome.kind === 'ok') return { kind: 'overtaken' };
  return {
    kind: 'not-done',
    deed,
    outcome: after ? afterReading(outcome) : outcome,
    now: after && (after.change?.approval ?? 'none'),
  };
}

async function send(service: Service, { kind }: Approval, deed: ReviewStep, comment: string): Promise<Exchange> {
  switch (deed) {
    case 'approve':
      return service.decide('PASS', comment);
    case 'reject':
      return service.decide('REJECT', comment);
    case 'publish':
      return service.publishSubmitted();
    case 'withdraw': {
      if (kind !== 'pending') return service.cancelSubmitted(comment);
      // Revoking is safer: a canceled change can still be approved. But only an owner can revoke (service.md B).
      const revoked = await service.decide('REVOKE', comment);
      return revoked.outcome.kind === 'rejected' ? service.cancelSubmitted(comment) : revoked;
    }
  }
}

/** True if a later read shows that the action was applied. Used if the response is inconclusive. */
function isAsWanted(deed: ReviewStep, change: SubmittedChange, { change: submitted, live }: Now): boolean {
  switch (deed) {
    case 'approve':
      return submitted?.approval.kind === 'approved';
    case 'reject':
      return submitted?.approval.kind === 'rejected';
    case 'withdraw':
      return submitted === undefined && live.version === change.live.version;
    case 'publish':
      return submitted === undefined && live.version > change.live.version && sameState(live.state, change.after);
  }
}

/** Remembers the published version as seen if the file has the same state. */
async function rememberPublished(ports: ActPorts, target: Target, live: Now['live']): Promise<void> {
  const body = await ports.body();
  const effect = body === undefined ? undefined : stateAfterPatch(readBody(body), live.state);
  if (effect !== undefined && sameState(effect.state, live.state)) await rememberLive(ports, target, live, effect);
}
