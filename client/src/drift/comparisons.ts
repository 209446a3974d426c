/** Names and shows the two sides of a diff: the live, pushed or resulting version, and the file. */
import type * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { Target } from '../../../server/src/core/protocol.js';
import type { Diffs, Side } from './diffs.js';
import type { Read, Unreadable } from '../../../server/src/service/push/look.js';
import { comparable } from '../../../server/src/service/push/memory.js';
import { runPaced } from '../../../server/src/service/pace.js';
import type { Targeting } from '../../../server/src/service/http/answers/answers.js';
import { namesOf } from '../../../server/src/service/http/target.js';
import { textOf } from '../../../server/src/core/targeting/state/state.js';
import { word } from '../../../server/src/service/words/harmless.js';
import { timeIn } from '../../../server/src/service/words/timeOf.js';

type Version = Pick<Targeting, 'version' | 'state'>;

export function liveSide(target: Target, { version, state }: Version): Side {
  const { toggle, environment } = namesOf(target);
  return { name: t('{0} live in {1}, version {2}', toggle, environment, version), text: textOf(state) };
}

/** @param text the file's text, in the same format as the other side of the diff */
export function fileSide({ toggle }: Target, text: string): Side {
  return { name: t('{0} in your file', word(toggle)), text };
}

type ReadChange = Pick<Read, 'kind' | 'target' | 'after'> & { readonly live: Version };
type UnreadableChange = Pick<Unreadable, 'kind' | 'target' | 'body' | 'remembered'>;

type Change = ReadChange | UnreadableChange;

/** Shows the diff of a push, from the live or last pushed version to the result. `file` is the pushed file, if any. */
export async function showChange(diffs: Diffs, change: Change, file?: vscode.Uri): Promise<void> {
  const { toggle, environment } = namesOf(change.target);
  const [title, name] =
    change.kind === 'read'
      ? [t('{0}: live in {1} ↔ will be live', toggle, environment), t('{0} after the push', toggle)]
      : [t('{0}: last pushed to {1} from here ↔ will be pushed', toggle, environment), toggle];
  await show(diffs, title, change, (text) => ({ name, text }), file);
}

/** Shows the diff of a file. A live version that others changed is on the right, so the diff shows their changes. */
export async function showFile(
  diffs: Diffs,
  change: (ReadChange & { readonly isBehind: boolean }) | UnreadableChange,
  file: vscode.Uri,
): Promise<void> {
  const { target } = change;
  const { toggle, environment } = namesOf(target);
  if (change.kind === 'read' && change.isBehind) {
    const { live, after } = change;
    const yours = fileSide(target, await runPaced(() => textOf(after.state)));
    const title = t('{0}: your file ↔ live in {1}', toggle, environment);
    return diffs.show(title, yours, await runPaced(() => liveSide(target, live)), { file, target });
  }
  const title =
    change.kind === 'read'
      ? t('{0}: live in {1} ↔ your file', toggle, environment)
      : t('{0}: last pushed to {1} from here ↔ your file', toggle, environment);
  await show(diffs, title, change, (text) => fileSide(change.target, text), file);
}

async function show(
  diffs: Diffs,
  title: string,
  change: Change,
  right: (text: string) => Side,
  file: vscode.Uri | undefined,
): Promise<void> {
  const { target } = change;
  const about = file && { file, target };
  if (change.kind === 'read') {
    const { live, after } = change;
    const left = await runPaced(() => liveSide(target, live));
    await diffs.show(title, left, right(await runPaced(() => textOf(after.state))), about);
  } else if (change.remembered?.kind === 'pushed') {
    const { body, time } = change.remembered;
    const name = t('{0} pushed {1}', namesOf(target).toggle, timeIn(time));
    await diffs.show(title, { name, text: comparable(body) }, right(comparable(change.body)), about);
  }
}
