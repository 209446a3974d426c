/**
 * A push to a service that can be read (service.md B): what is live is looked at first, an equal file is not pushed, what
 * others changed meanwhile is never lost unseen, and a review that the environment requires is asked for. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import type { Target } from '../../../server/src/protocol.js';
import { readForPush } from './approval/readForPush.js';
import type { Base } from './base.js';
import type { Change, Conflict, Guarded, GuardPorts, Question, Wanted } from './guard.js';
import { inTurn } from './pace/inTurn.js';
import { seenOf, send, submit } from './sending.js';
import type { Live } from './service/live.js';
import { changes } from './state/changes.js';
import { riskOf } from './state/risk.js';
import type { Effective } from './state/state.js';
import { effective, readBody, sameState } from './state/state.js';
import { undoes } from './state/undoes.js';
import { word } from './words/harmless.js';

export async function pushGuarded(ports: GuardPorts, wanted: Wanted): Promise<Guarded> {
  const { target, url, token, warnings, ofFile } = wanted;
  const service = ports.service(target, url, token);
  const reading = await readForPush(service);
  if (reading.kind === 'failed') return { kind: 'sent', target, outcome: reading.outcome };
  if (reading.kind === 'waiting') return { ...reading, target };
  const live = reading.value;

  const after = await inTurn(() => effective(readBody(wanted.body), live.state));
  const tracking = await inTurn(() => trackingChange(wanted, live));
  const isSame = await inTurn(() => sameState(after.state, live.state));
  if (tracking.length === 0 && isSame) {
    if (ofFile) await goOnFrom(ports, target, live, after);
    return { kind: 'nothing-new', target, version: live.version };
  }
  const archived = (await service.isArchived()) ? [archivedWarning(target)] : [];
  const base = ofFile ? await baseOf(ports, target) : undefined;
  const three = base && { base: base.state, theirs: live.state, yours: after.state };
  if (three !== undefined && (await inTurn(() => undoes(three)))) {
    const stop = await reconciled(ports, {
      ...{ ...three, target, theirs: live, kept: after.kept },
    });
    if (stop !== undefined) return stop;
  }
  const change: Change = { target, live, after };
  const isSeen = wanted.overtaken !== true && base !== undefined && (await inTurn(() => isAllSeen(base, change)));
  // One click is enough where nothing is at stake and nothing is lost that nobody has seen.
  const isHarmless = warnings.length + archived.length === 0 && live.reviewers === undefined;
  const asks = target.protected || !isHarmless || !isSeen;
  if (asks || typeof wanted.comment !== 'string') await ports.show(change);
  const comment = typeof wanted.comment === 'string' ? wanted.comment : await wanted.comment();
  if (comment === undefined) return { kind: 'abandoned' };
  const question: Question = {
    ...change,
    comment,
    warnings,
    changes: [...archived, ...(await inTurn(() => changes(live.state, after.state))), ...tracking],
    risk: await inTurn(() => riskOf(live.state, after.state)),
    reviewers: live.reviewers,
  };
  const answer = asks ? await ports.decide(question) : 'push';
  if (answer === undefined) return { kind: 'abandoned' };
  const final = await wanted.final(comment);
  if ('reason' in final) return { kind: 'refused', reason: final.reason };
  // What the file goes on from, whatever comes of the push.
  if (ofFile) await ports.remember(target, seenOf(ports, live, after.kept));
  const result =
    answer === 'submit'
      ? await submit(service, question)
      : await send(ports, service, { question, body: isSame ? trackingAlone(final.body) : final.body, ofFile });
  if (result !== 'overtaken') return result;
  // What is remembered is no longer what is live now, so what came between is shown.
  if (ofFile) return pushGuarded(ports, { ...wanted, overtaken: true, comment });
  return { kind: 'refused', reason: t('{0} has changed meanwhile. Look at it again.', word(target.toggle)) };
}

/** It is no part of a state: the history has nothing of it, and it alone makes no version. */
function trackingChange({ body }: Wanted, { trackAccessEvents: now }: Live): readonly string[] {
  const wanted = readBody(body)['trackAccessEvents'];
  if (typeof wanted !== 'boolean' || now === undefined || wanted === now) return [];
  return [wanted ? t('Access events are tracked.') : t('Access events are not tracked any more.')];
}

/** What is said of the state would make a version without a change. */
function trackingAlone(body: string): string {
  return JSON.stringify({ ...readBody(body), disabled: undefined, content: undefined });
}

export function archivedWarning({ toggle }: Target): string {
  return t('{0} is archived: no application is served it, whatever is pushed, until it is restored.', word(toggle));
}

/** Whether what is live is what the file was made from, and a person knows all of it that the push replaces. */
function isAllSeen({ state, kept = [], merging }: Base, { live, after }: Change): boolean {
  return merging !== true && sameState(state, live.state) && kept.every((key) => after.kept.includes(key));
}

/** After this, what the file says is live. What it says nothing of, nobody has seen. */
export async function goOnFrom(
  ports: Pick<GuardPorts, 'remembered' | 'remember' | 'now'>,
  target: Target,
  live: Pick<Live, 'version' | 'state'>,
  { kept }: Effective,
): Promise<void> {
  if (kept.length > 0) return;
  const base = await baseOf(ports, target);
  // What a merge or a pull brought can still be undone.
  await ports.remember(target, { ...seenOf(ports, live), ...(base?.merging && { merging: true }) });
}

async function baseOf(ports: Pick<GuardPorts, 'remembered'>, target: Target): Promise<Base | undefined> {
  const remembered = await ports.remembered(target);
  return remembered?.kind === 'seen' ? remembered : undefined;
}

/** Undefined to go on with the push. */
async function reconciled(
  ports: GuardPorts,
  conflict: Omit<Conflict, 'changes' | 'merged'>,
): Promise<Guarded | undefined> {
  const { target, base, theirs } = conflict;
  const answer = await ports.reconcile({
    ...conflict,
    changes: await inTurn(() => changes(base, theirs.state)),
    // Whether the person took over what the others changed is not known: the next push shows its diff.
    merged: () => ports.remember(target, { ...seenOf(ports, theirs), merging: true }),
  });
  if (answer === undefined) return { kind: 'abandoned' };
  if (answer === 'push') return undefined;
  return answer === 'changed'
    ? { kind: 'refused', reason: t('the file changed meanwhile. Push again.') }
    : { kind: 'merging', target };
}
