/** Tests that each conflict with Git's markers is one problem, and that nothing else is reported. */
import { describe, expect, it } from 'vitest';
import { shownIn } from '../support/fixes.js';
import { open } from '../support/annotated.js';

const lines = (...all: readonly string[]) => all.join('\n');
const conflict = ['<<<<<<< HEAD', '  "comment": "a",', '=======', '  "comment": "b",', '>>>>>>> their, branch'];
const rest = ['  "disabled": "no",', '  "content": { "rules": [] }', '}', ''];

function said(text: string, uri?: string) {
  return shownIn(open(text, uri)).map(({ code, severity, message, range: { start, end } }) => ({
    code,
    severity,
    message,
    from: [start.line, start.character],
    to: [end.line, end.character],
  }));
}

const inLines = (first: number, last: number) =>
  `Git conflict, lines ${first}–${last}: keep one side or merge both, and remove the markers.`;

describe('a conflict with all markers', () => {
  it('is the only problem, from the first to the last marker, whatever else is wrong', () => {
    expect(said(lines('{', ...conflict, ...rest))).toEqual([
      { code: 'conflict-markers', severity: 1, message: inLines(2, 6), from: [1, 0], to: [5, 21] },
    ]);
  });

  it('is found with CRLF, with a base, with longer markers, and at both ends of the file', () => {
    const [first] = said(lines('{', ...conflict, ...rest).replaceAll('\n', '\r\n'));
    expect([first?.message, first?.to]).toEqual([inLines(2, 6), [5, 21]]);
    const base = ['<<<<<<<<<< a', '1', '|||||||||| b', '2', '==========', '3', '>>>>>>>>>> c'];
    expect(said(lines(...base))).toMatchObject([{ message: inLines(1, 7), from: [0, 0], to: [6, 12] }]);
  });

  it.each(['config.json', 'users.json'])('is found in targeting.%s', (name) => {
    const text = lines('{', ...conflict, '}');
    expect(said(text, `file:///a/targeting.${name}`)).toMatchObject([{ message: inLines(2, 6) }]);
  });

  it('has its own problem if there are several conflicts', () => {
    const text = lines('{', ...conflict, ...rest.slice(0, 1), ...conflict, '}');
    expect(said(text).map(({ message }) => message)).toEqual([inLines(2, 6), inLines(8, 12)]);
  });
});

describe('conflict markers', () => {
  const codes = (text: string) => new Set(said(text).map(({ code }) => code));

  it.each([0, 2, 4])('are a syntax error if the marker in line %i of a conflict is missing', (gone) => {
    expect(codes(lines('{', ...conflict.toSpliced(gone, 1), ...rest))).toContain('syntax');
  });

  it('are a syntax error if they are indented, or separated by U+2028 in a string', () => {
    expect(codes(lines('{', ...conflict.map((line) => ` ${line}`), ...rest))).toContain('syntax');
    const separated = `{ "comment": "\u2028<<<<<<< a\u2028=======\u2028>>>>>>> b\u2028", }`;
    expect(codes(separated)).toEqual(new Set(['syntax']));
  });
});

it.each([
  '<'.repeat(2 ** 22),
  `${'<'.repeat(2 ** 22)}\n=======\n>>>>>>>`,
  '<<<<<<< a\n=======\n>>>>>>>\n'.repeat(50_000),
  '\uFEFF<<<<<<<\n\uD800\n=======\n>>>>>>>',
  `<<<<<<<\n${'['.repeat(100_000)}\n=======\n>>>>>>>`,
  '{ "__proto__": 1e999,\n<<<<<<<\n=======\n>>>>>>> \r\n}',
])('finds a problem even in unusual or very long text (%#)', (text) => expect(said(text).length).toBeGreaterThan(0));

it('truncated text has either the problem of the conflict or other problems', () => {
  const text = lines('{', ...conflict, ...rest);
  for (let length = 0; length <= text.length; length += 1) {
    const found = said(text.slice(0, length));
    const isConflict = length >= text.indexOf(' their, branch');
    expect(found.some(({ code }) => code === 'conflict-markers')).toBe(isConflict);
    if (isConflict) expect(found).toHaveLength(1);
  }
});
