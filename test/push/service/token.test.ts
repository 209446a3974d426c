/** Tests which pasted texts can be access tokens, and the removal of a token from texts. */
import { describe, expect, test } from 'vitest';
import { redactToken, readToken } from '../../../server/src/service/http/token.js';

describe('A token', () => {
  test.each(['api-0123456789abcdef', 'x', '!~', 'eyJhbGciOi.J9_-+/=', '"quoted"'])('is used unchanged: %s', (token) => {
    expect(readToken(token)).toEqual({ token });
  });

  test.each([' api-1', 'api-1\n', '\r\n\tapi-1 \u00a0', '\ufeffapi-1'])('is used without white space: %j', (typed) => {
    expect(readToken(typed)).toEqual({ token: 'api-1' });
  });
});

describe('A token is rejected', () => {
  test.each(['', ' ', '\n\t\u00a0'])('if it is empty: %j', (typed) => {
    expect(readToken(typed)).toEqual({ problem: 'The access token is empty.' });
  });

  test.each([
    ['api 1', 4],
    ['api-1\napi-2', 6],
    ['api-1\r\nX-Evil: 1', 6],
    ['api-\u00e9', 5],
    ['\u200bapi-1', 1],
    ['api-1\u200b', 6],
    ['“api-1”', 1],
    ['api-\u0000', 5],
    ['api-\u007f', 5],
    ['api-😀', 5],
  ])('if it contains a character that is not allowed in headers: %j', (typed, character) => {
    expect(readToken(typed)).toEqual({ problem: `An access token cannot contain character ${character}.` });
  });

  test('with the position of the wrong character, not counting leading white space', () => {
    expect(readToken('  ab c')).toEqual({ problem: 'An access token cannot contain character 3.' });
  });

  test.each(['Bearer api-1', 'bearer  api-1', ' BEARER\tapi-1'])('if it starts with a scheme: %j', (typed) => {
    const read = readToken(typed);
    expect('problem' in read && read.problem).toContain('Leave out "Bearer"');
  });
});

describe('A token is redacted in a text', () => {
  const token = 'api-"a/b\\c';
  const nested = (depth: number): string => (depth === 0 ? token : JSON.stringify(nested(depth - 1)).slice(1, -1));

  test.each([0, 1, 2, 3])('if it is in nested JSON, %i levels deep', (depth) => {
    expect(redactToken(`x ${nested(depth)} y`, token)).toBe('x (access token) y');
  });

  test.each(['a\\u0070i-1', '\\u0061pi-1', '\\\\\\\\\\\\\\u0061pi-\\u0031'])(
    'after any number of backslashes: %j',
    (spelling) => {
      for (const before of ['', '\\', '\\'.repeat(8), 'a'.repeat(9), '\\u0061', '\\'.repeat(100_001)]) {
        const rest = redactToken(`${before} ${spelling} y`, 'api-1');
        expect(rest).toBe(`${before} (access token) y`);
        expect(redactToken(`${before}${spelling}`, 'api-1')).toMatch(/\(access token\)$/);
      }
    },
  );

  test('if it starts with a backslash', () => {
    expect(redactToken(`${'\\'.repeat(100_000)}api y`, '\\api')).toMatch(/\(access token\) y$/);
  });

  test.each(['api-\\\\\\/b', 'api-\\\\u002fb', 'api-\\u002Fb'])('if it is spelled %j', (spelling) => {
    expect(redactToken(`x ${spelling} y`, 'api-/b')).toBe('x (access token) y');
  });
});
