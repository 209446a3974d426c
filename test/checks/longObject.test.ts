/** An object of a condition that nobody writes: it is not read to any length, and that is said. */
import { describe, expect, it } from 'vitest';
import { problemsOfText } from '../../server/src/check-engine/problems.js';

const messagesOf = (type: string, predicate: string, object: string) =>
  problemsOfText(
    JSON.stringify({
      content: { rules: [{ conditions: [{ type, subject: 'a', predicate, objects: [object] }] }] },
    }),
  )
    .filter(({ code }) => code === 'invalid-object')
    .map(({ message }) => message);

describe('an object of more than 1,024 characters', () => {
  it.each([
    ['number', '>'],
    ['datetime', 'after'],
    ['semver', '>'],
  ])('of the type %s is not checked', (type, predicate) => {
    expect(messagesOf(type, predicate, '9'.repeat(1_025))).toEqual([
      'This object has 1025 characters: one of more than 1024 is not checked.',
    ]);
  });

  it('that is a regular expression meets none that could take it for wrong', () => {
    expect(messagesOf('string', 'matches regex', `${'a'.repeat(1_023)}(`)).toHaveLength(1);
    expect(messagesOf('string', 'matches regex', `${'a'.repeat(1_024)}(`)).toEqual([]);
  });

  it('is read up to there', () => {
    expect(messagesOf('number', '>', '9'.repeat(1_024))).toEqual([]);
  });
});
