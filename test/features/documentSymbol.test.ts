/** Tests the outline as an editor shows it: each symbol is one line, with its detail after its name. */
import { describe, expect, it } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver-types';
import { documentSymbol } from '../../server/src/core/features/layout/documentSymbol.js';
import { open } from '../support/annotated.js';
import { withPlaces } from '../support/places.js';

function symbols(text: string): DocumentSymbol[] {
  return documentSymbol(open(text), { hierarchical: true }) as DocumentSymbol[];
}

function outline(text: string): string[] {
  const lines = (all: readonly DocumentSymbol[], indent: string): string[] =>
    all.flatMap(({ name, detail, children = [] }) => [
      `${indent}${[name, detail].join(' ').trim()}`,
      ...lines(children, `${indent}  `),
    ]);
  return lines(symbols(text), '');
}

const text = `{ "content": {
  "rules": [
    { "name": "early", "serve": { "select": 1 }, "conditions": [
      { "type": "string", "subject": "email", "predicate": "ends with", "objects": ["@a", "@b", "@c", "@d", 1] },
      { "type": "segment", "predicate": "is in", "objects": ["staff"] },
      { "type": "number", "subject": "age", "predicate": "between",
        "leftPredicate": ">=", "objects": ["18"], "rightPredicate": "<", "rightObjects": ["65"] },
      {}, 7
    ] },
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
  it('lists rules, serves, variations and prerequisites in file order', () =>
    expect(outline(text)).toEqual([
      'Rules',
      '  1 early → "true"',
      '    email ends with @a, @b, @c, …',
      '    is in staff',
      '    age between >= 18, < 65',
      '    Condition 4',
      '  Rule 2 → 25% off, 75% "true"',
      '  3 lost → 9 · never matches',
      '  Rule 4 · never matches',
      'Disabled → off',
      'Default → 0.01% off, 0.01% "true", 0.01% 2, …',
      'Variations',
      '  0 off = "false"',
      '  Variation 1 = "true"',
      '  Variation 2',
      '  3 json = "{\\"a\\": 1}"',
      'Prerequisites',
      '  login = "v1"',
      '  Prerequisite 2',
    ]));

  it('points to the keys and names in the file', () => {
    const within = (symbol: DocumentSymbol): DocumentSymbol[] => [symbol, ...(symbol.children ?? []).flatMap(within)];
    const all = symbols(text).flatMap(within);
    const marked = withPlaces(
      text,
      all
        .filter(({ name }) => /^(Rules|1 early|email|Default|0 off|login)/.test(name))
        .map((each) => each.selectionRange),
    );
    expect([...marked.matchAll(/«(.*?)»/g)].map(([, place]) => place)).toEqual(
      '"rules" "early" "email" "defaultServe" "off" "login"'.split(' '),
    );
  });

  it('says of each faded part why it is faded', () => {
    const rule = (select: number, ...conditions: readonly (readonly string[])[]) => ({
      serve: { select },
      conditions: conditions.map((objects) => ({ type: 'string', subject: 'city', predicate: 'starts with', objects })),
    });
    const rules = [rule(1, ['Rom'], ['Ro', 'Os']), rule(1, ['Rome']), rule(1, ['O', 'Os']), rule(0, ['Bonn'])];
    const serve = { disabledServe: { select: 0 }, defaultServe: { select: 0 } };
    const variations = ['a', 'b', 'c'].map((value) => ({ value, name: value }));
    const lines = outline(JSON.stringify({ content: { rules, ...serve, variations } })).map((line) => line.trim());
    expect(lines.filter((line) => line.includes('·'))).toEqual([
      'city starts with Ro, Os · changes nothing',
      'Rule 2 → b · never matches',
      'city starts with O, Os · "Os" changes nothing',
      'Rule 4 → a · changes nothing',
      '2 c · not served = "c"',
    ]);
  });

  it('is a flat list for a client without support for nested symbols', () => {
    const nested = '{ "content": { "rules": [{ "name": "a", "conditions": [{ "subject": "b" }] }] } }';
    const flat = documentSymbol(open(nested), { hierarchical: false });
    expect(flat).toMatchObject([
      { name: 'Rules' },
      { name: '1 a', containerName: 'Rules' },
      { name: 'b', containerName: '1 a' },
    ]);
    expect(flat.every((symbol) => 'location' in symbol)).toBe(true);
  });

  it.each(['', '[]', '{ "content": [] }', '{ "content": { "rules": {}, "defaultServe": 1 } }'])(
    'is empty for %s',
    (empty) => expect(outline(empty)).toEqual([]),
  );

  it('has short entries without line breaks, even for long names and lists', () => {
    const long = `{ "content": { "rules": [{ "name": "${'x\\n'.repeat(50_000)}", "serve": { "split": [${'1,'.repeat(5_000)}1] }, "conditions": [{ "subject": "${'x\\n'.repeat(50_000)}", "objects": [${'"y",'.repeat(5_000)}"z"] }] }], "variations": [{ "value": "${'y'.repeat(50_000)}" }] } }`;
    expect(outline(long).filter((line) => line.length > 300 || line.includes('\n'))).toEqual([]);
  });
});
