/**
 * # too-many-problems (information; not configurable)
 * The file has more problems than `toggleTargeting.maxProblems` lets be shown. Where the JSON itself is broken beyond
 * sense, the rest of the file is not looked at either, and a `syntax` problem says where that begins.
 * ```jsonc
 * { "content": { "variations": [{ "value": 1 }, { "value": 2 }] } } // and a thousand more
 * ```
 * Fix: correct the first ones; often one mistake is behind many.
 */
import { t } from '@vscode/l10n';

export function tooManyProblems(shown: number): { readonly code: 'too-many-problems'; readonly message: string } {
  return {
    code: 'too-many-problems',
    message: t('Only the first {0} problems are shown: there are more.', shown),
  };
}
