/** Tests where a definition request leads from the cursor, `|`; « » enclose the targets. */
import { describe, expect, it } from 'vitest';
import type { LocationLink } from 'vscode-languageserver-types';
import { definition, isDefinedElsewhere } from '../../server/src/core/features/names/definition.js';
import { noToggles } from '../../server/src/core/targeting/toggles.js';
import { open } from '../support/annotated.js';
import { cursorIn } from '../support/cursor.js';
import { openAt, placesIn, togglesOf, withPlaces } from '../support/places.js';
import { rows } from '../support/rows.js';

const variations = '"variations": [{ "value": "false", "name": "off" }, { "value": "true" }, 3]';

function links(marked: string): LocationLink[] {
  const { text, position } = cursorIn(marked);
  return definition(open(text), position, { toggles: noToggles, links: true }) as LocationLink[];
}

function withTargets(marked: string): string {
  return withPlaces(
    cursorIn(marked).text,
    links(marked).map(({ targetSelectionRange }) => targetSelectionRange),
  );
}

describe('a serve leads to its variation', () => {
  for (const [from, to] of [
    ['{ "content": { "defaultServe": { "select": 0| }, $ } }', '«"off"»'],
    ['{ "content": { "defaultServe": { "select": |1 }, $ } }', '«"true"»'],
    ['{ "content": { "disabledServe": { "select": 1| }, $ } }', '«"true"»'],
    ['{ "content": { "rules": [{ "serve": { "select": |0 } }], $ } }', '«"off"»'],
    ['{ "content": { "rules": [{ "serve": { "split": [|5000,5000] } }], $ } }', '«"off"»'],
    ['{ "content": { "rules": [{ "serve": { "split": [5000|,5000] } }], $ } }', '«"off"»'],
    ['{ "content": { "rules": [{ "serve": { "split": [5000,|5000] } }], $ } }', '«"true"»'],
    ['{ "content": { "defaultServe": { "split": [10000, 0|] }, $ } }', '«"true"»'],
    ['{ "content": { "defaultServe": { "select": 2| }, $ } }', '«3»'],
  ] as const)
    it(`from the cursor in ${from} to ${to}`, () => {
      const marked = from.replace('$', variations);
      const target = to.slice(1, -1);
      const text = cursorIn(marked).text;
      const at = text.lastIndexOf(target);
      expect(withTargets(marked)).toBe(`${text.slice(0, at)}${to}${text.slice(at + target.length)}`);
    });

  it('from its number to the whole variation', () => {
    const marked = '{ "content": { "variations": [{ "value": "a" }], "defaultServe": { "select": 0| } } }';
    const [link] = links(marked);
    if (link?.originSelectionRange === undefined) throw new Error('No link with an origin.');
    expect(withPlaces(cursorIn(marked).text, [link.originSelectionRange, link.targetRange])).toBe(
      '{ "content": { "variations": [«{ "value": "a" }»], "defaultServe": { "select": «0» } } }',
    );
  });

  it('as a plain location for a client without link support', () => {
    const { text, position } = cursorIn(
      '{ "content": { "variations": [{ "name": "a" }], "defaultServe": { "select": 0| } } }',
    );
    const document = open(text);
    const found = definition(document, position, { toggles: noToggles, links: false });
    expect(found).toEqual([
      { uri: document.uri, range: { start: { line: 0, character: 40 }, end: { line: 0, character: 43 } } },
    ]);
  });
});

describe('there is no definition', () => {
  it.each([
    '{ "content": { "defaultServe": { "select"|: 0 }, $ } }',
    '{ "content": { "defaultServe": { "select": 0 |}, $ } }',
    '{ "content": { "defaultServe": { "select": 9| }, $ } }',
    '{ "content": { "defaultServe": { "select": -1| }, $ } }',
    '{ "content": { "defaultServe": { "select": 0.5| }, $ } }',
    '{ "content": { "defaultServe": { "select": "0|" }, $ } }',
    '{ "content": { "defaultServe": { "split": |[1] }, $ } }',
    '{ "content": { "defaultServe": { "split": [[|1]] }, $ } }',
    '{ "content": { "defaultServe": { "select": 1|, "select": 0 }, $ } }',
    '{ "content": { "rules": [{ "name": "a|" }], $ } }',
    '{ "content": { "rules": [{ "select": 0| }], $ } }',
    '{ "defaultServe": { "select": 0| }, "content": { $ } }',
    '{ "content": { "defaultServe": { "select": 0| } } }',
    '|',
  ])('at the cursor in %s', (marked) => expect(links(marked.replace('$', variations))).toEqual([]));

  it('in a config', () => {
    const { text, position } = cursorIn('{ "content": { "variations": [{}], "defaultServe": { "select": 0| } } }');
    const document = open(text, 'file:///a/targeting.config.json');
    expect(definition(document, position, { toggles: noToggles, links: true })).toEqual([]);
  });
});

it.each(rows`
  { "content": { "variations": [{ "name": "a|" }] } } → { "content": { "variations": [{ "name": «"a"» }] } }
  { "content": { "variations": [{ "name": "a", "value": |"b" }] } }
    → { "content": { "variations": [{ "name": "a", "value": «"b"» }] } }
  { "content": { "variations": [{ "description": "a|" }] } } → { "content": { "variations": [{ "description": "a" }] } }
`)('a variation is its own definition, so editors offer its references: cursor in %s, mark in %s', (marked, shown) =>
  expect(withTargets(marked)).toBe(shown),
);

describe('a prerequisite', () => {
  const login = '{ "content": { "variations": [{ "value": "v1" }, { "value": "v2" }, { "value": "v1" }] } }';
  const texts = { 'dev/login': login, 'online/login': login, 'dev/other': '{}' };
  const requiring = '{ "content": { "prerequisites": [{ "key": "login|", "value": "v1" }] } }';

  function from(path: string, marked: string) {
    const { text, position } = cursorIn(marked);
    const all = { ...texts, [path]: text };
    const document = openAt(path, text);
    const found = definition(document, position, { toggles: togglesOf(all), links: false });
    expect(isDefinedElsewhere(document, position)).toBe(true);
    return placesIn(all, found as never);
  }

  it('leads from its key to the file of the required toggle in the same environment', () => {
    expect(from('dev/checkout', requiring)).toEqual({ 'dev/login': `«»${login}` });
    expect(from('online/checkout', requiring)).toEqual({ 'online/login': `«»${login}` });
  });

  it('leads from its value to the variations with that value', () => {
    const marked = '{ "content": { "prerequisites": [{ "key": "login", "value": |"v1" }] } }';
    expect(from('dev/checkout', marked)).toEqual({ 'dev/login': login.replaceAll('"v1"', '«"v1"»') });
  });

  it('leads nowhere if no file has the required toggle or value', () => {
    expect(from('dev/checkout', requiring.replace('login', 'logout'))).toEqual({});
    expect(from('dev/checkout', '{ "content": { "prerequisites": [{ "key": "login", "value": "v3|" }] } }')).toEqual(
      {},
    );
  });

  it('is the only place whose definition needs other files', () => {
    for (const marked of ['{ "content": { "defaultServe": { "select": 0| } } }', requiring.replace('key', 'kye')]) {
      const { text, position } = cursorIn(marked);
      expect(isDefinedElsewhere(open(text), position)).toBe(false);
    }
  });
});
