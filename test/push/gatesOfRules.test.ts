/** Tests the gates that rules of the organization add to a push. */
import { expect, test } from 'vitest';
import type { Impact, PushPolicy } from '../../server/src/core/protocol.js';
import { policyGates } from '../../server/src/service/push/gatesOfRules.js';

const impact: Impact = {
  ...{ who: 'somebody', most: 2_600, words: 'w', changes: [], users: [], asked: 0, unknown: 0 },
};

function gates(policy: PushPolicy, change: Partial<Impact> = {}) {
  const risk = { disables: false, impact: { ...impact, ...change } };
  return policyGates({ policy }, risk).map(({ rule, severity, message }) => `${rule} ${severity}: ${message}`);
}

const step: PushPolicy = { maxStep: { percent: 25, severity: 'error' } };

test('A push that exceeds max-step is refused', () => {
  expect(gates(step)).toEqual([
    'max-step error: Up to 26% of the users of one rule or the default would change. "max-step" allows 25% per push.',
  ]);
  expect(gates(step, { most: 2_500 })).toEqual([]);
});

test('A push asks for confirmation if the number of affected users is unknown', () => {
  expect(gates(step, { who: 'unknown', most: 10_000 })).toEqual([
    'max-step warning: It is unknown how many users change. "max-step" allows 25% per push.',
  ]);
  expect(gates(step, { who: 'unknown', most: 10_000, known: 2_501 })).toEqual([
    expect.stringMatching(/^max-step error: At least 25\.01% of the users/),
  ]);
});

test('Disabling a toggle and rolling back only ask for confirmation', () => {
  const all = { ...impact, most: 10_000 };
  const severities = [
    policyGates({ policy: step }, { disables: true, impact: all }),
    policyGates({ policy: step }, { disables: false, impact: all }, true),
  ].map(([gate]) => gate?.severity);
  expect(severities).toEqual(['warning', 'warning']);
});

test('The gate names dependent toggles that change as well', () => {
  const others = (count: number) => ({
    dependents: Array.from({ length: count }, (_, index) => ({
      ...{ toggle: `t${index}`, who: 'somebody' as const, most: 1, words: '' },
    })),
  });
  const policy: PushPolicy = { dependents: { severity: 'error' } };
  expect(gates(policy)).toEqual([]);
  expect(gates(policy, others(2))).toEqual(['dependents error: Other toggles change, too: t0, t1 ("dependents").']);
  expect(gates(policy, others(7))).toEqual([
    'dependents error: Other toggles change, too: t0, t1, t2, t3, t4 and 2 more ("dependents").',
  ]);
});
