/** Tests how the words of the hover read without Markdown. */
import { expect, it } from 'vitest';
import { escapeMarkdown, inlineCode } from '../../server/src/core/features/hover/markdown.js';
import { withoutMarkdown } from '../../server/src/core/features/hover/plainWords.js';

it.each(['Paris', 'a `b` c', '`', '``a', 'a\\', ' a ', '*a*', '\\d+(`{2})'])('puts code in quotes: %s', (text) =>
  expect(withoutMarkdown(`is ${inlineCode(text)} or ${inlineCode('b')}`)).toBe(`is "${text}" or "b"`),
);

it('removes escapes and emphasis', () =>
  expect(withoutMarkdown(`*${escapeMarkdown('a*b_[c](d) `e`')}* (${inlineCode('')})`)).toBe('a*b_[c](d) `e` ("")'));
