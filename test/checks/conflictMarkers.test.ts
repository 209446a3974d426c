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

describe('a conflict is the only problem', () => {
  it('with the range from its first to its last marker, whatever else is wrong', () => {
    expect(said(lines('{', ...conflict, ...rest))).toEqual([
      { code: 'conflict-markers', severity: 1, message: inLines(2, 6), from: [1, 0], to: [5, 21] },
    ]);
  });

  it('with CRLF, with the base, with longer markers, and at both ends of the file', () => {
    const [first] = said(lines('{', ...conflict, ...rest).replaceAll('\n', '\r\n'));
    expect([first?.message, first?.to]).toEqual([inLines(2, 6), [5, 21]]);
    const base = ['<<<<<<<<<< a', '1', '|||||||||| b', '2', '==========', '3', '>>>>>>>>>> c'];
    expect(said(lines(...base))).toMatchObject([{ message: inLines(1, 7), from: [0, 0], to: [6, 12] }]);
  });

  it.each(['config.json', 'users.json'])('also in targeting.%s', (name) => {
    const text = lines('{', ...conflict, '}');
    expect(said(text, `file:///a/targeting.${name}`)).toMatchObject([{ message: inLines(2, 6) }]);
  });

  it('once for each of several conflicts', () => {
    const text = lines('{', ...conflict, ...rest.slice(0, 1), ...conflict, '}');
    expect(said(text).map(({ message }) => message)).toEqual([inLines(2, 6), inLines(8, 12)]);
  });
});

describe('the problem is a syntax error', () => {
  const codes = (text: string) => new Set(said(text).map(({ code }) => code));

  it.each([0, 2, 4])('if the marker in line %i of a conflict is missing', (gone) => {
    expect(codes(lines('{', ...conflict.toSpliced(gone, 1), ...rest))).toContain('syntax');
  });

  it('if the signs do not begin a line, or are in a string', () => {
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
])('reports a problem even for odd or very long text (%#)', (text) => expect(said(text).length).toBeGreaterThan(0));

it('reports either the conflict or other problems, wherever the text is cut', () => {
  const text = lines('{', ...conflict, ...rest);
  for (let length = 0; length <= text.length; length += 1) {
    const found = said(text.slice(0, length));
    const isConflict = length >= text.indexOf(' their, branch');
    expect(found.some(({ code }) => code === 'conflict-markers')).toBe(isConflict);
    if (isConflict) expect(found).toHaveLength(1);
  }
});
