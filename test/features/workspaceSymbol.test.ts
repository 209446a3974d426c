/** Tests the search for symbols in all files. */
import { describe, expect, it } from 'vitest';
import { workspaceSymbol } from '../../server/src/core/features/layout/workspaceSymbol.js';
import { placesIn, togglesOf } from '../support/places.js';

const texts = {
  'dev/checkout':
    '{ "content": { "rules": [{ "name": "early customers" }, {}, { "name": "" }], "variations": [{ "name": "new check" }, { "value": "x" }] } }',
  'online/checkout': '{}',
  'dev/search': '{ "content": { "variations": [{ "name": "Checked" }] } }',
};
const found = (query: string, limit?: number) =>
  workspaceSymbol(query, togglesOf(texts), limit).map(({ name, containerName }) => `${name} (${containerName ?? ''})`);

describe('toggles, rules and variations are found', () => {
  it.each([
    ['chec', ['checkout (dev)', 'checkout (online)', 'Checked (search · dev)', 'new check (checkout · dev)']],
    ['CHECKO', ['checkout (dev)', 'checkout (online)']],
    ['chkt', ['checkout (dev)', 'checkout (online)']],
    ['early customers', ['early customers (checkout · dev)']],
    ['ea cu', ['early customers (checkout · dev)']],
    ['tuokcehc', []],
  ])('by %s', (query, expected) => expect(found(query)).toEqual(expected));

  it('by an empty query, which returns all of them, toggles first', () =>
    expect(found('')).toEqual([
      'checkout (dev)',
      'checkout (online)',
      'search (dev)',
      'early customers (checkout · dev)',
      'new check (checkout · dev)',
      'Checked (search · dev)',
    ]));

  it('unless their names are invisible', () => {
    const unseen = {
      'dev/a': '{ "content": { "rules": [{ "name": "\\u0001" }], "variations": [{ "name": "\\u202E" }] } }',
    };
    expect(workspaceSymbol('', togglesOf(unseen)).map(({ name }) => name)).toEqual(['a']);
  });

  it('up to a limit, best matches first', () => {
    expect(found('chec', 3)).toEqual(['checkout (dev)', 'checkout (online)', 'Checked (search · dev)']);
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`dev/t${index}`, '{}']));
    expect(workspaceSymbol('t', togglesOf(many))).toHaveLength(300);
  });

  it('with their positions', () => {
    const locations = workspaceSymbol('new c', togglesOf(texts)).map(({ location }) => location);
    expect(workspaceSymbol('search', togglesOf(texts))[0]?.location.range.end).toEqual({ line: 0, character: 0 });
    expect(placesIn(texts, locations)).toEqual({
      'dev/checkout': texts['dev/checkout'].replace('"new check"', '«"new check"»'),
    });
  });
});
