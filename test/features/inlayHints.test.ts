/** Tests inlay hints; `⟨` and `⟩` enclose them. */
import { describe, expect, it } from 'vitest';
import type { InlayHintKinds } from '../../server/src/core/features/layout/inlayHints.js';
import { inlayHints } from '../../server/src/core/features/layout/inlayHints.js';
import { configUri } from '../support/fixes.js';
import { open } from '../support/annotated.js';
import { lines, withHints, withoutHints } from '../support/hints.js';

const all: InlayHintKinds = { select: true, split: true, index: true, objects: true };
const wholeText = lines(0, 100_000);

function check(annotated: string, kinds = all, range = wholeText): void {
  const text = withoutHints(annotated);
  expect(withHints(text, inlayHints(open(text), range, kinds))).toBe(annotated);
}

const example = `{
  "content": {
    "rules": [
      { "name": "a", "serve": { "select": 1⟨ beta = "true"⟩ }, "conditions": [] },
      { "name": "b", "serve": { "split": [2500⟨ 25% · off⟩, 3333⟨ 33.33% · beta⟩, 4167⟨ 41.67% · "x"⟩] } }
    ],
    "disabledServe": { "select": 0⟨ off = "false"⟩ },
    "defaultServe": { "select": 2⟨ "x"⟩ },
    "variations": [
      ⟨0 ⟩{ "name": "off", "value": "false" },
      {⟨ 1⟩
        "name": "beta",
        "value": "true"
      },
      ⟨2 ⟩{ "value": "x" }
    ]
  }
}`;

