/**
 * How a push that is decided leaves: as the PATCH, locked to the version that was looked at, or as a request for approval;
 * and what became of it where the answer does not tell. Asks nobody anything. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import type { Base } from './base.js';
import type { Guarded, GuardPorts, Question } from './guard.js';
import type { Live } from './service/live.js';
import { readLive } from './service/live.js';
import type { Outcome } from './service/outcome.js';
import type { Service } from './service/service.js';
import { sameState } from './state/state.js';
import { oneLine } from './words/oneLine.js';

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

  const now = await again(service, outcome);
  if (now === undefined || now.pending !== undefined || now.version === live.version) return sent;
  // An answer that was lost on the way back, or a colleague who pushed the same.
  return sameState(now.state, after.state) ? pushed(now) : 'overtaken';
}

/** A request for approval is stored as it is sent, so it has what the service would keep, too. It has no version lock. */
export async function submit(service: Service, question: Question): Promise<Sent> {
  const { target, comment, live, after, reviewers = [] } = question;
  const current = await service.read();
  if (current.kind === 'failed') return { kind: 'sent', target, outcome: current.outcome };
  if (current.value.pending !== undefined) return { kind: 'refused', reason: pendingReason(current.value.pending) };
  if (current.value.version !== live.version) return 'overtaken';
  const { disabled, content } = after.state;
  const { outcome } = await service.submit(JSON.stringify({ comment, disabled, content, reviewers }));
  const now = outcome.kind === 'pushed' ? undefined : await again(service, outcome);
  const isSubmitted = outcome.kind === 'pushed' || (now?.pending !== undefined && sameState(now.state, after.state));
  return isSubmitted ? { kind: 'submitted', target, reviewers } : { kind: 'sent', target, outcome };
}

/** What is there after a failure behind which the service may have another version than the one that was looked at. */
async function again(service: Service, { kind }: Outcome): Promise<Live | undefined> {
  const reading = mayBeAnother.has(kind) ? await service.read() : undefined;
  return reading?.kind === 'read' ? reading.value : undefined;
}

/** Not after what the person cancelled: a question is the last thing that is wanted then. */
const mayBeAnother: ReadonlySet<Outcome['kind']> = new Set([
  'rejected',
  'interrupted',
  'timed-out',
  'web-page',
  'service-error',
]);

/** @param kept what the file leaves to the service */
export function seenOf(
  ports: Pick<Remembering, 'now'>,
  { version, state }: Pick<Live, 'version' | 'state'>,
  kept: Base['kept'] = [],
): Base {
  return { kind: 'seen', version, state, time: ports.now(), ...(kept.length > 0 && { kept }) };
}

/** Why nothing can be pushed while a change waits. */
export function pendingReason({ by, since }: NonNullable<Live['pending']>): string {
  const who = oneLine(by ?? t('somebody'));
  return since === undefined
    ? t('a change by {0} waits for approval. Nothing can be pushed before it is decided.', who)
    : t(
        'a change by {0} has been waiting for approval since {1}. Nothing can be pushed before it is decided.',
        who,
        timeIn(since),
      );
}

/** As the person's machine writes times; what is none stays as it came. */
export function timeIn(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toLocaleString();
}

/** The last of two properties of the same name is the one that is read. */
function withBaseVersion(body: string, version: number): string {
  const open = body.trimEnd().slice(0, -1).trimEnd();
  return `${open}${open.endsWith('{') ? '' : ','}"baseVersion":${version}}`;
}
