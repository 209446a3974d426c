/** Tests that an edited document has the problems of a newly opened one, like `npm run fuzz`; a failure names what to run again. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../server/src/core/json/document.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { typeInto } from '../fuzz/differential.js';
import { random } from '../fuzz/random.js';
import { forAll } from '../support/forAll.js';
import { FEW, rounds } from '../support/rounds.js';

describe('an edited document', () => {
  it('has the same problems as a newly opened document', () =>
    forAll(
      Array.from({ length: rounds(200, FEW) }, (_, seed) => seed + 1),
      (seed) => {
        typeInto(random(seed), 500);
      },
    ));

  const longSplit = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => (index < 1_000 ? 10 : 0)));
  const listed = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ value: String(index) })));
  const items = '"item",'.repeat(600);
  const edits: Record<string, readonly [text: string, from: string, to: string]> = {
    'the end of a rule that has a problem for its lack of conditions': [
      `{"content":{"rules":[{"notEmptyConditions":[${items}"last"]},{"name":"b"}]}}`,
      '"last"',
      '"longer"',
    ],
    'the name of a rule beside others that have problems': [
      `{"content":{"rules":[{"unknown":[${items}"last"],"name":"a"},{"unknown":[${items}"last"]}],"other":[]}}`,
      '"a"',
      '"longer"',
    ],
    'a name into a duplicate': [
      `{"content":{"rules":[{"name":"a","conditions":[${items}1]},{"name":"b","conditions":[${items}1]}]}}`,
      '"b"',
      '"a"',
    ],
    'the name of a long rule behind a short one': [
      `{"content":{"rules":[{"name":"a"},{"name":"b","conditions":[${items}1]}]}}`,
      '"b"',
      '"a"',
    ],
    'letters before a wrong escape in a name': ['{"content":{"rules":[{"name":"a\\q"}]}}', '"a', '"longer'],
    'a long split': [`{"content":{"defaultServe":{"split":${longSplit}},"variations":${listed}}}`, '0,0]', '0,7]'],
    'the value of disabled in a small file': ['{"disabled":true,"content":{"defaultServe":{}}}', 'true', 'false'],
    'the type of the only variation in a small file': ['{"content":{"variations":[1]}}', '1', '{}'],
    'a marker of a conflict in front of rules': [
      `{"content":{\n<<<<<<< a\n=======\n>>>>>>> b\n"rules":[${items}1],"variations":${listed}}}`,
      '=======',
      '======',
    ],
    'a serve into a half-typed one': [
      '{"content":{"rules":[],"disabledServe":{"select":0},"defaultServe":{"select":"x"},"variations":[{},{}]}}',
      '"x"',
      'x',
    ],
  };
  for (const [what, [text, from, to]] of Object.entries(edits)) {
    it(`notices a change of ${what}, even after the change is undone and repeated`, () => {
      const at = text.lastIndexOf(from);
      const opened = OpenDocument.open(uri, 'json', 1, text);
      const start = opened.json.positionAt(at);
      const first = opened.problems;
      let document = opened;
      let there = from;
      for (const next of [to, from, to, from]) {
        const range = { start, end: document.json.positionAt(at + there.length) };
        document = document.changed([{ range, text: next }], 2);
        expect(document.problems).toEqual(OpenDocument.open(uri, 'json', 2, document.json.text).problems);
        if (next === to) expect(document.problems).not.toEqual(first);
        there = next;
      }
    });
  }
});

it('finds an empty object without a closing quote in a list of any length', () => {
  const empty = (count: number) => {
    const objects = `[${'"item",'.repeat(count)}"\n]`;
    const text = `{"content":{"rules":[{"conditions":[{"type":"string","predicate":"contains","objects":${objects}}]}]}}`;
    return OpenDocument.open(uri, 'json', 1, text).problems.filter(({ code }) => code === 'empty-object').length;
  };
  expect([empty(1), empty(600)]).toEqual([1, 1]);
});

describe('several edits', () => {
  const rule = (name: string) => ({
    name,
    conditions: [{ type: 'string', subject: 's', predicate: 'is one of', objects: ['x'] }],
    serve: { select: 0 },
  });
  const file = {
    disabled: false,
    content: { rules: [rule('a'), rule('c')], variations: [{ value: '1' }, { value: '2' }] },
  };
  const long = Array.from({ length: 40 }, (_, index) => ({
    name: `r${index}`,
    conditions:
      index === 20 ? [] : [{ type: 'string', subject: 's'.repeat(150), predicate: 'is one of', objects: ['x'] }],
  }));
  const longRules = long.map((each) => JSON.stringify(each)).join(',');
  const fourth = `${JSON.stringify(long[4])},\n`;
  const start = '{"disabled":false,"content":{"rules":[{"name":';
  const cases: Record<string, readonly [text: string, ...steps: (readonly [from: string, to: string])[][]]> = {
    'a name comes back together with another change': [
      JSON.stringify(file),
      [['"a"', '"b"']],
      [[`${start}"b"`, `${start.replace('false', 'true')}"a"`]],
      [['"c"', '"a"']],
    ],
    'a name and the end change in a text that is no JSON': [
      `{"content":{"rules":[{"name":'b'},{"name":{"q" 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16`,
      [
        ['16', '16xxx'],
        ["'b'", "'yb'"],
      ],
    ],
    'a rule moves over one without conditions': [
      `{"content":{"rules":[\n${long.map((each) => JSON.stringify(each)).join(',\n')}\n]}}`,
      [
        [fourth, ''],
        ['{"name":"r24"', `${fourth}{"name":"r24"`],
      ],
    ],
    'a far rule stops serving a variation that no other serves': [
      `{"content":{"rules":[${longRules},{"name":"e","serve":{"select":1}},${longRules}],"disabledServe":{"select":0},"defaultServe":{"select":0},"variations":[{},{}]}}`,
      [['"serve":{"select":1}', '"serve":{"select":0}']],
    ],
    'a string no longer takes a bracket from the list that it is in': [
      `{"content":{"rules":["x]\n,${'1,'.repeat(3_000)}1:,${'1,'.repeat(3_000)}1]}}`,
      [['x]', 'x]"']],
    ],
    'a string no longer takes a brace, before a list that is not closed': [
      `{"a":"x}\n,"b":[${'1,'.repeat(3_000)}1`,
      [['x}', 'x}"']],
    ],
    'a bare word becomes a string': ['{"a":string,"b', [['"a":', '"a"":']]],
  };
  for (const [what, [text, ...steps]] of Object.entries(cases)) {
    it(`lead to the same problems as in a newly opened file: ${what}`, () => {
      let document = OpenDocument.open(uri, 'json', 1, text);
      let said = document.problems;
      for (const edits of steps) {
        let { text: now } = document.json;
        const changes = edits.map(([from, to]) => {
          const before = parse(now);
          const at = now.indexOf(from);
          now = now.slice(0, at) + to + now.slice(at + from.length);
          return { range: { start: before.positionAt(at), end: before.positionAt(at + from.length) }, text: to };
        });
        document = document.changed(changes, 2);
        expect(document.json.text).toBe(now);
        expect(document.problems).toEqual(OpenDocument.open(uri, 'json', 2, now).problems);
        said = document.problems;
      }
      expect(said.length).toBeGreaterThan(0);
    });
  }
});

describe('the problems', () => {
  it('exclude problems of rules in a list that a duplicate key overrides', () => {
    const rules = JSON.stringify(Array.from({ length: 5_001 }, () => ({ unknown: 1 })));
    const { problems } = OpenDocument.open(uri, 'json', 1, `{"content":{"rules":${rules},"rules":[]}}`);
    expect(problems.map(({ code }) => code)).toEqual(['duplicate-key']);
  });

  it('exclude schema problems of a list after a key without a value, however long the list is', () => {
    for (const count of [1, 2_000]) {
      const conditions = Array.from({ length: count }, () => ({ unknown: 1 }));
      const text = `{"content":{"rules":, ${JSON.stringify([{ unknown: 1, conditions }])}}}`;
      const { problems } = OpenDocument.open(uri, 'json', 1, text);
      expect(problems.map(({ code }) => code)).toEqual(['syntax', 'syntax']);
    }
  });
});

const uri = 'file:///a.targeting.json';
