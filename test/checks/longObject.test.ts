/** Tests that an object of a condition is checked up to a length limit, and that a problem says so. */
import { describe, expect, it } from 'vitest';
import { targetingProblems } from '../../server/src/core/check-engine/problems.js';
import { parse } from '../../server/src/core/json/document.js';

const messagesOf = (type: string, predicate: string, object: string) =>
  targetingProblems(
    parse(
      JSON.stringify({
        content: { rules: [{ conditions: [{ type, subject: 'a', predicate, objects: [object] }] }] },
      }),
    ),
  )
    .filter(({ code }) => code === 'invalid-object')
    .map(({ message }) => message);

describe('an object of more than 1,024 characters', () => {
  it.each([
    ['number', '>'],
    ['datetime', 'after'],
    ['semver', '>'],
  ])('is reported as unchecked in a condition of the type %s', (type, predicate) => {
    expect(messagesOf(type, predicate, '9'.repeat(1_025))).toEqual([
      'This object has 1025 characters: only objects of up to 1024 are checked.',
    ]);
  });

  it('is not reported in a condition with a regular expression, even if it is invalid', () => {
    expect(messagesOf('string', 'matches regex', `${'a'.repeat(1_023)}(`)).toHaveLength(1);
    expect(messagesOf('string', 'matches regex', `${'a'.repeat(1_024)}(`)).toEqual([]);
  });

  it('is checked as usual if it is one character shorter', () => {
    expect(messagesOf('number', '>', '9'.repeat(1_024))).toEqual([]);
  });
});
