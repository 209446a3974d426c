/** Questions that several commands ask. */
import { t } from '../../../server/src/core/t.js';
import type { Target } from '../../../server/src/core/protocol.js';
import { sentencesOf } from '../../../server/src/core/targeting/joined.js';
import { environmentName, namesOf } from '../../../server/src/service/http/target.js';
import { environmentList } from '../../../server/src/service/words/environmentPicks.js';
import type { Affected, Origin } from '../../../server/src/service/push/push.js';
import type { Box } from '../say.js';
import type { LastPush } from '../push/lastPushes.js';
import { wentTo } from '../push/lastPushes.js';
import { pick, typeIn } from '../say.js';

/** @param last the last push of the file; the list marks the environment of this push */
export async function chooseTarget(
  targets: readonly Target[],
  title: string,
  last: LastPush | undefined,
): Promise<Target | undefined> {
  const { rows, address } = environmentList(targets, (target) => last !== undefined && wentTo(last, target));
  const items = rows.map(({ target, isLast, description }) => ({
    icon: target.protected ? 'lock' : 'cloud',
    label: environmentName(target),
    ...(description !== '' && { description }),
    ...(isLast && { detail: t('Last pushed to') }),
    target,
  }));
  const picked = await pick(items, {
    title,
    placeHolder: address === undefined ? t('Environment') : t('Environment of {0}', address),
    matchOnDescription: true,
  });
  return picked?.target;
}

/** @param origin the version to roll back to, or the environment to promote from; absent for a push of a file */
export async function askComment(
  target: Target,
  proposal: string,
  { origin, affected }: { readonly origin?: Origin; readonly affected: Affected },
): Promise<string | undefined> {
  const prompt =
    affected === undefined
      ? t('Comment for the history of the toggle. Your file stays as it is.')
      : sentencesOf([t('Press Enter to push now with this comment.'), ...affected]);
  return typeComment({ title: titleOf(target, origin), prompt, value: proposal });
}

function titleOf(target: Target, origin: Origin | undefined): string {
  const { toggle, environment } = namesOf(target);
  if (origin?.kind === 'version')
    return t('Roll back {0} in {1} to version {2}: comment', toggle, environment, origin.version);
  if (origin?.kind === 'environment')
    return t('Promote {0} from {1} to {2}: comment', toggle, origin.environment, environment);
  return t('Push {0} to {1}: comment', toggle, environment);
}

/** @returns undefined if the person canceled */
export async function typeComment(
  box: Pick<Box, 'title' | 'prompt'> & { readonly value: string },
): Promise<string | undefined> {
  const comment = await typeIn({
    ...box,
    problem: (value) => (value.trim() === '' ? t('A comment is needed.') : undefined),
  });
  return comment?.trim() === '' ? undefined : comment;
}

/** Asks the person to type the environment's key, because a click is not enough. @returns whether the key was typed */
export async function typeName({
  typed: wanted,
  ...box
}: Pick<Box, 'title' | 'prompt'> & { readonly typed: string }): Promise<boolean> {
  const typed = await typeIn({
    ...box,
    placeHolder: wanted,
    // An error message hides the prompt, so the message repeats the text of the prompt.
    problem: (value) => (value === wanted || value === '' ? undefined : box.prompt),
  });
  return typed === wanted;
}
