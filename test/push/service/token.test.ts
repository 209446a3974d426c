/** What a person pastes, and whether it can be an access token. */
import { describe, expect, test } from 'vitest';
import { blot, readToken } from '../../../client/src/sync/service/token.js';

describe('A token', () => {
  test.each(['api-0123456789abcdef', 'x', '!~', 'eyJhbGciOi.J9_-+/=', '"quoted"'])('is taken as it is: %s', (token) => {
    expect(readToken(token)).toEqual({ token });
  });

  test.each([' api-1', 'api-1\n', '\r\n\tapi-1 \u00a0', '\ufeffapi-1'])(
    'is taken without the white space around it: %j',
    (typed) => {
      expect(readToken(typed)).toEqual({ token: 'api-1' });
    },
  );
});

describe('No token', () => {
  test.each(['', ' ', '\n\t\u00a0'])('is what is empty: %j', (typed) => {
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
  ])('has a character that no header carries: %j', (typed, character) => {
    expect(readToken(typed)).toEqual({ problem: `Character ${character} cannot stand in an access token.` });
  });

  test('says where the wrong character is in what was typed without the white space before it', () => {
    expect(readToken('  ab c')).toEqual({ problem: 'Character 3 cannot stand in an access token.' });
  });

  test.each(['Bearer api-1', 'bearer  api-1', ' BEARER\tapi-1'])('begins with a scheme: %j', (typed) => {
    const read = readToken(typed);
    expect('problem' in read && read.problem).toContain('Leave out "Bearer"');
  });
});

describe('A text without the token', () => {
  const token = 'api-"a/b\\c';
  const nested = (depth: number): string => (depth === 0 ? token : JSON.stringify(nested(depth - 1)).slice(1, -1));

  test.each([0, 1, 2, 3])('has none that stands in JSON in JSON, %i deep', (depth) => {
    expect(blot(`x ${nested(depth)} y`, token)).toBe('x (access token) y');
  });

  test.each(['a\\u0070i-1', '\\u0061pi-1', '\\\\\\\\\\\\\\u0061pi-\\u0031'])(
    'has none behind any number of backslashes: %j',
    (spelling) => {
      for (const before of ['', '\\', '\\'.repeat(8), 'a'.repeat(9), '\\u0061', '\\'.repeat(100_001)]) {
        const rest = blot(`${before} ${spelling} y`, 'api-1');
        expect(rest).toBe(`${before} (access token) y`);
        expect(blot(`${before}${spelling}`, 'api-1')).toMatch(/\(access token\)$/);
      }
    },
  );

  test('that begins with a backslash has none', () => {
    expect(blot(`${'\\'.repeat(100_000)}api y`, '\\api')).toMatch(/\(access token\) y$/);
  });

  test.each(['api-\\\\\\/b', 'api-\\\\u002fb', 'api-\\u002Fb'])('has none that is spelt %j', (spelling) => {
    expect(blot(`x ${spelling} y`, 'api-/b')).toBe('x (access token) y');
  });
});
