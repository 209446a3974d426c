/** What is compared in the diff editor, by the names that people see: what is live or was pushed, what will be, and the file. */
import * as vscode from 'vscode';
import type { Target } from '../../../server/src/protocol.js';
import type { About, Diffs, Side } from './diffs.js';
import type { Read, Unreadable } from '../sync/push/look.js';
import { comparable } from '../sync/push/memory.js';
import { paced } from '../sync/pace.js';
import type { Targeting } from '../sync/service/answers.js';
import { namesOf } from '../sync/service/target.js';
import { textOf } from '../sync/state/state.js';
import { word } from '../sync/words/harmless.js';

type Version = Pick<Targeting, 'version' | 'state'>;

export function liveSide(target: Target, { version, state }: Version): Side {
  const { toggle, environment } = namesOf(target);
  return { name: vscode.l10n.t('{0} live in {1}, version {2}', toggle, environment, version), text: textOf(state) };
}

/** @param text what the file says, in whichever form it is compared */
export function fileSide({ toggle }: Target, text: string): Side {
  return { name: vscode.l10n.t('{0} in your file', word(toggle)), text };
}

type ReadChange = Pick<Read, 'kind' | 'target' | 'after'> & { readonly live: Version };
type UnreadableChange = Pick<Unreadable, 'kind' | 'target' | 'body' | 'remembered'>;

/** What is live, or was pushed from here last, and what will be after a push: of a file, if it is one that is pushed. */
export function showChange(diffs: Diffs, change: ReadChange | UnreadableChange, file?: vscode.Uri): Promise<void> {
  const about = file && { file, target: change.target };
  return change.kind === 'read' ? showReadChange(diffs, change, about) : showUnreadableChange(diffs, change, about);
}

async function showReadChange(diffs: Diffs, { target, live, after }: ReadChange, about?: About): Promise<void> {
  const { toggle, environment } = namesOf(target);
  const left = await paced(() => liveSide(target, live));
  const right = { name: vscode.l10n.t('{0} after the push', toggle), text: await paced(() => textOf(after.state)) };
  await diffs.show(vscode.l10n.t('{0}: live in {1} ↔ will be live', toggle, environment), left, right, about);
}

async function showUnreadableChange(
  diffs: Diffs,
  { target, remembered: last, body }: UnreadableChange,
  about?: About,
): Promise<void> {
  if (last?.kind !== 'pushed') return;
  const { toggle, environment } = namesOf(target);
  await diffs.show(
    vscode.l10n.t('{0}: last pushed to {1} from here ↔ will be pushed', toggle, environment),
    {
      name: vscode.l10n.t('{0} pushed {1}', toggle, new Date(last.time).toLocaleString()),
      text: comparable(last.body),
    },
    { name: toggle, text: comparable(body) },
    about,
  );
}
