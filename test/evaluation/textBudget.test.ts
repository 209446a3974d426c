/** Tests that long texts spend the effort for a user, and depend once it is spent. Steps are counted, without a clock. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Attribute } from '../../server/src/core/evaluation/values/attribute.js';
import { Budget, STEPS_FOR_A_USER } from '../../server/src/core/budget.js';
import { all, none } from '../../server/src/core/evaluation/sdks/sdks.js';
import { textCondition } from '../../server/src/core/evaluation/texts/texts.js';

let spent: number;
beforeEach(() => {
  spent = 0;
  const spend = Reflect.get(Budget.prototype, 'spend');
  vi.spyOn(Budget.prototype, 'spend').mockImplementation(function (this: Budget, steps = 1) {
    spent += steps;
    return spend.call(this, steps);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a set of 100,000 characters in a regular expression', () => {
  // Every other character, so that no two characters form a range.
  const members = Array.from({ length: 100_000 }, (_, index) => String.fromCharCode(0x1000 + 2 * (index % 20_000)));
  const text = 'ab'.repeat(15_000);
  const condition = (end: string) => textCondition('matches regex', [`[${members.join('')}]${end}`]);

  it('counts every comparison towards the effort for a user', () => {
    expect(condition('x')?.(new Attribute(true, text, 0, new Budget(1_000)))).toMatchObject({
      holds: none,
      depends: all,
    });
    expect(condition('x')?.(new Attribute(true, text, 0, new Budget(STEPS_FOR_A_USER)))).toMatchObject({
      depends: none,
    });
    expect(spent).toBeGreaterThan(text.length);
    expect(spent).toBeLessThan(20 * text.length);
  });
});

it('returns "depends" if many expressions together exceed the effort', () => {
  const expressions = Array.from({ length: 500 }, (_, index) => `(a|b|ab)*${index}$`);
  const effort = new Budget(500_000);
  const attribute = new Attribute(true, 'ab'.repeat(15_000), 0, effort);
  expect(textCondition('matches regex', expressions)?.(attribute)).toMatchObject({ holds: none, depends: all });
  // All searches would take a hundred times as many steps; a search that is refused asks for a text's length.
  expect(spent).toBeLessThan(2 * 500_000 + 500 * 30_000);
});

it('returns "depends" if comparing a long list with a long text exceeds the effort', () => {
  const attribute = new Attribute(true, 'x'.repeat(30_000), 0, new Budget(100_000));
  expect(textCondition('contains', Array(1_000).fill('y') as string[])?.(attribute)).toMatchObject({ depends: all });
});
