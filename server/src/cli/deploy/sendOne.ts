/** One push that was allowed: sent with the version lock, or submitted for approval, as long as nobody changed anything meanwhile. */
import { t } from '@vscode/l10n';
import { readForPush } from '../../../../client/src/sync/push/look.js';
import { send, submit } from '../../../../client/src/sync/push/send.js';
import { tell } from '../../../../client/src/sync/service/describe.js';
import { isDoubtful } from '../../../../client/src/sync/service/outcome.js';
import { targetName } from '../../../../client/src/sync/service/target.js';
import { same } from '../../targeting/state/state.js';
import { listOf } from '../../targeting/joined.js';
import type { Target } from '../../protocol.js';
import type { ExitCode } from '../world.js';
import type { Allowed } from './allowed.js';
import { recorder } from './lookAt.js';
import { networkWords } from './networkWords.js';

interface Sent {
  readonly words: string;
  readonly code: ExitCode;
}

/** @param interrupted nothing is sent once it is aborted; what is under way comes to its end */
export async function sendOne({ file, ready, seen, service }: Allowed, interrupted: AbortSignal): Promise<Sent> {
  const { target } = file;
  const { looked, changes } = seen;
  if (looked.kind === 'read') {
    // The lock finds another version, but not that others review now: the service lets a PATCH pass the review by (service.md B).
    const now = await readForPush(looked.service);
    if (now.kind === 'failed') return { words: tell(now.outcome, target, networkWords).sentence, code: 2 };
    if (now.kind === 'waiting') return moved(`${targetName(target)}: ${now.reason}`);
    const { version, reviewers } = now.value;
    if (version !== looked.live.version || !same(reviewers?.toSorted(), looked.live.reviewers?.toSorted()))
      return moved(movedWords(targetName(target)));
  }
  if (interrupted.aborted) return { words: notSent(target), code: 2 };
  const decided = looked.kind === 'read' ? { ...looked, comment: ready.comment, changes: [...changes] } : looked;
  const reviewers = decided.kind === 'read' ? decided.live.reviewers : undefined;
  const result =
    decided.kind === 'read' && reviewers !== undefined
      ? await submit(recorder, { ...decided, reviewers })
      : await send(recorder, service, decided, ready.body);
  switch (result.kind) {
    case 'overtaken':
      return moved(movedWords(targetName(target)));
    case 'submitted':
      return {
        words: t('Submitted for approval: {0} (reviewers: {1})', targetName(target), listOf(result.reviewers)),
        code: 0,
      };
    case 'outcome': {
      const { outcome } = result;
      const code = outcome.kind === 'ok' ? 0 : isDoubtful(outcome) ? 5 : 2;
      return { words: tell(outcome, target, networkWords).sentence, code };
    }
  }
}

export function notSent(target: Target): string {
  return t('Not sent: {0}', targetName(target));
}

function moved(words: string): Sent {
  return { words, code: 4 };
}

function movedWords(name: string): string {
  return t('{0}: it has changed there since. Plan again.', name);
}
