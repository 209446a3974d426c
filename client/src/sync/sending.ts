/**
 * How a push that is decided leaves: as the PATCH, locked to the version that was looked at, or as a request for approval;
 * and what became of it where the answer does not tell. Asks nobody anything. Pure of vscode.
 */
import { readForPush } from './approval/readForPush.js';
import type { Base } from './base.js';
import type { Guarded, GuardPorts, Question } from './guard.js';
import type { Live } from './service/live.js';
import { readLive } from './service/live.js';
import type { Outcome } from './service/outcome.js';
import type { Service } from './service/service.js';
import { sameState } from './state/state.js';

/** Overtaken: another version is there than the one that was looked at, and nobody has seen it. */
export type Sent = Guarded | 'overtaken';

type Remembering = Pick<GuardPorts, 'remember' | 'now'>;

export interface Decided {
  readonly question: Question;
  /** Whether it is what the file says, which then goes on from what is stored. */
  readonly ofFile: boolean;
  /** With the comment. */
  readonly body: string;
}

/** The documented PATCH, with the version that was looked at. */
export async function send(ports: Remembering, service: Service, { question, body, ofFile }: Decided): Promise<Sent> {
  const { target, live, after, changes: told } = question;
  const { outcome, answer } = await service.patch(withBaseVersion(body, live.version));
  const sent: Guarded = { kind: 'sent', target, outcome };
  const pushed = async (stored: Pick<Live, 'version' | 'state'>): Promise<Guarded> => {
    if (ofFile) await ports.remember(target, seenOf(ports, stored, after.kept));
    return { ...sent, outcome: outcome.kind === 'pushed' ? outcome : { kind: 'pushed', status: 200 }, changes: told };
  };
  if (outcome.kind === 'pushed')
    return pushed(readLive(answer?.body ?? '') ?? { version: live.version + 1, state: after.state });

  const now = mayBeAnother.has(outcome.kind) ? await readForPush(service) : undefined;
  if (now?.kind !== 'read' || now.value.version === live.version) return sent;
  // An answer that was lost on the way back, or a colleague who pushed the same.
  return sameState(now.value.state, after.state) ? pushed(now.value) : 'overtaken';
}

/** A request for approval is stored as it is sent, so it has what the service would keep, too. It has no version lock. */
export async function submit(service: Service, question: Question): Promise<Sent> {
  const { target, comment, live, after, reviewers = [] } = question;
  const current = await readForPush(service);
  if (current.kind === 'failed') return { kind: 'sent', target, outcome: current.outcome };
  if (current.kind === 'waiting') return { ...current, target };
  if (current.value.version !== live.version) return 'overtaken';
  const { disabled, content } = after.state;
  const { outcome } = await service.submit(JSON.stringify({ comment, disabled, content, reviewers }));
  const now = mayBeAnother.has(outcome.kind) ? await service.read() : undefined;
  const isWaiting =
    now?.kind === 'read' && now.value.pending?.kind === 'pending' && sameState(now.value.state, after.state);
  return outcome.kind === 'pushed' || isWaiting
    ? { kind: 'submitted', target, reviewers }
    : { kind: 'sent', target, outcome };
}

/**
 * Failures behind which the service may have changed, so that it is read again. Not after what the person cancelled: a
 * question is the last thing that is wanted then.
 */
export const mayBeAnother: ReadonlySet<Outcome['kind']> = new Set([
  'rejected',
  'interrupted',
  'timed-out',
  'web-page',
  'service-error',
  'gateway-error',
]);

/** @param kept what the file leaves to the service */
export function seenOf(
  ports: Pick<Remembering, 'now'>,
  { version, state }: Pick<Live, 'version' | 'state'>,
  kept: Base['kept'] = [],
): Base {
  return { kind: 'seen', version, state, time: ports.now(), ...(kept.length > 0 && { kept }) };
}

/** The last of two properties of the same name is the one that is read. */
function withBaseVersion(body: string, version: number): string {
  const open = body.trimEnd().slice(0, -1).trimEnd();
  return `${open}${open.endsWith('{') ? '' : ','}"baseVersion":${version}}`;
}