describe('hints', () => {
  it('explain each number in a serve, and show the index of each variation', () => check(example));

  it.each(['select', 'split', 'index'] as const)('of the kind %s can be turned off separately', (kind) => {
    const hints = { select: /⟨ (?:\w+ = )?"[^⟩]*⟩/g, split: /⟨ [\d.]+%[^⟩]*⟩/g, index: /⟨ ?\d+ ?⟩/g };
    check(example.replace(hints[kind], ''), { ...all, [kind]: false });
  });

  it('count the values of a condition with ten values or more', () => {
    const of = (count: number, hint: string, kinds = all) => {
      const values = Array.from({ length: count }, (_, index) => `"${index}"`).join(', ');
      const conditions = `[{ "subject": "id", "objects": [${hint}${values}] }]`;
      check(`{ "content": { "rules": [{ "conditions": ${conditions} }] } }`, kinds);
    };
    of(9, '');
    of(10, '⟨ 10 values ⟩');
    of(3_000, '⟨ 3000 values ⟩');
    of(10, '', { ...all, objects: false });
  });

  it('are returned only for the requested lines', () => {
    const part = example
      .split('\n')
      .map((line, index) => (index >= 4 && index < 11 ? line : withoutHints(line)))
      .join('\n');
    check(part, all, { start: { line: 4, character: 0 }, end: { line: 10, character: 99 } });
  });

  it('are returned only for the requested part of a line', () => {
    const text = '{ "content": { "variations": [{ "name": "a" }, ⟨1 ⟩{ "name": "b" }, { "name": "c" }] } }';
    const range = { start: { line: 0, character: 35 }, end: { line: 0, character: 50 } };
    check(text, all, range);
  });

  it('are not shown for a variation that does not exist', () =>
    check(`{ "content": {
      "defaultServe": { "select": 1 }, "disabledServe": { "select": -1 },
      "rules": [{ "serve": { "select": 0.5 } }, { "serve": { "split": [5000⟨ 50% · a⟩, 5000⟨ 50%⟩] } }],
      "variations": [⟨0 ⟩{ "name": "a" }]
    } }`));

  const withLongNames = (split: string) => `{ "content": {
      "defaultServe": { "split": ${split} },
      "variations": [⟨0 ⟩{ "name": "no banner" }, ⟨1 ⟩{ "name": "small banner" }, ⟨2 ⟩{ "name": "large banner" }, ⟨3 ⟩{ "name": "huge banner" }]
    } }`;

  it('are shortened if a line has several hints, because the editor limits their length', () => {
    check(withLongNames('[5000⟨ 50% · no banner⟩, 5000⟨ 50% · small banner⟩]'));
    check(withLongNames('[5000⟨ 50% no banner⟩, 4000⟨ 40% small bann…⟩, 1000⟨ 10% large bann…⟩]'));
    check(withLongNames('[2500⟨ 25% no ban…⟩, 2500⟨ 25% small…⟩, 2500⟨ 25% large…⟩, 2500⟨ 25% huge b…⟩]'));
    check(withLongNames('[1234⟨ 12.34%⟩, 1234⟨ 12.34%⟩, 1234⟨ 12.34%⟩, 1234⟨ 12.34%⟩, 5064⟨ 50.64%⟩]'));
    check(withLongNames('[5000⟨ 50% · no banner⟩,\n4000⟨ 40% · small banner⟩,\n1000⟨ 10% · large banner⟩]'));
  });

  it('show percentages but no names if the file lists no variations', () =>
    check('{ "content": { "defaultServe": { "select": 1 }, "disabledServe": { "split": [10000⟨ 100%⟩] } } }'));

  it('show a name only once if it equals the value', () => {
    const text = '{ "content": { "defaultServe": { "select": 0 }, "variations": [{ "name": "a", "value": "a" }] } }';
    expect(inlayHints(open(text), wholeText, all)[0]?.tooltip).toBe('a');
    check(
      '{ "content": { "defaultServe": { "select": 0⟨ "a"⟩ }, "variations": [⟨0 ⟩{ "name": "a", "value": "a" }] } }',
    );
  });

  it('are not shown for invalid shares and variations', () => {
    check(`{ "content": {
      "defaultServe": { "split": ["2500", 12.5, -1, null, 0⟨ 0%⟩] },
      "disabledServe": { "select": "0" },
      "variations": [⟨0 ⟩true, ⟨1 ⟩{}]
    } }`);
    check('{ "content": { "rules": { "0": { "serve": { "select": 0 } } }, "variations": [⟨0 ⟩{ "name": "a" }] } }');
    check('{ "content": { "defaultServe": { "select": 0 }, "variations": [⟨0 ⟩{ }] } }');
  });

  it('appear at the last of several duplicate keys, which overrides the others', () =>
    check(`{ "content": {
      "defaultServe": { "select": 0, "select": 1⟨ b⟩ },
      "variations": [{ "name": "x" }],
      "variations": [⟨0 ⟩{ "name": "a" }, ⟨1 ⟩{ "name": "b" }]
    } }`));

  it.each([
    '{ "content": { "variations": [⟨0 ⟩{ "name": "a" }, ⟨1 ⟩{ "name": "b" }], "defaultServe": { "select": 1⟨ b⟩',
    '{ "content": { "variations": [⟨0 ⟩{ "name": "a" }, ⟨1 ⟩{ "name": ], "defaultServe": { "select": 1 } } }',
    '{ "content": { "variations": [⟨0 ⟩{ "name": "a" }], "defaultServe": { "select": , "x": 1 } } }',
    '{ "content": { "variations": [⟨0 ⟩{ "name": "a" } ⟨1 ⟩{ "name": "b" }], "defaultServe": { "split": [1⟨ 0.01% · a⟩ 2⟨ 0.02% · b⟩',
  ])('are correct in incomplete text: %s', (annotated) => check(annotated));

  it('are short and on one line, even for long names with line breaks', () => {
    const name = JSON.stringify('a\r\n\u0085\u2028\u202Eb'.repeat(20));
    const text = `{ "content": { "defaultServe": { "select": 0 }, "variations": [{ "name": ${name}, "value": "v" }] } }`;
    const [hint] = inlayHints(open(text), wholeText, all);
    expect(hint?.label).toBe(`${'a b'.repeat(14).slice(0, 40)}…`);
  });

  it('show the description in a tooltip', () => {
    const text =
      '{ "content": { "defaultServe": { "select": 0 }, "variations": [{ "name": "a", "value": "v", "description": "As it\\nwas" }] } }';
    expect(inlayHints(open(text), wholeText, all).map(({ tooltip }) => tooltip)).toEqual([
      'a\nv\nAs it was',
      '"select": 0 serves this variation.',
    ]);
  });

  it('are not shown in a config', () =>
    expect(inlayHints(open(withoutHints(example), configUri), wholeText, all)).toEqual([]));

  it('are computed only for the visible lines of a file of a megabyte', () => {
    const rule = '{ "name": "r", "serve": { "select": 1 }, "conditions": [{ "type": "string", "objects": ["a"] }] }';
    const text = `{ "content": { "variations": [{ "name": "a" }, { "name": "b" }], "rules": [\n${Array.from({ length: 10_000 }, () => rule).join(',\n')}\n] } }`;
    const document = open(text);
    expect(inlayHints(document, lines(5_000, 5_050), all)).toHaveLength(50);
  });
});
