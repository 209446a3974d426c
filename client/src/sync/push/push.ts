/**
 * The one flow of every push: looks at what is there, asks, and sends. An equal body is not pushed, what others changed
 * meanwhile is never lost unseen, and a review that the environment requires is asked for. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import { inTurn } from '../pace/inTurn.js';
import type { Service } from '../service/service.js';
import { changes } from '../state/changes.js';
import { riskOf } from '../state/risk.js';
import { sameState } from '../state/state.js';
import { undoes } from '../state/undoes.js';
import { word } from '../words/harmless.js';
import { refused } from './checkedFile.js';
import type { Read, Unread } from './look.js';
import { changesOf, look } from './look.js';
import type { LastSeen } from './memory.js';
import { lastSeen, seenNow } from './memory.js';
import type {
  Change,
  Conflict,
  Proposal,
  PushPorts,
  PushResult,
  Question,
  UnreadChange,
  UnreadQuestion,
} from './ports.js';
import type { Overtaken } from './send.js';
import { send, submit } from './send.js';

/** Begins anew where another version came in between: what is remembered is no longer what is live, so the person sees it. */
export async function push(ports: PushPorts, proposal: Proposal): Promise<PushResult> {
  const result = await pushOnce(ports, proposal);
  if (result.kind !== 'overtaken') return result;
  const { service, comment } = result;
  return push(ports, { ...proposal, service: () => Promise.resolve(service), comment, isOvertaken: true });
}

export async function pushOnce(ports: PushPorts, proposal: Proposal): Promise<PushResult | Overtaken> {
  const looked = await look(ports, proposal);
  if (looked.kind !== 'read' && looked.kind !== 'unread') return looked;
  const prepared =
    looked.kind === 'read' ? await prepareRead(ports, proposal, looked) : prepareUnread(proposal, looked);
  if ('kind' in prepared) return prepared;

  const { mustAsk, change } = prepared;
  if (change !== undefined && (mustAsk || typeof proposal.comment !== 'string')) await ports.show(change);
  const comment = typeof proposal.comment === 'string' ? proposal.comment : await proposal.comment();
  if (comment === undefined) return { kind: 'abandoned' };
  const question = await prepared.question(comment);
  const answer = mustAsk ? await ports.decide(question) : 'push';
  if (answer === undefined) return { kind: 'abandoned' };
  const service = prepared.service ?? (await proposal.service());
  if (service === undefined) return { kind: 'abandoned' };
  const body = await proposal.final(comment);
  if (typeof body !== 'string') return body;
  return answer === 'submit' && 'live' in question
    ? submit(ports, service, question)
    : send(ports, service, question, body);
}

/** The question of a push, and whether it must be asked. */
interface Prepared {
  /** To be shown; undefined where there is nothing to compare with. */
  readonly change: Change | UnreadChange | undefined;
  /** False where one click is enough: nothing is at stake, and nothing is lost that nobody has seen. */
  readonly mustAsk: boolean;
  readonly question: (comment: string) => Promise<Question | UnreadQuestion>;
  /** Undefined where it was not needed yet. */
  readonly service?: Service;
}

function prepareUnread({ target, body, warnings }: Proposal, { remembered: last, before, after }: Unread): Prepared {
  return {
    change: last?.kind === 'pushed' ? { target, last, body } : undefined,
    mustAsk: warnings.length > 0 || target.protected,
    question: async (comment) => ({ target, comment, warnings, risk: await inTurn(() => riskOf(before, after)) }),
  };
}

async function prepareRead(
  ports: PushPorts,
  { target, warnings, isOvertaken }: Proposal,
  { service, change }: Read,
): Promise<Prepared | PushResult> {
  const { live, after, isSame, tracking } = change;
  const archived = (await service.isArchived()) ? [archivedWarning(target)] : [];
  const last = await lastSeen(ports, target);
  const states = last && { base: last.state, theirs: live.state, yours: after.state };
  if (states !== undefined && (await inTurn(() => undoes(states)))) {
    const stop = await reconciled(ports, { ...states, target, theirs: live, kept: after.kept });
    if (stop !== undefined) return stop;
  }
  const isSeen = isOvertaken !== true && last !== undefined && (await inTurn(() => isAllSeen(last, change)));
  const isHarmless = warnings.length + archived.length === 0 && live.reviewers === undefined;
  return {
    change,
    mustAsk: target.protected || !isHarmless || !isSeen,
    question: async (comment): Promise<Question> => ({
      ...change,
      comment,
      warnings,
      changes: [...archived, ...(await changesOf(change))],
      remarks: tracking === undefined || live.reviewers === undefined ? [] : [beyondApproval()],
      risk: await inTurn(() => riskOf(live.state, after.state)),
      // Of tracking alone, nothing could be submitted.
      reviewers: isSame ? undefined : live.reviewers,
    }),
    service,
  };
}

/** A request for approval has a state and a comment alone (service.md B). */
function beyondApproval(): string {
  return t(
    'Whether access events are tracked cannot be submitted for approval: only a push without approval changes it.',
  );
}

export function archivedWarning({ toggle }: Change['target']): string {
  return t('{0} is archived: no application is served it, whatever is pushed, until it is restored.', word(toggle));
}

/** Whether what is live is what the file was made from, and a person knows all of it that the push replaces. */
function isAllSeen({ state, kept = [], merging }: LastSeen, { live, after }: Change): boolean {
  return merging !== true && sameState(state, live.state) && kept.every((key) => after.kept.includes(key));
}

/** Undefined to go on with the push. */
async function reconciled(
  ports: PushPorts,
  conflict: Omit<Conflict, 'changes' | 'merged'>,
): Promise<PushResult | undefined> {
  const { target, base, theirs } = conflict;
  const answer = await ports.reconcile({
    ...conflict,
    changes: await inTurn(() => changes(base, theirs.state)),
    // Whether the person took over what the others changed is not known: the next push shows its diff.
    merged: () => ports.remember(target, { ...seenNow(ports, theirs), merging: true }),
  });
  if (answer === undefined) return { kind: 'abandoned' };
  if (answer === 'push') return undefined;
  return answer === 'changed' ? refused(t('the file changed meanwhile. Push again.')) : { kind: 'merging', target };
}
