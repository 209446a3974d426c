/** Who changed what is live since a file was made from it, and what, for a lens and for a comparison. Pure. */
import { t } from '@vscode/l10n';
import { changes } from '../../core/targeting/state/changes.js';
import type { Plain, State } from '../../core/targeting/state/state.js';
import { effective, sameState } from '../../core/targeting/state/state.js';
import type { Targeting } from '../http/answers/answers.js';
import { paced } from '../pace.js';
import { shortened, word } from './harmless.js';
import { firstOf } from '../../core/targeting/joined.js';

export type LiveVersion = Pick<Targeting, 'version' | 'state' | 'modifiedBy'>;

export interface Since {
  /** What was live when the file was made from it; undefined where that is not known. */
  readonly base: State | undefined;
  /** The version that a roll back or a promotion from here made last; undefined where there was none. */
  readonly made: number | undefined;
}

/** `changed by rob`. */
export function changedBy({ version, modifiedBy }: Omit<LiveVersion, 'state'>, { made }: Pick<Since, 'made'>): string {
  if (made === version) return t('changed by you');
  if (modifiedBy === undefined) return t('newer version {0}', version);
  return t('changed by {0}', shortened(word(modifiedBy), MAX_AUTHOR_LENGTH));
}

/** Characters. */
const MAX_AUTHOR_LENGTH = 24;

export interface Changed {
  /** The file says what it said then. */
  readonly isBehind: boolean;
  /** Each change as a sentence, below another one that says whose they are. */
  readonly sentences: readonly string[];
}

/** Of a live version that is another than the file was made from; undefined where it is not. */
export async function changedSince(
  environment: string,
  live: LiveVersion,
  body: Plain,
  since: Since,
): Promise<Changed | undefined> {
  const { base } = since;
  if (base === undefined || (await paced(() => sameState(base, live.state)))) return undefined;
  const theirs = await paced(() => changes(base, live.state));
  const yours = await paced(() => changes(base, effective(body, base).state));
  return {
    isBehind: yours.length === 0,
    sentences: [
      headOf(environment, live, since),
      ...firstOf(theirs, 3),
      ...(yours.length === 0 ? [] : [t('Your file changes:'), ...firstOf(yours, 3)]),
    ],
  };
}

function headOf(environment: string, { version, modifiedBy }: LiveVersion, { made }: Since): string {
  if (made === version) return t('You have changed {0} since your file was made from it:', environment);
  return modifiedBy === undefined
    ? t('{0} has changed since your file was made from it:', environment)
    : t('{0} has changed {1} since your file was made from it:', word(modifiedBy), environment);
}
