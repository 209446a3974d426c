/** Tests the words of `explain`, which Git diffs show: every change is visible, and no character acts in a terminal. */
import { expect, it } from 'vitest';
import { visible } from '../../server/src/cli/reports/visible.js';
import { fileInWords } from '../../server/src/core/features/fileInWords.js';
import { parse } from '../../server/src/core/json/document.js';
import { random } from '../fuzz/random.js';
import { history } from '../support/histories.js';
import { rounds } from '../support/rounds.js';

const wordsOf = (text: string) => fileInWords(parse(text)).map(visible).join('\n');

const rule = {
  name: 'beta',
  why: 'they asked',
  serve: { split: [2500, 7500] },
  conditions: [
    { type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris', 'Nice'] },
    { type: 'semver', subject: 'app_version', predicate: '>=', objects: ['2.4.0'] },
  ],
};
const file = {
  comment: 'Half of them',
  disabled: false,
  content: {
    prerequisites: [{ key: 'login', type: 'boolean', value: 'true' }],
    rules: [rule, { conditions: [], serve: { select: 1 } }],
    disabledServe: { select: 0 },
    defaultServe: { select: 0 },
    variations: [
      { name: 'off', value: 'false', description: 'as before' },
      { name: 'on', value: 'true' },
    ],
  },
};

it('writes one line per rule, condition, serve and variation, and other fields as JSON', () =>
  expect(wordsOf(JSON.stringify(file))).toBe(
    [
      'The toggle is enabled.',
      'While it is disabled, it serves off ("false") to everyone.',
      '"comment": "Half of them"',
      'Requires "login" to serve "true"; other users get the value while disabled.',
      '  "type": "boolean"',
      'Rule "beta"',
      '  Serves a split of 25% off ("false"), 75% on ("true") when all of these hold:',
      '  - "city" equals "Paris" or "Nice" (string)',
      '  - "app_version" is at least "2.4.0" (semver)',
      '  "why": "they asked"',
      'Rule 2',
      '  Serves on ("true") to everyone who reaches it: it has no conditions.',
      'By default, it serves off ("false").',
      'Variations:',
      '  0: off ("false") — as before',
      '  1: on ("true")',
    ].join('\n'),
  ));

it('writes long lists and texts in full', () => {
  const objects = Array.from({ length: 40 }, (_, index) => `city ${index}`);
  const long = { ...rule, conditions: [{ ...rule.conditions[0], objects }] };
  const value = 'x'.repeat(500);
  const content = { ...file.content, rules: [long], variations: [{ value }, { value: '1' }] };
  const words = wordsOf(JSON.stringify({ content }));
  for (const each of [...objects, value]) expect(words).toContain(`"${each}"`);
});

it('the words differ exactly if the JSON differs in more than key order', () => {
  const chance = random(7);
  const runs = rounds(2_000);
  let changes = 0;
  for (let run = 0; run < runs; run += 1) {
    const { base, ours } = history(chance);
    const isSame = ordered(base) === ordered(ours);
    if (!isSame) changes += 1;
    expect(wordsOf(base) === wordsOf(ours), `${base}\n${ours}`).toBe(isSame);
  }
  expect(changes).toBeGreaterThan(runs * 0.8);
});

it.each([
  ['{ "disabled": true, "content": {} }', '{ "disabled": false, "content": {} }'],
  ['{ "disabled": false, "content": {} }', '{ "content": {} }'],
  ['{ "content": { "a": 1, "a": 2 } }', '{ "content": { "a": 3, "a": 2 } }'],
  ['{ "content": { "a": 1.0 } }', '{ "content": { "a": 1 } }'],
  ['{ "content": { "a": 12345678901234567890 } }', '{ "content": { "a": 12345678901234567891 } }'],
  ['{ "content": [1] }', '{ "content": [2] }'],
  ['{ "content": { "rules": [1] } }', '{ "content": { "rules": [2] } }'],
  ['{ "content": { "rules": [] } }', '{ "content": {} }'],
  ['{ "content": { "a": } }', '{ "content": { "b": } }'],
  ['{ "content": {} } 1', '{ "content": {} } 2'],
  ['{ "content": {} } // a', '{ "content": {} } // b'],
  ['[1]', '[2]'],
  ['', ' 1'],
])('%s and %s have different words', (one, other) => expect(wordsOf(one)).not.toBe(wordsOf(other)));

it('escapes control characters in names', () => {
  const words = wordsOf(JSON.stringify({ content: { rules: [{ ...rule, name: '\u001b[31m\u202eevil\n' }] } }));
  expect(words).not.toMatch(/[\u001b\u202e]/);
});

function ordered(text: string): string {
  return JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
