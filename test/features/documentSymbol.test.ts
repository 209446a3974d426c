/** Tests the outline as an editor shows it: each symbol is one line, with its detail behind its name. */
import { describe, expect, it } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver-types';
import { documentSymbol } from '../../server/src/features/documentSymbol.js';
import { open } from '../support/annotated.js';
import { withPlaces } from '../support/places.js';

function symbols(text: string): DocumentSymbol[] {
  return documentSymbol(open(text), { hierarchical: true }) as DocumentSymbol[];
}

function outline(text: string): string[] {
  const line = (indent: string, { name, detail }: DocumentSymbol) => `${indent}${[name, detail].join(' ').trim()}`;
  return symbols(text).flatMap((symbol) => [
    line('', symbol),
    ...(symbol.children ?? []).map((child) => line('  ', child)),
  ]);
}

const text = `{ "content": {
  "rules": [
    { "name": "early", "serve": { "select": 1 } },
    { "serve": { "split": [2500, 7500, 0] } },
    { "name": "lost", "serve": { "select": 9 } },
    { "name": " \\n " }
  ],
  "disabledServe": { "select": 0 },
  "defaultServe": { "split": [1, 1, 1, 9997] },
  "variations": [{ "value": "false", "name": "off" }, { "value": "true" }, {}, { "name": "json", "value": "{\\"a\\": 1}" }],
  "prerequisites": [{ "key": "login", "value": "v1" }, {}]
} }`;

describe('the outline', () => {
  it('lists rules, serves, variations and prerequisites in the order of the file', () => {
    expect(outline(text)).toEqual([
      'Rules',
      '  early → "true"',
      '  Rule 2 → 25% off = "false", 75% "true"',
      '  lost → 9',
      '  Rule 4',
      'Disabled → off = "false"',
      'Default → 0.01% off = "false", 0.01% "true", 0.01% 2, …',
      'Variations',
      '  off 0 = "false"',
      '  Variation 1 1 = "true"',
      '  Variation 2 2',
      '  json 3 = "{\\"a\\": 1}"',
      'Prerequisites',
      '  login = "v1"',
      '  Prerequisite 2',
    ]);
  });

  it('leads to the keys and names in the file', () => {
    const all = symbols(text).flatMap((symbol) => [symbol, ...(symbol.children ?? [])]);
    const marked = withPlaces(
      text,
      all
        .filter(({ name }) => ['Rules', 'early', 'Default', 'off', 'login'].includes(name))
        .map((each) => each.selectionRange),
    );
    expect([...marked.matchAll(/«(.*?)»/g)].map(([, place]) => place)).toEqual([
      '"rules"',
      '"early"',
      '"defaultServe"',
      '"off"',
      '"login"',
    ]);
  });

  it('is a flat list for a client that does not support nested symbols', () => {
    const flat = documentSymbol(open('{ "content": { "variations": [{ "name": "a" }] } }'), { hierarchical: false });
    expect(flat).toMatchObject([{ name: 'Variations' }, { name: 'a', containerName: 'Variations' }]);
    expect(flat.every((symbol) => 'location' in symbol)).toBe(true);
  });

  it.each(['', '[]', '{ "content": [] }', '{ "content": { "rules": {}, "defaultServe": 1 } }'])(
    'is empty for %s',
    (empty) => {
      expect(outline(empty)).toEqual([]);
    },
  );

  it('has only short lines without line breaks, whatever the file says', () => {
    const long = `{ "content": { "rules": [{ "name": "${'x\\n'.repeat(50_000)}", "serve": { "split": [${'1,'.repeat(5_000)}1] } }], "variations": [{ "value": "${'y'.repeat(50_000)}" }] } }`;
    expect(outline(long).filter((line) => line.length > 300 || line.includes('\n'))).toEqual([]);
  });
});
