/** Sends or submits one allowed push, which is locked to the version that was read. */
import { t } from '../../core/t.js';
import type { Read, Unreadable } from '../../service/push/look.js';
import { readForPush } from '../../service/push/look.js';
import { send, submit } from '../../service/push/send.js';
import { describePush } from '../../service/http/describe.js';
import { isDoubtful } from '../../service/http/answers/outcome.js';
import { targetName } from '../../service/http/target.js';
import type { Targeting } from '../../service/http/answers/answers.js';
import { recheckLive } from '../../service/push/gates.js';
import { listOf, sentencesOf } from '../../core/targeting/joined.js';
import type { Target } from '../../core/protocol.js';
import { blockingReason } from '../../service/approval/approvalWords.js';
import { isoTime } from '../../service/words/timeOf.js';
import type { ExitCode } from '../world.js';
import { recorder } from './lookAt.js';
import type { Came } from './plan/applyTally.js';
import { movedSince } from './plan/moved.js';
import { networkWords } from './networkWords.js';
import type { Service } from '../../service/http/service.js';
import type { ReadyBody, TargetedFile } from './files.js';
import type { Seen } from './lookAt.js';

interface Sent {
  readonly words: string;
  readonly code: ExitCode;
  readonly came: Came;
}

/** @param interrupted once this signal is aborted, no push is started; a running push is completed */
export async function sendOne({ file, ready, seen, service }: Allowed, interrupted: AbortSignal): Promise<Sent> {
  const { target } = file;
  const { looked, changes } = seen;
  if (looked.kind === 'read') {
    const again = await recheckLive(looked);
    if (again.kind === 'failed')
      return { words: describePush(again.outcome, target, networkWords).sentence, code: 2, came: 'not-sent' };
    if (again.kind === 'waiting')
      return moved(t('{0}: {1}', targetName(target), sentencesOf(blockingReason(again.approval, isoTime))));
    if (again.kind === 'moved') return moved(t('{0}: {1}', targetName(target), await movedFrom(looked, again.now)));
  }
  if (interrupted.aborted) return { words: notSent(target), code: 2, came: 'not-sent' };
  const decided = looked.kind === 'read' ? { ...looked, comment: ready.comment, changes: [...changes] } : looked;
  const reviewers = decided.kind === 'read' ? decided.live.reviewers : undefined;
  const result =
    decided.kind === 'read' && reviewers !== undefined
      ? await submit(recorder, { ...decided, reviewers })
      : await send(recorder, service, decided, ready.body);
  switch (result.kind) {
    case 'overtaken':
      return moved(t('{0}: {1}', targetName(target), await overtakenWords(looked)));
    case 'submitted':
      return {
        words: t('Submitted for approval: {0} (reviewers: {1})', targetName(target), listOf(result.reviewers)),
        code: 0,
        came: 'submitted',
      };
    case 'outcome': {
      const { outcome, arrival } = result;
      const { sentence } = describePush(outcome, target, networkWords);
      const words = sentencesOf([sentence, ...(arrival === undefined ? [] : [arrival])]);
      if (outcome.kind === 'ok') return { words, code: 0, came: 'pushed' };
      // If someone else's change was submitted first, the submission can fail in several ways (service.md B).
      const now = reviewers !== undefined && looked.kind === 'read' ? await readForPush(looked.service) : undefined;
      if (now?.kind === 'waiting')
        return moved(t('{0}: {1}', targetName(target), sentencesOf(blockingReason(now.approval, isoTime))));
      return isDoubtful(outcome) ? { words, code: 5, came: 'unknown' } : { words, code: 2, came: 'not-sent' };
    }
  }
}

export function notSent(target: Target): string {
  return t('Not sent: {0}', targetName(target));
}

function moved(words: string): Sent {
  return { words, code: 4, came: 'not-sent' };
}

async function overtakenWords(looked: Read | Unreadable): Promise<string> {
  const now = looked.kind === 'read' ? await looked.service.read() : undefined;
  return looked.kind === 'read' && now?.kind === 'read'
    ? movedSince(looked.service, looked.live.version, now.value)
    : t('it has changed there since it was planned. Plan again.');
}

function movedFrom({ live, service }: Read, now: Targeting): Promise<string> | string {
  return now.version === live.version
    ? t('its need for approval has changed since. Plan again.')
    : movedSince(service, live.version, now);
}

export interface Allowed {
  readonly file: TargetedFile;
  readonly ready: ReadyBody;
  readonly seen: Extract<Seen, { kind: 'push' }>;
  readonly service: Service;
}
