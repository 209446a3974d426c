/** Tests which keys TOGGLE_TARGETING_PROTECTED_KEYS protects. */
import { expect, test } from 'vitest';
import { protectedKeysOf } from '../../server/src/cli/deploy/protectedKeys.js';

const protectedBy = (named?: string) => protectedKeysOf({ environment: { TOGGLE_TARGETING_PROTECTED_KEYS: named } });

test.each([
  [undefined, []],
  ['', []],
  [' , ', []],
  ['online', ['online']],
  [' prod , Online_2.x-y', ['prod', 'Online_2.x-y']],
  ['\u7ebf\u4e0a,pr\u00f6d', ['\u7ebf\u4e0a', 'pr\u00f6d']],
])('%j protects %j', (named, keys) => expect(protectedBy(named)).toEqual(keys));

test.each(['prod;online', 'prod online', '["prod"]', 'prod\uff0conline', 'a,b|c'])('%j is refused', (named) =>
  expect(() => protectedBy(named)).toThrow('Put a comma between keys, as in online,prod.'),
);
