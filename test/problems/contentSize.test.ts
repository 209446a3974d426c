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

  it('is marked where the content begins, and no more when it has become smaller', () => {
    const document = parse(fileOf(1_060_000, 'x'.repeat(50)));
    const found = targetingProblems(document);
    expect(found.problems[0]?.range).toEqual({ start: { line: 1, character: 2 }, end: { line: 1, character: 11 } });
    const start = { line: 20, character: 0 };
    const smaller = document.edited([{ range: { start, end: { line: 1_000, character: 0 } }, text: '' }]);
    expect(targetingProblems(smaller, found).problems).toEqual([]);
  });
});
