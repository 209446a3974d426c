/** Pushes the confirmed files, several in parallel. A cancellation takes effect between files. Does not import vscode. */
import { t } from '../../core/t.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { stateAfterPatch, readBody } from '../../core/targeting/state/state.js';
import { arrivalOf } from '../push/arrival.js';
import { readForPush } from '../push/look.js';
import { mapConcurrently } from '../pace.js';
import { canceledUnsent } from '../http/answers/outcome.js';
import type { Service } from '../http/service.js';
import { serviceAddressOf } from '../http/target.js';
import { commentOf } from './consent.js';
import { servicesOf } from './plan.js';
import type { ReadyToPush } from './planned.js';
import type { ManyPorts } from './ports.js';
import type { Result } from './pushOne.js';
import { failure, pushOne } from './pushOne.js';
import { tokenReason } from './planned.js';

export interface RunPorts extends ManyPorts {
  /** Called when a file's push starts. */
  readonly begun: (uri: string) => void;
  readonly ended: (uri: string, result: Result) => void;
}

/** @param comment for files without a comment; if empty, a description of each file's changes is used */
export async function runMany(
  ports: RunPorts,
  files: readonly ReadyToPush[],
  comment: string,
  cancel: AbortSignal,
): Promise<void> {
  const checked = files.map((file) => file.checked);
  const serviceOf = await servicesOf(ports, checked, cancel);
  await mapConcurrently(ports.concurrency, files, async (file) => {
    const { uri, target } = file.checked;
    const progress = { isSent: false };
    const service = serviceOf(file.checked, ({ method }) => {
      progress.isSent ||= method === 'PATCH';
    });
    if (cancel.aborted || service === undefined) {
      const reason = service === undefined ? tokenReason() : canceledUnsent().reason;
      ports.ended(uri, { kind: 'not-sent', words: reason });
      return;
    }
    ports.begun(uri);
    try {
      const result = await pushOne(ports, service, file, commentOf(file, comment));
      if (result.kind === 'pushed') await ports.pushed(serviceAddressOf(target), uri, file.checked.comment);
      ports.ended(uri, result);
    } catch (error) {
      // A failure of one file must not affect the results of the other files.
      ports.failed(error);
      const message = error instanceof Error ? error.message : String(error);
      ports.ended(uri, progress.isSent ? await afterFailure(service, file, message) : failure(message));
    }
  });
}

async function afterFailure(service: Service, { checked, live }: ReadyToPush, message: string): Promise<Result> {
  const { target, body } = checked;
  const happened = t('Failed after it was sent ({0}).', message);
  try {
    const now = live && (await readForPush(service));
    if (live !== undefined && now?.kind === 'read') {
      const sent = { before: live.version, state: stateAfterPatch(readBody(body), live.state).state };
      const { kind, sentence } = await arrivalOf(service, target, sent, now.value);
      if (kind === 'applied') return { kind: 'pushed', words: '' };
      return { kind: 'doubtful', words: sentencesOf([happened, sentence]) };
    }
  } catch {
    // The original failure is reported instead.
  }
  return { kind: 'doubtful', words: sentencesOf([happened, t('It may or may not have been applied.')]) };
}
