/** Tests which text the editor offers to rename, and the text after the rename. */
import { describe, expect, it } from 'vitest';
import { prepareRename, rename } from '../../server/src/core/features/names/rename.js';
import { open } from '../support/annotated.js';
import { cursorIn } from '../support/cursor.js';
import { editsApplied } from '../support/fixes.js';
import { withPlaces } from '../support/places.js';

const text =
  '{ "content": { "rules": [{ "name": "early", "serve": { "select": 1 } }], "defaultServe": { "split": [1, 0] }, "variations": [{ "name": "off" }, { "name": "o\\u006e", "value": "v" }] } }';

function at(place: string, newName = 'new') {
  const cursor = cursorIn(text.replace(place.replace('|', ''), place));
  const document = open(cursor.text);
  const prepared = prepareRename(document, cursor.position);
  const edits = rename(document, cursor.position, newName)?.changes?.[document.uri];
  return {
    from: prepared && withPlaces(text, [prepared.range]),
    name: prepared?.placeholder,
    after: edits && editsApplied(text, edits),
  };
}

describe('a variation can be renamed', () => {
  it.each(['|"off"', '"o|ff"', '"off"|'])('at its name: %s', (place) =>
    expect(at(place)).toEqual({
      from: text.replace('"off"', '"«off»"'),
      name: 'off',
      after: text.replace('"off"', '"new"'),
    }),
  );

  it('at a serve, with its unescaped name as the suggestion', () => {
    expect(at('"select": 1|')).toEqual({
      from: text.replace('"select": 1', '"select": «1»'),
      name: 'on',
      after: text.replace('"o\\u006e"', '"new"'),
    });
    expect(at('[|1, 0]').after).toBe(text.replace('"off"', '"new"'));
    expect(at('[1, 0|]').after).toBe(text.replace('"o\\u006e"', '"new"'));
  });

  it.each(['a "b"\\', 'a\nb\t', '', '\u0000', '\uD83D', '雪 😀', '</script>'])(
    'to %j, which is written as one valid JSON string',
    (name) => {
      const after = at('"o|ff"', name).after ?? '';
      const content = (JSON.parse(after) as { content: { variations: { name: string }[] } }).content;
      expect(content.variations[0]?.name).toBe(name);
    },
  );
});

it('a rule can be renamed at its name', () =>
  expect(at('"ear|ly"')).toEqual({
    from: text.replace('"early"', '"«early»"'),
    name: 'early',
    after: text.replace('"early"', '"new"'),
  }));

describe('nothing can be renamed', () => {
  it.each(['"v|"', '"na|me"', '"rul|es"', '"select|": 1'])('at the cursor in %s', (place) =>
    expect(at(place)).toEqual({ from: undefined, name: undefined, after: undefined }),
  );

  it.each([
    '{ "content": { "defaultServe": { "select": 0| }, "variations": [{ "value": "a" }] } }',
    '{ "content": { "defaultServe": { "select": 4| }, "variations": [{ "name": "a" }] } }',
    '{ "content": { "variations": [{ "name": 1| }] } }',
    '{ "content": { "variations": [{ "name": "a| } ] } }',
    '{ "content": { "variations": [{ "name": "a\\"|\n } ] } }',
    "{ 'content': { 'variations': [{ 'name': 'a|' }] } }",
    '|',
  ])('in %s', (marked) => {
    const cursor = cursorIn(marked);
    expect(prepareRename(open(cursor.text), cursor.position)).toBeUndefined();
    expect(rename(open(cursor.text), cursor.position, 'new')).toBeUndefined();
  });
});
