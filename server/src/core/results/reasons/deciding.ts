/** Describes what decides a user's result: a rule, an unmet prerequisite, the default, or the disabled toggle. */
import { t } from '../../t.js';
import type { Decider } from '../../evaluation/decider.js';
import { oneLine } from '../../features/variations.js';
import type { Evaluated } from '../evaluated.js';

export function deciderInWords({ arrival, words }: Evaluated, { by, index = 0, isKnown }: Decider): string {
  switch (by) {
    case 'disabled':
      return t('disabled');
    case 'prerequisite': {
      const key = oneLine(arrival.toggle.prerequisites[index]?.key ?? '');
      return isKnown ? t('prerequisite {0} is not met', key) : t('it is unknown whether prerequisite {0} is met', key);
    }
    case 'rule':
      return isKnown ? words.rule(index) : t('it is unknown whether {0} matches', words.rule(index));
    case 'unknown-rules':
      return t('the file leaves its rules to the service');
    case 'default':
      return t('default');
  }
}
