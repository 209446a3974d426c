/** Names SDKs in messages, and describes how they read an object. */
import { t } from '../../t.js';
import type { Reading, ReadBy } from '../../evaluation/values/readings.js';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { evaluators, none } from '../../evaluation/sdks/sdks.js';
import { clausesOf, listOf } from '../../targeting/joined.js';

export function namesOf(who: Evaluators): string {
  const names = {
    official: t('the rules'),
    rust: t('Rust (with client SDKs)'),
    ...{ node: 'Node.js', java: 'Java', go: 'Go', python: 'Python' },
  };
  return listOf(evaluators.filter((_, place) => (who & (1 << place)) !== none).map((each) => names[each]));
}

export function readingWords(readings: readonly ReadBy[]): string {
  return clausesOf(readings.map(({ reading, by }) => wordsOf(reading, namesOf(by))));
}

function wordsOf(reading: Reading, names: string): string {
  switch (reading.kind) {
    case 'read':
      return t('read as {0} by {1}', reading.as, names);
    case 'below':
      return t('below {0} for {1}', reading.as, names);
    case 'same':
      return t('the same as {0} for {1}', reading.as, names);
    case 'above':
      return t('above {0} for {1}', reading.as, names);
    case 'ignored':
      return t('ignored by {0}', names);
    case 'ends':
      return t('rejected by {0}, so the objects after it are ignored there', names);
    case 'false':
      return t('rejected by {0}, so the condition never matches there', names);
  }
}
