/** Tests whether a read shows that a toggle exists. */
import { expect, it } from 'vitest';
import { isThere } from '../../server/src/service/driftWords.js';
import type { Failure } from '../../server/src/service/http/answers/outcome.js';

const failed = (outcome: Failure) => ({ kind: 'failed', outcome }) as const;

it('a toggle exists if it was read, is missing if the service says so, and is unknown otherwise', () => {
  const message = 'not found';
  const missing = (what: 'toggle' | 'environment') =>
    failed({ kind: 'not-found', message, missing: { what, key: 'checkout' } });
  expect(isThere({ kind: 'read', value: {} })).toBe(true);
  expect(isThere(missing('toggle'))).toBe(false);
  expect(isThere(missing('environment'))).toBeUndefined();
  expect(isThere(failed({ kind: 'not-found', message }))).toBeUndefined();
  expect(isThere(failed({ kind: 'unknown-token', message }))).toBeUndefined();
  expect(isThere(failed({ kind: 'unreachable', cause: 'down' }))).toBeUndefined();
});
