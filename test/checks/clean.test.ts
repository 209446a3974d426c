/** Tests that the short cut for files that nobody has open finds the same problems as the full check. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../server/src/core/json/document.js';
import { problemsOfText, targetingProblems } from '../../server/src/core/check-engine/problems.js';
import { shape } from '../bench/shapes.js';
import { oddText, targetingText } from '../fuzz/documents.js';
import { random } from '../fuzz/random.js';
import { forAll } from '../support/forAll.js';
import { FEW, rounds } from '../support/rounds.js';

const fullCheck = (text: string) => targetingProblems(parse(text));

describe('a file that nobody has open has the problems that it would have in the editor', () => {
  const texts = [
    '',
    '7',
    '{}',
    '\uFEFF{}',
    '{ "comment": "at 12:30" }',
    '{ "comment": "a", "comment": "b" }',
    '{ "comment": ":", "comment": "\\u003a" }',
    '{ "comment": "\\u003a", "comment": "b:" }',
    '{ "content": { "variations": [{ "value": "a" }], "defaultServe": { "select": 1 } } }',
    '{ "content": { "rules": [{ "conditions": [{ "objects": [1] }] }] } }',
    '{ "content": { "rules": [{ "notEmptyConditions": { "a": 1, "a": 2 } }] } }',
    '{ "__proto__": 1 }',
    '['.repeat(5_000),
    '['.repeat(2_500) + ']'.repeat(2_500),
    '{"a":'.repeat(900) + '7' + '}'.repeat(900),
  ];
  it('for texts at the edges of JSON', () =>
    forAll(texts, (text) => {
      expect(problemsOfText(text)).toEqual(fullCheck(text));
    }));

  it('for random texts, right or wrong', () => {
    let clean = 0;
    for (let seed = 0; seed < rounds(10_000, FEW); seed += 1) {
      const made = random(seed);
      const text = made.chance(0.5) ? shape('rules', 1_500).text : targetingText(made, made.pick([0, 300, 1_000]));
      const at = made.below(text.length);
      const edited = made.chance(0.5) ? text : text.slice(0, at) + oddText(made) + text.slice(at + made.below(9));
      const found = problemsOfText(edited);
      expect(found, `seed ${seed}`).toEqual(fullCheck(edited));
      clean += found.length === 0 ? 1 : 0;
    }
    expect(clean).toBeGreaterThan(rounds(1_000, FEW));
  }, 60_000);
});
