/** Pushes a confirmed file without merge or review, unless file or live version changed. Does not import vscode. */
import { t } from '../../core/t.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { stateAfterPatch, readBody } from '../../core/targeting/state/state.js';
import { bodyAsShown } from '../push/checkedFile.js';
import type { Read, Unreadable } from '../push/look.js';
import { look } from '../push/look.js';
import type { Memory } from '../push/memory.js';
import { seenNow } from '../push/memory.js';
import { fingerprintOf } from '../push/gates.js';
import { send } from '../push/send.js';
import { describePush } from '../http/describe.js';
import type { Outcome } from '../http/answers/outcome.js';
import type { Service } from '../http/service.js';
import type { ReadyToPush } from './planned.js';
import type { ManyPorts } from './ports.js';
import { changedByOthers, approvalReason, verdictWithoutPush } from './planned.js';

export interface Result {
  /** `doubtful`: it is unknown whether the push was applied. */
  readonly kind: 'pushed' | 'same' | 'failed' | 'overtaken' | 'needs-approval' | 'doubtful' | 'not-sent';
  /** The reason if the file was not pushed; otherwise a sentence, or '' if the table already shows the result. */
  readonly words: string;
}

/** @param file the file as shown in the table */
export async function pushOne(ports: ManyPorts, service: Service, file: ReadyToPush, comment: string): Promise<Result> {
  const { uri, target, body } = file.checked;
  const recorder = ports.recorder(uri);
  // The confirmed content is pushed even if another push from this editor has sent the same content in the meantime.
  const wanted = { target, body, service: () => Promise.resolve(service), evenIfUnchanged: true };
  const looked = await look(recorder, wanted);
  if (looked.kind === 'outcome') return told(looked.outcome, file);
  if (looked.kind !== 'read' && looked.kind !== 'unreadable') {
    const without = verdictWithoutPush(looked);
    return without.kind === 'refused' ? failure(without.reason) : without;
  }
  if (looked.kind === 'read') {
    const { live } = looked;
    // The table showed no reviewers, so the review requirement is new.
    if (live.reviewers !== undefined) {
      const words = approvalReason(!looked.changesOnlyTracking);
      return looked.changesOnlyTracking ? failure(words) : { kind: 'needs-approval', words };
    }
    if (file.live === undefined || hasMoved(looked, file)) {
      await rememberShown(recorder, file);
      // A change of access tracking makes no version, so the service does not record its author.
      const modifiedBy = live.version === file.live?.version ? undefined : live.modifiedBy;
      return { kind: 'overtaken', words: changedByOthers({ ...live, modifiedBy }) };
    }
  }
  const bodyWithComment = await bodyAsShown(() => ports.open(uri), file.checked, comment);
  if (typeof bodyWithComment !== 'string') return failure(bodyWithComment.reason);
  const decided = looked.kind === 'read' ? { ...looked, comment, changes: file.changes } : looked;
  const sent = await send(recorder, service, decided, bodyWithComment);
  if (sent.kind === 'overtaken') return pushOne(ports, service, file, comment);
  const result = told(sent.outcome, file, sent.arrival);
  const made = result.kind === 'pushed' ? await recorder.remembered(target) : undefined;
  return made?.kind === 'seen' ? { ...result, words: t('version {0}', made.version) } : result;
}

/** True if the live version has changed since the table showed it. */
export function hasMoved(looked: Read | Unreadable, { live }: ReadyToPush): boolean {
  return looked.kind === 'read' && live !== undefined && fingerprintOf(looked.live) !== fingerprintOf(live);
}

/** Remembers the table's version as the base for a merge, if no base is known. @returns whether it was remembered */
export async function rememberShown(
  recorder: Memory,
  { checked: { target, body }, live }: ReadyToPush,
): Promise<boolean> {
  if (live === undefined || (await recorder.remembered(target)) !== undefined) return false;
  await recorder.remember(target, seenNow(recorder, live, stateAfterPatch(readBody(body), live.state).leftToService));
  return true;
}

function told(outcome: Outcome, { checked }: ReadyToPush, arrival?: string): Result {
  const { level, sentence, reason = sentence } = describePush(outcome, checked.target);
  const kind =
    outcome.kind === 'stopped-here'
      ? 'not-sent'
      : ({ information: 'pushed', warning: 'doubtful', error: 'failed' } as const)[level];
  return { kind, words: kind === 'pushed' ? '' : sentencesOf([reason, ...(arrival === undefined ? [] : [arrival])]) };
}

export function failure(reason: string): Result {
  return { kind: 'failed', words: reason };
}
