/**
 * The PATCH to a service that cannot be read. From before it leaves until its outcome is certain, what was pushed earlier is
 * not believed: it may be live no more. Asks nobody anything. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import type { Remembered } from './base.js';
import type { Outcome } from './service/outcome.js';
import type { Exchange } from './service/request.js';

/** Of one file in one environment. */
export interface Memory {
  readonly remembered: () => Promise<Remembered | undefined>;
  /** False where what was remembered before can neither be replaced nor forgotten. */
  readonly remember: (what: Remembered | undefined) => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** @param send sends the body, once */
export async function sendBlind(memory: Memory, body: string, send: () => Promise<Exchange>): Promise<Outcome> {
  const before = await memory.remembered();
  if (!(await memory.remember({ kind: 'sending', time: memory.now() })))
    return {
      kind: 'refused',
      reason: t(
        "the editor's storage cannot be written, so it could not be remembered what is live. The log says why.",
      ),
    };
  const { outcome } = await send();
  if (outcome.kind === 'pushed') await memory.remember({ kind: 'pushed', body, time: memory.now() });
  else if (unapplied.has(outcome.kind)) await memory.remember(before);
  return outcome;
}

/** Nothing was sent, or the service refused it. After a failure of the service, as behind a gateway, it may be applied. */
const unapplied: ReadonlySet<Outcome['kind']> = new Set([
  ...(['refused', 'unreachable', 'untrusted'] as const),
  ...(['unauthorized', 'forbidden', 'unknown-token', 'not-found', 'rejected', 'too-large', 'throttled'] as const),
]);
