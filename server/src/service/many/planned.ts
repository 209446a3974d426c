/** One of many files on its way into the table: given, addressed, checked, and judged. */
import { t } from '@vscode/l10n';
import type { Check, Target } from '../../core/protocol.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { inTheWay } from '../approval/words.js';
import type { NotPushed } from '../push/checkedFile.js';
import type { NoPush } from '../push/look.js';
import type { Risk } from '../push/risk.js';
import { tell } from '../http/describe.js';
import type { NetworkWords } from '../http/answers/failureReason.js';
import type { Targeting } from '../http/answers/answers.js';
import { targetName } from '../http/target.js';
import { timeIn } from '../words/timeOf.js';

/** A file, and what the table says of it. */
export interface Judged {
  readonly uri: string;
  /** Undefined when it goes nowhere. */
  readonly target: Target | undefined;
  readonly verdict: Verdict;
}

/** One of the files that the person wants to push. */
export interface GivenFile {
  readonly uri: string;
  readonly target?: Target;
}

export interface AddressedFile extends GivenFile {
  readonly target: Target;
  readonly url: URL;
}

/** A file whose checks are done. */
export interface CheckedFile extends AddressedFile {
  /** JSON text. Its comment is not looked at. */
  readonly body: string;
  /** The file's own. */
  readonly comment: string | undefined;
  readonly warnings: Check['problems'];
}

export type Verdict =
  | ReadyToPush
  /** There is nothing to push. */
  | { readonly kind: 'same'; readonly words: string }
  /** What the file says waits for approval. `brief`: who decides. */
  | { readonly kind: 'submitted'; readonly said: { readonly brief: string; readonly changes: readonly string[] } }
  | Refusal;

export interface Refusal {
  readonly kind: 'refused';
  readonly words: string;
  /** The same without "Not pushed", where it says that. */
  readonly reason: string;
  /** Pushed alone, the file would be refused for the same problems: the line of the first error, from 0. */
  readonly errorLine?: number;
  /** Pushed alone, the file can be merged, or submitted. */
  readonly state?: 'overtaken' | 'needs-approval';
}

/** There is something to push, and nothing stands in its way. */
export interface ReadyToPush {
  readonly kind: 'ready';
  readonly checked: CheckedFile;
  /** What a push of the file alone would ask about, as sentences; empty where one click is enough. */
  readonly checkFirst: readonly string[];
  /** What `checkFirst` ends with: nothing was pushed from here before, or pulled. */
  readonly isFirst: boolean;
  /** What becomes different, as sentences. */
  readonly changes: readonly string[];
  /** Who gets a different value, in a few words. */
  readonly who: string;
  /** The comment if the file has none and nobody types one. */
  readonly proposal: string;
  readonly risk: Risk;
  /** What the sentences were made from; undefined where the service cannot be read. */
  readonly live: Targeting | undefined;
  /** JSON texts to compare; undefined when nothing is known to compare with. */
  readonly compared: { readonly before: string; readonly after: string } | undefined;
}

/** Whether the table has its verdict already, so that no further step is taken with it. */
export function isJudged(file: GivenFile | Judged): file is Judged {
  return 'verdict' in file;
}

export function refused({ uri, target }: GivenFile, reason: string): Judged {
  return { uri, target, verdict: refusal(reason) };
}

export function refusal(reason: string): Refusal {
  return { kind: 'refused', words: notPushedSentence(reason), reason };
}

/** What the check of a file alone says of it. */
export function refusalOf({ reason, step, line = 0 }: NotPushed): Refusal {
  return { ...refusal(reason), ...(step === 'show-problems' && { errorLine: line }) };
}

/** Of a file that there is nothing to push of, or that cannot be pushed now. */
export function withoutPush(looked: NoPush, words?: NetworkWords): Extract<Verdict, { kind: 'same' | 'refused' }> {
  switch (looked.kind) {
    case 'abandoned':
      return refusal(noToken());
    case 'outcome': {
      const { sentence, reason = sentence } = tell(looked.outcome, looked.target, words);
      return { kind: 'refused', words: sentence, reason };
    }
    case 'waiting':
      return refusal(sentencesOf(inTheWay(looked.approval)));
    case 'nothing-new': {
      const name = targetName(looked.target);
      return { kind: 'same', words: t('{0} is already up to date (version {1}).', name, looked.version) };
    }
    case 'unchanged': {
      const time = timeIn(looked.time);
      return { kind: 'same', words: t('The targeting is the same as in your push of {0}.', time) };
    }
  }
}

export function firstPush(): string {
  return t('First push from here: review what it replaces.');
}

export function notPushedSentence(reason: string): string {
  return t('Not pushed: {0}', reason);
}

export function noToken(): string {
  return t('there is no access token for it.');
}

export function changedByOthers({ modifiedBy }: Targeting): string {
  return modifiedBy === undefined
    ? t('it has changed there since it was last seen here. Merge, or pull it.')
    : t('{0} changed it there since it was last seen here. Merge, or pull it.', modifiedBy);
}

/** @param carriesChange false where only tracking changes */
export function needsApproval(carriesChange: boolean): string {
  return carriesChange
    ? t('it needs an approval.')
    : t('only "trackAccessEvents" would change, which cannot be submitted for approval. Push it alone.');
}
