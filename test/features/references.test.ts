/** Tests the references of the item at the cursor, `|`; « » enclose them. */
import { describe, expect, it } from 'vitest';
import { documentHighlight } from '../../server/src/core/features/layout/documentHighlight.js';
import { references } from '../../server/src/core/features/names/references.js';
import { noToggles } from '../../server/src/core/targeting/toggles.js';
import { open } from '../support/annotated.js';
import { cursorIn } from '../support/cursor.js';
import { openAt, placesIn, togglesOf, withPlaces } from '../support/places.js';

const served =
  '{ "content": { "rules": [{ "serve": { "select": 1 } }, { "serve": { "split": [0, 10000] } }, { "serve": { "split": [9, 0] } }], ' +
  '"defaultServe": { "select": 1 }, "disabledServe": { "select": 0 }, ' +
  '"variations": [{ "value": "a" }, { "value": "b", "name": "B", "description": "" }] } }';
const ofB = served
  .replaceAll('"select": 1', '"select": «1»')
  .replace('[0, 10000]', '[0, «10000»]')
  .replace('"B"', '«"B"»');

function referencesAt(marked: string, includeDeclaration = true): string {
  const { text, position } = cursorIn(marked);
  const found = references(open(text), position, { toggles: noToggles, includeDeclaration });
  return withPlaces(
    text,
    found.map(({ range }) => range),
  );
}

describe('the references of a variation', () => {
  for (const [before, after] of [
    ['"name": "B"', '"name": "|B"'],
    ['"value": "b"', '"value": |"b"'],
    ['"description"', '"descr|iption"'],
    ['"description": ""', '"description": ""|'],
    ['}, { "value": "b"', '}, |{ "value": "b"'],
    ['"description": "" }', '"description": "" }|'],
    ['"defaultServe": { "select": 1', '"defaultServe": { "select": 1|'],
    ['[0, 10000]', '[0, 10|000]'],
    ['[9, 0]', '[9, 0|]'],
  ] as const)
    it(`are found from ${after}`, () => expect(referencesAt(served.replace(before, after))).toBe(ofB));

  it('include the variation itself only if the client requests it', () =>
    expect(referencesAt(served.replace('"B"', '"|B"'), false)).toBe(ofB.replace('«"B"»', '"B"')));

  it('belong to the variation at the cursor, without zero shares', () => {
    const ofA = served.replace('[9, 0]', '[«9», 0]').replace('"select": 0', '"select": «0»').replace('"a"', '«"a"»');
    expect(referencesAt(served.replace('"a"', '"a"|'))).toBe(ofA);
  });

  it.each([
    served.replace('"variations": [', '"variations": [ | '),
    served.replace('"variations"', '"vari|ations"'),
    '{ "content": { "defaultServe": { "select": 7| }, "variations": [{}] } }',
    '{ "content": { "defaultServe": { "select": 0| } } }',
    '{ "content": { "rules": [{ "name": "|a" }] } }',
  ])('are empty at the cursor in %s', (marked) => expect(referencesAt(marked)).toBe(cursorIn(marked).text));
});

describe('the highlights', () => {
  function highlightsAt(marked: string) {
    const { text, position } = cursorIn(marked);
    const found = documentHighlight(open(text), position);
    const ofKind = (wanted: number) =>
      withPlaces(
        text,
        found.filter(({ kind }) => kind === wanted).map(({ range }) => range),
      );
    return { read: ofKind(2), written: ofKind(3) };
  }

  it.each(['"name": "B|"', '"select": 1| } }, { "serve"'])('are the variation and its serves at %s', (place) => {
    const marked = served.replace(place.replace('|', ''), place);
    expect(highlightsAt(marked)).toEqual({
      read: ofB.replace('«"B"»', '"B"'),
      written: served.replace('"B"', '«"B"»'),
    });
  });

  it('include the part of the variation at the cursor', () =>
    expect(highlightsAt(served.replace('"b"', '"b"|')).written).toBe(served.replace('"b"', '«"b"»')));

  it('are empty elsewhere', () =>
    expect(highlightsAt('{ "disabled|": true }')).toEqual({
      read: '{ "disabled": true }',
      written: '{ "disabled": true }',
    }));
});

describe('across files', () => {
  const login =
    '{ "content": { "defaultServe": { "select": 1 }, "variations": [{ "value": "v1" }, { "value": "v2", "name": "new" }] } }';
  const requires = (value: string) =>
    `{ "content": { "prerequisites": [{ "key": "login", "value": "${value}" }, { "key": "other", "value": "v2" }] } }`;
  const texts = {
    'dev/login': login,
    'online/login': login,
    'dev/checkout': requires('v2'),
    'dev/basket': requires('v1'),
    'online/checkout': requires('v2'),
  };

  function at(path: keyof typeof texts, place: string, includeDeclaration = true) {
    const { text, position } = cursorIn(texts[path].replace(place.replace('|', ''), place));
    const toggles = togglesOf(texts);
    return placesIn(texts, references(openAt(path, text), position, { toggles, includeDeclaration }));
  }
  const ofV2 = {
    'dev/checkout': requires('v2').replace('"v2"', '«"v2"»'),
    'dev/login': login.replace('"select": 1', '"select": «1»').replace('"new"', '«"new"»'),
  };

  it('a variation is referenced by prerequisites on its value in the same environment', () => {
    expect(at('dev/login', '"v2|"')).toEqual(ofV2);
    expect(at('dev/login', '"select": 1|')).toEqual(ofV2);
  });

  it('a required value has the same references as its variation', () =>
    expect(at('dev/checkout', '|"v2"')).toEqual(ofV2));

  it('a required toggle is referenced by its dependent toggles, and declared in its file', () => {
    const naming = (value: string) => requires(value).replace('"login"', '«"login"»');
    const others = { 'dev/basket': naming('v1'), 'dev/checkout': naming('v2') };
    expect(at('dev/checkout', '"login|"', false)).toEqual(others);
    expect(at('dev/checkout', '"login|"')).toEqual({ ...others, 'dev/login': `«»${login}` });
    expect(at('dev/login', '"content|"')).toEqual(others);
    expect(at('online/login', '"content|"')).toEqual({ 'online/checkout': naming('v2') });
  });
});
