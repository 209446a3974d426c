/** Tests, by what is counted, that no file makes an evaluation take longer than the effort for it allows. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Attribute } from '../../server/src/evaluation/attribute.js';
import { Effort, STEPS_FOR_A_USER } from '../../server/src/evaluation/effort.js';
import type * as regexCharacters from '../../server/src/evaluation/regexCharacters.js';
import { all, none } from '../../server/src/evaluation/sdks.js';
import { textCondition } from '../../server/src/evaluation/texts.js';
import { compareMaven, readMaven } from '../../server/src/evaluation/mavenVersions.js';

const counted = vi.hoisted(() => ({ ranges: 0 }));

/** Counts how often a range of a set is looked at. */
vi.mock('../../server/src/evaluation/regexCharacters.js', async (original) => {
  const actual = await original<typeof regexCharacters>();
  const joined = (ranges: regexCharacters.Characters['ranges']) =>
    new Proxy(actual.joined(ranges), {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) counted.ranges += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
  return { ...actual, joined };
});

let spent: number;
beforeEach(() => {
  spent = 0;
  const spend = Reflect.get(Effort.prototype, 'spend') as (this: Effort, steps: number) => boolean;
  vi.spyOn(Effort.prototype, 'spend').mockImplementation(function (this: Effort, steps) {
    spent += steps;
    return spend.call(this, steps);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a set of 100,000 characters in a regular expression', () => {
  // Every other character, so that no two of them make one range.
  const members = Array.from({ length: 100_000 }, (_, index) => String.fromCharCode(0x1000 + 2 * (index % 20_000)));
  const text = 'ab'.repeat(15_000);
  const condition = (end: string) => textCondition('matches regex', [`[${members.join('')}]${end}`]);

  it('is searched by halves for each character of a text of 30,000', () => {
    const matches = condition('x');
    counted.ranges = 0;
    expect(matches?.(new Attribute(true, text, 0))).toEqual({ holds: none, depends: none, throws: none });
    // Of 20,000 ranges, 15 are looked at, and the one that is found.
    expect(counted.ranges).toBeGreaterThan(0);
    expect(counted.ranges).toBeLessThanOrEqual(text.length * 17);
  });

  it('costs each step that it takes of the effort for a user', () => {
    expect(condition('x')?.(new Attribute(true, text, 0, new Effort(1_000)))).toMatchObject({
      holds: none,
      depends: all,
    });
    expect(condition('x')?.(new Attribute(true, text, 0, new Effort(STEPS_FOR_A_USER)))).toMatchObject({
      depends: none,
    });
    expect(spent).toBeGreaterThan(text.length);
    expect(spent).toBeLessThan(20 * text.length);
  });
});

it('gives "depends" where many expressions together take more than the effort allows', () => {
  const expressions = Array.from({ length: 500 }, (_, index) => `(a|b|ab)*${index}$`);
  const effort = new Effort(500_000);
  const attribute = new Attribute(true, 'ab'.repeat(15_000), 0, effort);
  expect(textCondition('matches regex', expressions)?.(attribute)).toMatchObject({ holds: none, depends: all });
  // That of all searches would be a hundred times as much; what is asked for in vain is a text's length for each.
  expect(spent).toBeLessThan(2 * 500_000 + 500 * 30_000);
});

it('gives "depends" where a list times a text is more than the effort allows', () => {
  const attribute = new Attribute(true, 'x'.repeat(30_000), 0, new Effort(100_000));
  expect(textCondition('contains', Array(1_000).fill('y') as string[])?.(attribute)).toMatchObject({ depends: all });
});

describe('a version of 12,000 characters that is a list in a list in a list', () => {
  const version = '1a'.repeat(6_000);

  it('is compared without a call for each of them', () => {
    expect(compareMaven(readMaven(version), readMaven(version))).toBe(0);
    expect(compareMaven(readMaven(`${version}1`), readMaven(`${version}2`))).toBe(-1);
    expect(compareMaven(readMaven(`${version}2`), readMaven(`${version}1`))).toBe(1);
  });

  it('is compared with one that ends early', () => {
    expect(Math.sign(compareMaven(readMaven(version), readMaven('1')))).toBe(-1);
    expect(Math.sign(compareMaven(readMaven('1'), readMaven(version)))).toBe(1);
  });
});
