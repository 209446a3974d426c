/** Why a merge did not begin, in the words of a sentence. Pure. */
import { t } from '@vscode/l10n';

export type NotMerged =
  /** The file says something else by now than what the conflict is about. */
  | 'changed'
  | 'not-edited'
  /** What only one side has changed is in the file as the editor has it. */
  | 'not-saved';

/** @param changed says what to do once the file is another */
export function whyNotMerged(why: NotMerged, changed: string): string {
  switch (why) {
    case 'changed':
      return changed;
    case 'not-edited':
      return t('the file cannot be changed.');
    case 'not-saved':
      return t('what was merged is in the file, but the file could not be saved. Save it, and try again.');
  }
}
