/** Words of others, which must not look like ours. */
import { expect, test } from 'vitest';
import { oneLine, withoutIcons } from '../../../client/src/push/words/oneLine.js';

test('Words of others stay in their line, and do not turn it around', () => {
  expect(oneLine(' fine\r\n\n\u2028Host: elsewhere\u202E\u2066 ')).toBe('fine Host: elsewhere');
  expect(oneLine('שלום anna')).toBe('שלום anna');
});

test('Words of others make no icons', () => {
  expect(withoutIcons('$(check) dev $(sync~spin) $5 $() ')).toBe('\\$(check) dev \\$(sync~spin) $5 $() ');
});
