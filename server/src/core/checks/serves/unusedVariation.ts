/**
 * # unused-variation (hint)
 * Nothing serves the variation, so it is shown faded.
 * Not reported: any variation of a file without `rules` or one of the serves: the service keeps its own.
 *
 * Fix: serve it, or delete it.
 */
import { t } from '../../t.js';
import { fileCheck } from '../check.js';

export const unusedVariation = fileCheck({
  reads: ['variations', 'served', 'hasAllServes'],
  find: ({ variations = [], served, hasAllServes }) =>
    variations.flatMap((_variation, index) => {
      if (!hasAllServes || served.has(index)) return [];
      const path = ['content', 'variations', index];
      return [{ code: 'unused-variation', path, message: t('Nothing in the file serves variation {0}.', index) }];
    }),
});
