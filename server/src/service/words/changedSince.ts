/** Describes others' changes since a file was made, for lenses and comparisons. Pure. */
import { t } from '../../core/t.js';
import { changes } from '../../core/targeting/state/changes.js';
import type { Plain, State } from '../../core/targeting/state/state.js';
import { stateAfterPatch, sameState } from '../../core/targeting/state/state.js';
import type { Targeting } from '../http/answers/answers.js';
import { runPaced } from '../pace.js';
import { shortened, word } from './harmless.js';
import { firstOf } from '../../core/targeting/joined.js';

export type LiveVersion = Pick<Targeting, 'version' | 'state' | 'modifiedBy'>;

export interface Since {
  /** The state from which the file was made; undefined if unknown. */
  readonly base: State | undefined;
  /** The last version that a rollback or promotion in this editor made, if any. */
  readonly made: number | undefined;
}

/** Names the author of the live version, as in `changed by rob`. */
export function changedBy({ version, modifiedBy }: Omit<LiveVersion, 'state'>, { made }: Pick<Since, 'made'>): string {
  if (made === version) return t('changed by you');
  if (modifiedBy === undefined) return t('newer version {0}', version);
  return t('changed by {0}', shortened(word(modifiedBy), MAX_AUTHOR_LENGTH));
}

const MAX_AUTHOR_LENGTH = 24;

export interface Changed {
  /** True if the file has no changes of its own. */
  readonly isBehind: boolean;
  /** Starts with a sentence that names the author, followed by one sentence per change. */
  readonly sentences: readonly string[];
}

/** @returns undefined if the live version is the file's base, or the base is unknown */
export async function changedSince(
  environment: string,
  live: LiveVersion,
  body: Plain,
  since: Since,
): Promise<Changed | undefined> {
  const { base } = since;
  if (base === undefined || (await runPaced(() => sameState(base, live.state)))) return undefined;
  const theirs = await runPaced(() => changes(base, live.state));
  const yours = await runPaced(() => changes(base, stateAfterPatch(body, base).state));
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
  if (made === version) return t('You have changed {0} since the version that your file is based on:', environment);
  return modifiedBy === undefined
    ? t('{0} has changed since the version that your file is based on:', environment)
    : t('{0} has changed {1} since the version that your file is based on:', word(modifiedBy), environment);
}
