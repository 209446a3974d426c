/** Tests that the lines that differ turn one text into the other, and are few enough to read. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineDiff } from '../../server/src/service/lineDiff.js';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);
const text = (lines: readonly string[]) => lines.join('\n');

/** Applies the lines as `patch` does. */
function applied(before: string, lines: readonly string[]): string {
  const was = before.split('\n');
  const now: string[] = [];
  let next = 0;
  for (const line of lines) {
    const [, start, place] = /^@@ -(\d+) \+(\d+) @@$/.exec(line) ?? [];
    if (start !== undefined) {
      now.push(...was.slice(next, Number(start) - 1));
      next = Number(start) - 1;
      expect(now.length).toBe(Number(place) - 1);
    } else {
      if (!line.startsWith('+')) expect(was[next]).toBe(line.slice(1));
      if (!line.startsWith('-')) now.push(line.slice(1));
      if (!line.startsWith('+')) next += 1;
    }
  }
  return text([...now, ...was.slice(next)]);
}

describe('The line differences', () => {
  test('are empty for identical texts', () => {
    expect(lineDiff('a\nb', 'a\nb', 10)).toEqual({ lines: [], hasMore: false });
  });

  test('include three lines of context', () => {
    const lines = numbers(20);
    const changed = lines.with(9, 'other');
    expect(lineDiff(text(lines), text(changed), 100)).toEqual({
      lines: [
        ...['@@ -7 +7 @@', ' line 6', ' line 7', ' line 8', '-line 9', '+other'],
        ...[' line 10', ' line 11', ' line 12'],
      ],
      hasMore: false,
    });
  });

  test('transform one text into the other if they are applied', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', '', '- x', '@@ -1 +1 @@'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(lines, lines, (was, now) => {
        const { lines: found, hasMore } = lineDiff(text(was), text(now), 1_000);
        expect(hasMore).toBe(false);
        // A line that looks like a header has a mark before it.
        expect(applied(text(was), found)).toBe(text(now));
      }),
    );
  });

  test('contain a removed and an added line if a line has moved', () => {
    const lines = numbers(50);
    const moved = [...lines.slice(1, 40), 'line 0', ...lines.slice(40)];
    const found = lineDiff(text(lines), text(moved), 1_000).lines.filter((line) => /^[-+]/.test(line));
    expect(found).toEqual(['-line 0', '+line 0']);
  });

  test('transform one text into the other even if many lines have moved', () => {
    const lines = fc.shuffledSubarray(numbers(20));
    fc.assert(
      fc.property(lines, lines, (was, now) => {
        expect(applied(text(was), lineDiff(text(was), text(now), 1_000).lines)).toBe(text(now));
      }),
    );
  });

  test('are found anywhere in a long text, without unchanged lines', () => {
    const was = numbers(200_000);
    const now = was.filter((_, index) => index !== 5_000 && index !== 90_000).with(150_000, 'other');
    const { lines, hasMore } = lineDiff(text(was), text(now), 1_000);
    expect(lines.filter((line) => /^[-+]/.test(line))).toEqual(['-line 5000', '-line 90000', '-line 150002', '+other']);
    expect(hasMore).toBe(false);
    expect(applied(text(was), lines)).toBe(text(now));
  });

  test.each([
    ['are removed', numbers(100_000), []],
    ['stand in reverse order', numbers(100_000), numbers(100_000).reverse()],
    ['are all different', numbers(100_000), numbers(100_000).map((line) => `${line}!`)],
    ['are the same line again and again', numbers(100_000).fill('same'), numbers(90_000).fill('same')],
  ])('are truncated after 1,000 lines if the lines of the text %s', (_, was, now) => {
    const { lines, hasMore } = lineDiff(text(was), text(now), 1_000);
    expect(lines).toHaveLength(1_000);
    expect(hasMore).toBe(true);
  });
});
