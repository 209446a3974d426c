/**
 * Pushes one file of a table that was confirmed: only as long as the file, and what is live, are what the table showed.
 * Merges nothing, and asks for no review. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import { checkFile, ready } from '../push/checkedFile.js';
import { look } from '../push/look.js';
import { sameBody } from '../push/memory.js';
import { send } from '../push/send.js';
import { tell } from '../service/describe.js';
import type { Live } from '../service/live.js';
import type { Outcome } from '../service/outcome.js';
import { targetName } from '../service/target.js';
import { sameState } from '../state/state.js';
import type { Ready } from './planned.js';
import type { ManyPorts } from './ports.js';
import type { Connection } from './connection.js';
import { patientService } from './connection.js';
import { needsApproval, notPushed } from './planned.js';

export interface Result {
  /** Doubtful: it may or may not have been applied. */
  readonly kind: 'pushed' | 'same' | 'failed' | 'doubtful' | 'not-sent';
  /** Empty when it was pushed: where to stands in the table. */
  readonly words: string;
}

/**
 * @param file as the table showed it
 * @param comment goes along
 */
export async function pushOne(connection: Connection, file: Ready, comment: string): Promise<Result> {
  const { target, body } = file.checked;
  const recorder = connection.ports.recorder(file.checked.uri);
  const service = patientService(connection, file.checked);
  // What was pushed from here meanwhile changes nothing of what was confirmed.
  const wanted = { target, body, service: () => Promise.resolve(service), evenIfUnchanged: true };
  const looked = await look(recorder, wanted);
  switch (looked.kind) {
    case 'sent':
      return told(looked.outcome, file);
    case 'waiting':
      return failure(looked.reason);
    case 'nothing-new': {
      const words = t('Nothing to push: version {0} of {1} says the same.', looked.version, targetName(target));
      return { kind: 'same', words };
    }
    case 'abandoned':
    case 'unchanged':
      throw new Error('There is a token, and the same body is pushed again.');
    case 'read':
    case 'unread':
  }
  if (looked.kind === 'read') {
    const { live } = looked;
    if (!isAsShown(live, file)) return failure(t('it has changed there since the table was made. Look at it again.'));
    if (live.reviewers !== undefined) return failure(needsApproval(looked));
  }
  const final = await finalBody(connection.ports, file, comment);
  if (typeof final !== 'string') return failure(final.reason);
  const decided = looked.kind === 'read' ? { ...looked, comment, changes: file.changes } : looked;
  const sent = await send(recorder, service, decided, final);
  return sent.kind === 'overtaken' ? pushOne(connection, file, comment) : told(sent.outcome, file);
}

/** Whatever is live in place of what the table showed is somebody's change. */
function isAsShown({ state, trackAccessEvents }: Live, { live: shown }: Ready): boolean {
  return shown !== undefined && trackAccessEvents === shown.trackAccessEvents && sameState(state, shown.state);
}

/** The body with its comment, as long as the file still says what the table showed. */
async function finalBody(
  ports: ManyPorts,
  { checked }: Ready,
  comment: string,
): Promise<string | { readonly reason: string }> {
  const document = await ports.open(checked.uri);
  // What was typed since is not saved: it is not in the table.
  const check = await checkFile({ ...document, save: () => Promise.resolve(true) });
  if ('reason' in check) return check;
  const body = await ready(document, check, comment);
  if (typeof body !== 'string') return body;
  return sameBody(body, checked.body) ? body : { reason: t('the file has changed since the table was made.') };
}

function told(outcome: Outcome, { checked }: Ready): Result {
  const { level, sentence } = tell(outcome, checked.target);
  const kind =
    outcome.kind === 'refused'
      ? 'not-sent'
      : ({ information: 'pushed', warning: 'doubtful', error: 'failed' } as const)[level];
  return { kind, words: kind === 'pushed' ? '' : sentence };
}

export function failure(reason: string): Result {
  return { kind: 'failed', words: notPushed(reason) };
}
