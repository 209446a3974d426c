/** Tests how pasted text becomes values of a condition. `|` is the cursor; two of them enclose the selection. */
import { describe, expect, it } from 'vitest';
import { pastedValues } from '../../server/src/core/features/actions/pasteValues.js';
import { open } from '../support/annotated.js';

const before = (predicate: string) =>
  `{\n  "content": {\n    "rules": [\n      { "conditions": [{ "predicate": "${predicate}", "objects": `;
const after = ' }] }\n    ]\n  }\n}';

/** The list of values after a paste, and the counts; undefined if the text is pasted as it is. */
function paste(objects: string, pasted: string, predicate = 'is one of') {
  const parts = objects.split('|');
  const [left = '', selected = ''] = parts.length === 2 ? [parts[0]] : parts;
  const right = parts.at(-1) ?? '';
  const [start, end] = [before(predicate) + left, right + after];
  const document = open(start + selected + end);
  const { json } = document;
  const range = { start: json.positionAt(start.length), end: json.positionAt(start.length + selected.length) };
  const answer = pastedValues(document, range, pasted);
  if (answer === undefined) return undefined;
  const list = (left + answer.newText + right).trim();
  return { ...answer, list, parsed: JSON.parse(list) as unknown };
}

describe('pasted lines', () => {
  it.each([
    ['[|]', '["a", "b"]'],
    ['[ | ]', '[ "a", "b" ]'],
    ['["x"|]', '["x", "a", "b"]'],
    ['[|"x"]', '["a", "b", "x"]'],
    ['["x", |]', '["x", "a", "b"]'],
    ['["x",| "y"]', '["x","a", "b", "y"]'],
    ['["|"]', '["a", "b"]'],
    ['["x", "|"]', '["x", "a", "b"]'],
    ['[|"old"|]', '["a", "b"]'],
  ])('become strings at %s', (objects, expected) =>
    expect(paste(objects, 'a\r\n  b\n\n')).toMatchObject({ list: expected, values: 2, duplicates: 0 }),
  );

  it('follow the layout of the list', () =>
    expect(paste('[\n  "x",\n  "y"|\n]', 'a\nb')?.list).toBe('[\n  "x",\n  "y",\n  "a",\n  "b"\n]'));

  it('are put on separate lines if they do not fit on one line', () => {
    const many = Array.from({ length: 100 }, (_, index) => `person-${index}@example.com`);
    for (const objects of ['[|]', '["|"]']) {
      const answer = paste(objects, many.join('\n'));
      expect(answer?.parsed).toEqual(many);
      expect(answer?.list.split('\n').length).toBeGreaterThanOrEqual(100);
    }
  });

  it('keep the quotes, backslashes and commas of a regular expression', () =>
    expect(paste('[|]', '^a{1,2}$\n\\d+"', 'matches regex')?.parsed).toEqual(['^a{1,2}$', '\\d+"']));

  it('are left out and counted if they are duplicates', () => {
    expect(paste('["a"|]', 'a\nb\nb\nc')).toMatchObject({ list: '["a", "b", "c"]', values: 2, duplicates: 2 });
    expect(paste('["a", "b"|]', 'a\nb')).toBeUndefined();
    expect(paste('["a", |"b"|]', 'b\nc')).toMatchObject({ list: '["a", "b", "c"]', values: 2, duplicates: 0 });
  });
});

it.each([
  ['a,b, c', ['a', 'b', 'c']],
  ['1001, 1002', ['1001', '1002']],
  ['a;b,c', ['a', 'b,c']],
  ['a\tb;c\nd', ['a', 'b;c', 'd']],
  ['"a","b ""x"""\n"c, d",e', ['a', 'b "x"', 'c, d', 'e']],
  ["'a', 'b'", ['a', 'b']],
  [',a,,b,', ['a', 'b']],
  ['true, false', ['true', 'false']],
])('splits CSV %j into its fields', (text, expected) => expect(paste('[|]', text)?.parsed).toEqual(expected));

it.each([
  ['one value', '[|]', 'a'],
  ['JSON already', '[|]', '"a", "b"'],
  ['JSON in lines', '[|]', '"a",\n"b",'],
  ['nothing', '[|]', ' \n'],
  ['inside a string that says something', '["a|b"]', 'x\ny'],
  ['over more than the list', '|["a"|]', 'x\ny'],
  ['outside of the list', '["a"]|', 'x\ny'],
])('pastes the text unchanged: %s', (_title, objects, text) => expect(paste(objects, text)).toBeUndefined());
