/**
 * # too-many-problems (information; not configurable)
 * The file has more problems than `toggleTargeting.maxProblems` allows to show. If the JSON is hopelessly broken, the rest
 * of the file is not checked either, and a `syntax` problem marks where that begins.
 * Not reported: how many problems are hidden.
 * ```jsonc
 * { "content": { "variations": [{ "value": 1 }, { "value": 2 }] } } // and a thousand more
 * ```
 * Fix: correct the first ones; a single mistake often causes many problems.
 */
import { t } from '../../t.js';

export function tooManyProblems(shown: number): { readonly code: 'too-many-problems'; readonly message: string } {
  return {
    code: 'too-many-problems',
    message: t('Only the first {0} problems are shown: there are more.', shown),
  };
}
