import { describe, expect, it } from 'vitest';
import { parse } from '../../server/src/document/document.js';
import { targetingProblems } from '../../server/src/problems/problems.js';

/** A file whose JSON without blanks has about so many bytes. */
function fileOf(bytes: number, filler: string): string {
  const each = new TextEncoder().encode(`"${filler}",`).length;
  const objects = Array.from({ length: Math.floor(bytes / each) }, () => filler);
  const conditions = [{ type: 'string', subject: 'id', predicate: 'is one of', objects }];
  return JSON.stringify({ content: { rules: [{ name: 'all', serve: { select: 0 }, conditions }] } }, null, 2);
}

const codes = (text: string) => targetingProblems(parse(text)).problems.map(({ code }) => code);

describe('content that the open-source service would not take', () => {
  it('is too large beyond a megabyte of JSON', () => {
    expect(codes(fileOf(1_060_000, 'x'.repeat(50)))).toEqual(['content-too-large']);
  });

  it('is counted in bytes, not in characters', () => {
    expect(codes(fileOf(1_060_000, '北京市朝阳区'))).toEqual(['content-too-large']);
    expect(codes(fileOf(1_040_000, '北京市朝阳区'))).toEqual([]);
  });

  it('is counted without blanks: a file of two megabytes may be right', () => {
    const text = fileOf(1_040_000, 'x');
    expect(text.length).toBeGreaterThan(2_000_000);
    expect(codes(text)).toEqual([]);
  });

  it('is counted the same however the text was cut', () => {
    const name = { name: 'two words', conditions: [{ objects: ['x'.repeat(200)] }] };
    const text = JSON.stringify({ content: { rules: Array.from({ length: 5_000 }, () => name) } }, null, 2);
    const opened = parse(text);
    const start = opened.positionAt(text.indexOf('two', text.length / 2));
    const insert = (inserted: string) => [{ range: { start, end: start }, text: inserted }];
    const cut = opened.edited(insert('a'));
    const unclosed = cut.edited(insert('"'));
    const before = targetingProblems(cut, targetingProblems(opened));
    const [found] = targetingProblems(unclosed, before).problems;
    expect(found?.code).toBe('content-too-large');
    expect(found).toEqual(targetingProblems(parse(unclosed.text)).problems[0]);
  });

  it('is marked where the content begins, and no more when it has become smaller', () => {
    const document = parse(fileOf(1_060_000, 'x'.repeat(50)));
    const found = targetingProblems(document);
    expect(found.problems[0]?.range).toEqual({ start: { line: 1, character: 2 }, end: { line: 1, character: 11 } });
    const start = { line: 20, character: 0 };
    const smaller = document.edited([{ range: { start, end: { line: 1_000, character: 0 } }, text: '' }]);
    expect(targetingProblems(smaller, found).problems).toEqual([]);
  });
});
