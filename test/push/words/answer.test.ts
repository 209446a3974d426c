/** Tests the answers for language models: limited, as data, and whole if they are written into a file. */
import { expect, it } from 'vitest';
import { answerOf } from '../../../server/src/service/words/answer.js';

it('the answer contains everything if there is room', () => {
  expect(JSON.parse(answerOf({ file: 'a' }, { lines: ['b', 'c'] }))).toEqual({ file: 'a', lines: ['b', 'c'] });
});

it('the answer drops items that do not fit, and counts the dropped items of each list', () => {
  const items = Array.from({ length: 1_000 }, (_, index) => ({ index, text: 'x'.repeat(100) }));
  const text = answerOf({ file: 'a' }, { items, lines: ['b'] });
  const { items: kept, leftOut } = JSON.parse(text) as { items: object[]; leftOut: Record<string, number> };
  expect(kept).toEqual(items.slice(0, kept.length));
  expect(kept.length).toBeGreaterThan(100);
  expect(leftOut).toEqual({ items: 1_000 - kept.length, lines: 1 });
  expect(text.length).toBeLessThan(17_000);
});

it('the answer shortens and quotes long texts, except texts for a file', () => {
  const long = '"'.repeat(2_000);
  const [told] = (JSON.parse(answerOf({}, { items: [{ message: long, newText: long }] })) as { items: object[] }).items;
  expect(told).toEqual({ message: `${'"'.repeat(250)}…${'"'.repeat(249)}`, newText: long });
});
