/** Tests that a place that was protected once stays protected, whatever its config says now. */
import { beforeEach, describe, expect, test } from 'vitest';
import { Protection, protectionLine } from '../../server/src/service/protection.js';
import type { Target } from '../../server/src/core/protocol.js';

const place = { baseUrl: 'https://a.b/c', project: 'P', environment: 'online', environmentKey: 'online' };
const open: Target = { ...place, toggle: 'T', protected: false };
const guarded: Target = { ...open, protected: true };

let stored: Map<string, unknown>;
let failures: unknown[];

beforeEach(() => {
  stored = new Map();
  failures = [];
});

function seen(target: Target, keys: readonly string[] = []): Target | undefined {
  const found = { kind: 'found', configUri: 'file:///c', bound: true, targets: [target] } as const;
  const targets = protection(keys).of(found);
  return targets.kind === 'found' ? targets.targets[0] : undefined;
}

/** A new object each time, as after a restart. */
function protection(keys: readonly string[] = []): Protection {
  const memory = {
    get: (key: string) => stored.get(key),
    update: (key: string, value: unknown) => {
      if (value === undefined) stored.delete(key);
      else stored.set(key, value);
      return Promise.resolve();
    },
  };
  return new Protection(
    memory,
    () => keys,
    (error) => failures.push(error),
  );
}

describe('An environment that has been protected once', () => {
  test.each<[string, Partial<Target>]>([
    ['when its config does not say so any more', {}],
    ['under another name in a config', { environment: 'dev' }],
    ['in another spelling', { environmentKey: 'ONLINE', project: 'p', baseUrl: 'HTTPS://A.b:443/c/' }],
    ['for other toggles', { toggle: 'U' }],
  ])('stays protected %s', (_, change) => {
    expect(seen(guarded)).toEqual(guarded);
    expect(seen({ ...open, ...change })).toEqual({ ...open, ...change, protected: true, protectedBy: 'memory' });
  });

  test.each<[string, Partial<Target>]>([
    ['host', { baseUrl: 'https://other.b/c' }],
    ['base path', { baseUrl: 'https://a.b/d' }],
    ['project', { project: 'Q' }],
    ['key', { environmentKey: 'dev' }],
  ])('does not protect an environment with another %s', (_, change) => {
    seen(guarded);
    expect(seen({ ...open, ...change })).toEqual({ ...open, ...change });
  });

  test('is no longer protected after the user releases it, until a config protects it again', async () => {
    seen(guarded);
    await protection().release(open);
    expect(seen(open)).toEqual(open);
    seen(guarded);
    expect(seen(open)?.protected).toBe(true);
  });

  test('stays protected by its config if the memory fails, and the failure is reported', async () => {
    const failed = new Error('full');
    const memory = { get: () => undefined, update: () => Promise.reject(failed) };
    const targets = { kind: 'found', configUri: 'file:///c', bound: true, targets: [guarded] } as const;
    expect(
      new Protection(
        memory,
        () => [],
        (error) => failures.push(error),
      ).of(targets),
    ).toEqual(targets);
    await Promise.resolve();
    expect(failures).toEqual([failed]);
  });
});

test('A key in the setting is protected regardless of case, and is not remembered', () => {
  expect(seen(open, ['staging', 'Online'])).toEqual({ ...open, protected: true, protectedBy: 'setting' });
  expect(seen(open, ['staging'])).toEqual(open);
});

test('The question explains why the environment is protected', () => {
  expect(protectionLine(guarded)).toEqual([]);
  expect(protectionLine({ ...guarded, protectedBy: 'setting' })).toEqual([
    'Protected by your setting "toggleTargeting.push.protectedKeys".',
  ]);
  expect(protectionLine({ ...guarded, protectedBy: 'memory' })).toEqual([
    'targeting.config.json no longer protects it, but it stays protected for you.',
  ]);
});
