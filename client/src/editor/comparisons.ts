/** What is compared in the diff editor, by the names that people see: what is live or was pushed, what will be, and the file. */
import * as vscode from 'vscode';
import type { Target } from '../../../server/src/protocol.js';
import type { Diffs, Side } from './diffs.js';
import type { LastPushed } from '../sync/push/memory.js';
import { comparable } from '../sync/push/memory.js';
import { inTurn } from '../sync/pace/inTurn.js';
import type { Live } from '../sync/service/live.js';
import { namesOf } from '../sync/service/target.js';
import type { Effective } from '../sync/state/state.js';
import { textOf } from '../sync/state/state.js';
import { word } from '../sync/words/harmless.js';

type Version = Pick<Live, 'version' | 'state'>;

export function liveSide(target: Target, { version, state }: Version): Side {
  const { toggle, environment } = namesOf(target);
  return { name: vscode.l10n.t('{0} live in {1}, version {2}', toggle, environment, version), text: textOf(state) };
}

/** @param text what the file says, in whichever form it is compared */
export function fileSide({ toggle }: Target, text: string): Side {
  return { name: vscode.l10n.t('{0} in your file', word(toggle)), text };
}

/** What is live, and what will be after a push. */
export async function showChange(
  diffs: Diffs,
  { target, live, after }: { readonly target: Target; readonly live: Version; readonly after: Effective },
): Promise<void> {
  const { toggle, environment } = namesOf(target);
  const left = await inTurn(() => liveSide(target, live));
  const right = { name: vscode.l10n.t('{0} after the push', toggle), text: await inTurn(() => textOf(after.state)) };
  await diffs.show(vscode.l10n.t('{0}: live in {1} ↔ will be live', toggle, environment), left, right);
}

/** What was pushed from here last, and what will be. */
export async function showUnreadChange(
  diffs: Diffs,
  { target, last, body }: { readonly target: Target; readonly last: Omit<LastPushed, 'kind'>; readonly body: string },
): Promise<void> {
  const { toggle, environment } = namesOf(target);
  await diffs.show(
    vscode.l10n.t('{0}: last pushed to {1} from here ↔ will be pushed', toggle, environment),
    {
      name: vscode.l10n.t('{0} pushed {1}', toggle, new Date(last.time).toLocaleString()),
      text: comparable(last.body),
    },
    { name: toggle, text: comparable(body) },
  );
}
