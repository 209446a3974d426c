/** Tests that words of others can neither look like ours nor do anything, wherever they are shown. */
import { describe, expect, test } from 'vitest';
import {
  belowBox,
  inList,
  inNotification,
  linesOf,
  oneLine,
  plain,
  shortened,
  word,
} from '../../../server/src/service/words/harmless.js';

const ways = {
  'a name': word,
  'a title': plain,
  'a line of a question': (text: string) => linesOf([text]),
  'a notification': inNotification,
  'a list': inList,
  'a prompt': belowBox,
};

describe.each(Object.entries(ways))('In %s', (_, shown) => {
  test.each([
    ['line ends', 'dev\r\n\nHost: elsewhere\u2028\u2029\u0085', 'dev Host: elsewhere �'],
    ['controls', 'a\u0000b\u001B[2J\u009Bc', 'a�b�[2J�c'],
    ['what turns a line around', 'a\u202Eb\u2066c\u200Fd\u061Ce', 'a�b�c�d�e'],
    ['what is invisible', 'pr\u200Bo\u00ADd\uFEFF\u2060\u3164\u{E0041}', 'pr�o�d����'],
    ['halves of characters', 'a\uD83Db', 'a�b'],
    ['other scripts', 'שלום 上线 \u{1F600}', 'שלום 上线 \u{1F600}'],
  ])('text with %s is harmless', (_name, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('text of 12,000 characters is cut in the middle', () => {
    const found = shown(`start${'x\n'.repeat(6_000)}end`);
    expect(found).toMatch(/^start[x ]+…[x ]+end$/);
    expect(found.length).toBeLessThanOrEqual(shown === word ? 100 : 1_000);
  });
});

test('A link that runs a command stays plain text if the editor renders links', () => {
  const link = '[Push](command:workbench.action.quit)';
  expect(inNotification(link)).toBe('[Push] (command:workbench.action.quit)');
  expect(belowBox(link)).toBe('[Push] (command:workbench.action.quit)');
});

test('An icon in foreign text stays plain text if the editor renders icons', () => {
  for (const shown of [inList, belowBox]) {
    expect(shown('$(check) dev $(sync~spin)')).toBe('\\$(check) dev \\$(sync~spin)');
    expect(shown('\\$(check)')).toBe('\\\\$(check)');
    expect(shown('$(5 USD) $(a_b) $HOME $()')).toBe('$(5 USD) $(a_b) $HOME $()');
  }
  expect(plain('$(check)')).toBe('$(check)');
});

test('Our own lines stay separate, even empty lines, and a line break inside a line adds no line', () => {
  expect(linesOf(['Host: a\nHost: b', '', 'Toggle: c'])).toBe('Host: a Host: b\n\nToggle: c');
  expect(linesOf(['{', '  "project": "P"', `${' '.repeat(12_000)}x`])).toBe('{\n  "project": "P"\n        x');
});

test('A shortened text keeps its start and end, and splits no character', () => {
  expect(shortened('1234567890', 10)).toBe('1234567890');
  expect(shortened('12345678901', 10)).toBe('12345…8901');
  expect(shortened('\u{1F600}'.repeat(20), 12)).toBe(`${'\u{1F600}'.repeat(3)}…${'\u{1F600}'.repeat(2)}`);
  expect(oneLine(shortened(`abc${'\u{1F600}'.repeat(20)}abc`, 13))).not.toContain('�');
});
