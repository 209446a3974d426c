/** Tests regular expressions that some engines cannot compile, while it depends how the others read them. */
import { describe, expect, it } from 'vitest';
import { Attribute } from '../../server/src/core/evaluation/values/attribute.js';
import { textCondition } from '../../server/src/core/evaluation/texts/texts.js';
import type { Evaluator } from '../../server/src/core/evaluation/sdks/sdks.js';
import { evaluators } from '../../server/src/core/evaluation/sdks/sdks.js';

/** Whether it holds for Paris, by SDK; SDKs for which it depends are missing. */
function known(predicate: string, ...objects: string[]): Partial<Record<Evaluator, boolean>> {
  const { holds = 0, depends = 0 } = textCondition(predicate, objects)?.(new Attribute(true, 'Paris', 0)) ?? {};
  return Object.fromEntries(
    evaluators.flatMap((each, place) => (depends & (1 << place) ? [] : [[each, (holds & (1 << place)) !== 0]])),
  );
}

describe('an expression that some engines cannot compile', () => {
  it.each([
    ['matches nothing to Rust and Go', 'matches regex', ['^(?=P)'], { rust: false, go: false }],
    ['is no match to Rust and Go', 'does not match regex', ['^(?=P)'], { rust: true, go: true }],
    ['makes the condition false to Node', 'matches regex', ['(?i)paris'], { node: false }],
    ['makes a negative one false to Node, too', 'does not match regex', ['(?i)paris'], { node: false }],
    ['lets Rust and Go go on to the next', 'matches regex', ['(?i)x', 'Paris'], { rust: true, go: true, node: false }],
    ['lets Go go on to the next, and Rust read on', 'matches regex', ['\\u0050', 'Paris'], { rust: true, go: true }],
    ['is the second of two', 'does not match regex', ['(?i)x', '(?<n>y)'], { node: false, python: false }],
    [
      'stands beside one that matches, which settles a negative one',
      'does not match regex',
      ['(?i)x', 'Paris'],
      { official: false, rust: false, node: false, java: false, go: false, python: false },
    ],
  ] as const)('%s', (_, predicate, objects, expected) => {
    expect(known(predicate, ...objects)).toEqual(expected);
  });
});
