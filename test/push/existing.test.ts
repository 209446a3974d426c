/** Tests whether a read shows that a toggle exists. */
import { expect, it } from 'vitest';
import { isThere } from '../../server/src/service/driftWords.js';
import type { Failure } from '../../server/src/service/http/answers/outcome.js';

const failed = (outcome: Failure) => ({ kind: 'failed', outcome }) as const;

it('reports a toggle as existing if read, missing if the service says so, and unknown otherwise', () => {
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
