/** The stages of a file in a push of many files: given, addressed, checked and judged. */
import { t } from '../../core/t.js';
import type { Check, Target } from '../../core/protocol.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { blockingReason } from '../approval/approvalWords.js';
import type { NotPushed } from '../push/checkedFile.js';
import type { NoPush } from '../push/look.js';
import type { Risk } from '../push/risk.js';
import { describePush } from '../http/describe.js';
import type { NetworkWords } from '../http/answers/failureReason.js';
import type { Targeting } from '../http/answers/answers.js';
import { targetName } from '../http/target.js';
import { timeIn } from '../words/timeOf.js';

export interface Judged {
  readonly uri: string;
  /** The file's target; undefined if the file has no address. */
  readonly target: Target | undefined;
  readonly verdict: Verdict;
}

export interface GivenFile {
  readonly uri: string;
  readonly target?: Target;
}

export interface AddressedFile extends GivenFile {
  readonly target: Target;
  readonly url: URL;
}

export interface CheckedFile extends AddressedFile {
  /** The file's body as JSON text; a comment in the text is ignored. */
  readonly body: string;
  readonly comment: string | undefined;
  readonly warnings: Check['problems'];
}

export type Verdict =
  | ReadyToPush
  | { readonly kind: 'same'; readonly words: string }
  /** The file's change is waiting for approval. `brief` names the reviewers if they are few. */
  | { readonly kind: 'submitted'; readonly said: { readonly brief: string; readonly changes: readonly string[] } }
  | Refusal;

export interface Refusal {
  readonly kind: 'refused';
  readonly words: string;
  /** The reason in `words`, without "Not pushed". */
  readonly reason: string;
  /** Zero-based line of the first error; the file would also be refused if pushed on its own. */
  readonly errorLine?: number;
  /** Set if the file can be merged or submitted when it is pushed on its own. */
  readonly state?: 'overtaken' | 'needs-approval';
}

export interface ReadyToPush {
  readonly kind: 'ready';
  readonly checked: CheckedFile;
  /** Sentences that a push of only this file would show in a question; empty if one click is enough. */
  readonly checkFirst: readonly string[];
  /** True if the file was never pushed or pulled here, which the last sentence of `checkFirst` states. */
  readonly isFirst: boolean;
  /** The changes as sentences. */
  readonly changes: readonly string[];
  /** A short summary of who gets a different value. */
  readonly who: string;
  /** The comment that is used if neither the file nor the person provides a comment. */
  readonly proposal: string;
  readonly risk: Risk;
  /** The live version that the sentences refer to; undefined if the service cannot be read. */
  readonly live: Targeting | undefined;
  /** JSON texts to compare; undefined if the previous state is unknown. */
  readonly compared: { readonly before: string; readonly after: string } | undefined;
}

export function isJudged(file: GivenFile | Judged): file is Judged {
  return 'verdict' in file;
}

export function refused({ uri, target }: GivenFile, reason: string): Judged {
  return { uri, target, verdict: refusal(reason) };
}

export function refusal(reason: string): Refusal {
  return { kind: 'refused', words: notPushedSentence(reason), reason };
}

export function refusalOf({ reason, step, line = 0 }: NotPushed): Refusal {
  return { ...refusal(reason), ...(step === 'show-problems' && { errorLine: line }) };
}

/** The verdict on a file without changes, or on a file that cannot be pushed now. */
export function verdictWithoutPush(
  looked: NoPush,
  words?: NetworkWords,
): Extract<Verdict, { kind: 'same' | 'refused' }> {
  switch (looked.kind) {
    case 'abandoned':
      return refusal(tokenReason());
    case 'outcome': {
      const { sentence, reason = sentence } = describePush(looked.outcome, looked.target, words);
      return { kind: 'refused', words: sentence, reason };
    }
    case 'waiting':
      return refusal(sentencesOf(blockingReason(looked.approval)));
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

export function tokenReason(): string {
  return t('there is no access token for it.');
}

export function changedByOthers({ modifiedBy }: Targeting): string {
  return modifiedBy === undefined
    ? t('it has changed there since it was last seen here. Merge, or pull it.')
    : t('{0} changed it there since it was last seen here. Merge, or pull it.', modifiedBy);
}

/** @param carriesChange false if the push changes only the tracking of access events */
export function approvalReason(carriesChange: boolean): string {
  return carriesChange
    ? t('it needs approval.')
    : t('only "trackAccessEvents" would change, which cannot be submitted for approval. Push it alone.');
}
