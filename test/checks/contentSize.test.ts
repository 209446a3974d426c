import { describe, expect, it } from 'vitest';
import { parse } from '../../server/src/core/json/document.js';
import { targetingProblems } from '../../server/src/core/check-engine/problems.js';

/** A file with about this many bytes of JSON without blanks. */
function fileOf(bytes: number, filler: string): string {
  const each = new TextEncoder().encode(`"${filler}",`).length;
  const objects = Array.from({ length: Math.floor(bytes / each) }, () => filler);
  const conditions = [{ type: 'string', subject: 'id', predicate: 'is one of', objects }];
  return JSON.stringify({ content: { rules: [{ name: 'all', serve: { select: 0 }, conditions }] } }, null, 2);
}

const codes = (text: string) => targetingProblems(parse(text)).map(({ code }) => code);

describe('the size of content', () => {
  it('is a problem above a megabyte of JSON, because the open-source service rejects it', () => {
    expect(codes(fileOf(1_060_000, 'x'.repeat(50)))).toEqual(['content-too-large']);
  });

  it('is counted in bytes, not characters', () => {
    const chinese = fileOf(1_060_000, '北京市朝阳区');
    expect(codes(chinese)).toEqual(['content-too-large']);
    expect(codes(JSON.stringify(JSON.parse(chinese)))).toEqual(['content-too-large']);
    expect(codes(fileOf(1_040_000, '北京市朝阳区'))).toEqual([]);
  });

  it('excludes white space, so a file of two megabytes may have no problem', () => {
    const text = fileOf(1_040_000, 'x');
    expect(text.length).toBeGreaterThan(2_000_000);
    expect(codes(text)).toEqual([]);
  });

  it('is a problem if it exceeds the limit by one byte', () => {
    const whole = (filler: number) => ({
      comment: 'This is not counted.',
      disabled: false,
      content: {
        rules: [
          {
            name: 'r',
            serve: { select: 0 },
            conditions: [{ type: 'string', subject: 'a', predicate: 'is one of', objects: ['x'.repeat(filler)] }],
          },
        ],
        disabledServe: { select: 0 },
        defaultServe: { select: 1 },
        variations: [{ value: 'false' }, { value: 'true' }],
        prerequisites: [],
      },
    });
    const others = JSON.stringify(whole(0).content).length;
    expect(codes(JSON.stringify(whole(1_048_576 - others)))).toEqual([]);
    expect(codes(JSON.stringify(whole(1_048_577 - others)))).toEqual(['content-too-large']);
    // The service adds the missing empty list.
    const without = (filler: number) => {
      const { content, ...rest } = whole(filler);
      return JSON.stringify({ ...rest, content: { ...content, prerequisites: undefined } });
    };
    expect(codes(without(1_048_576 - others))).toEqual([]);
    expect(codes(without(1_048_577 - others))).toEqual(['content-too-large']);
  });

  it('is the size of the JSON that the service writes', () => {
    // The real service accepted this with 1,048,151 characters of filler, and refused it with one more.
    const escapes = String.raw`"\u0001\u001f\b\f\n\r\t\"\\\/\u007f\u2028<>&'\u00e9\u4e2d\ud83d\ude00", "\ud800", "\udc00x"`;
    const text = (filler: number) => `{ "comment": "c", "disabled": false, "content": {
      "rules": [
        { "name": null, "serve": { "select": 0 }, "notEmptyConditions": true, "conditions": [{
          "type": "string", "subject": "a", "predicate": "is one of", "objects": [${escapes}, "${'x'.repeat(filler)}"], "zzz": "unknown"
        }] },
        { "name": 7, "serve": { "split": ["5000", 5000.9, -0] }, "conditions": [] }
      ],
      "disabledServe": { "select": 0 },
      "defaultServe": { "select": 1.7, "split": null },
      "variations": [
        { "value": true, "name": "off", "description": 1.5 },
        { "value": 1e+21, "name": "on", "description": "" }
      ],
      "prerequisites": []
    } }`;
    expect(codes(text(1_048_151))).not.toContain('content-too-large');
    expect(codes(text(1_048_152))).toContain('content-too-large');
  });

  it('does not depend on how the text is divided into segments', () => {
    const conditions = [{ type: 'string', subject: 'a', predicate: 'is one of', objects: ['x'.repeat(200)] }];
    const name = { name: 'two words', conditions, serve: { select: 0 } };
    const text = JSON.stringify({ content: { rules: Array.from({ length: 5_000 }, () => name) } }, null, 2);
    const opened = parse(text);
    const start = opened.positionAt(text.indexOf('two', text.length / 2));
    const insert = (inserted: string) => [{ range: { start, end: start }, text: inserted }];
    const cut = opened.edited(insert('a'));
    const unclosed = cut.edited(insert('"'));
    const [found] = [opened, cut, unclosed].map((each) => targetingProblems(each)[0]).slice(-1);
    expect(found?.code).toBe('content-too-large');
    expect(found).toEqual(targetingProblems(parse(unclosed.text))[0]);
  });

  it('is reported at the start of the content until the content is small enough', () => {
    const document = parse(fileOf(1_060_000, 'x'.repeat(50)));
    const found = targetingProblems(document);
    expect(found[0]?.range).toEqual({ start: { line: 1, character: 2 }, end: { line: 1, character: 11 } });
    const start = { line: 20, character: 0 };
    const smaller = document.edited([{ range: { start, end: { line: 1_000, character: 0 } }, text: '' }]);
    expect(targetingProblems(smaller)).toEqual([]);
  });
});
