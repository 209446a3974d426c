/** Tests what rules of the organisation say of a push: who changes, which other toggles, and when. */
import { expect, test } from 'vitest';
import type { Impact, PushPolicy } from '../../server/src/core/protocol.js';
import { policyGates } from '../../server/src/service/push/policyGates.js';

const impact: Impact = {
  ...{ who: 'somebody', most: 2_600, words: 'w', changes: [], users: [], asked: 0, unknown: 0 },
};
const thursdayNoon = Date.UTC(2026, 10, 26, 12);
const saturday = Date.UTC(2026, 10, 28, 12);

function gates(policy: PushPolicy, change: Partial<Impact> = {}, now = thursdayNoon, isProtected = true) {
  const risk = { disables: false, impact: { ...impact, ...change } };
  return policyGates({ target: { policy, protected: isProtected }, risk }, now).map(
    ({ rule, severity, message }) => `${rule} ${severity}: ${message}`,
  );
}

const step: PushPolicy = { maxStep: { percent: 25, severity: 'error' } };

test('A push that changes more than max-step is refused', () => {
  expect(gates(step)).toEqual([
    'max-step error: Of the users decided by one rule or the default, up to 26% change. "max-step" allows 25% in one push.',
  ]);
  expect(gates(step, { most: 2_500 })).toEqual([]);
});

test('Where nobody knows how many change, the push asks', () => {
  expect(gates(step, { who: 'unknown', most: 10_000 })).toEqual([
    'max-step warning: It is unknown how many users change. "max-step" allows 25% in one push.',
  ]);
});

test('Disabling a toggle and rolling back only ask', () => {
  const target = { policy: step, protected: false };
  const all = { ...impact, most: 10_000 };
  const severities = [
    policyGates({ target, risk: { disables: true, impact: all } }, thursdayNoon),
    policyGates({ target, risk: { disables: false, impact: all }, isRollBack: true }, thursdayNoon),
  ].map(([gate]) => gate?.severity);
  expect(severities).toEqual(['warning', 'warning']);
});

test('Toggles that change with the pushed one are named', () => {
  const others = (count: number) => ({
    dependents: Array.from({ length: count }, (_, index) => ({
      ...{ toggle: `t${index}`, who: 'somebody' as const, most: 1, words: '' },
    })),
  });
  const policy: PushPolicy = { dependents: { severity: 'error' } };
  expect(gates(policy)).toEqual([]);
  expect(gates(policy, others(2))).toEqual(['dependents error: Other toggles change, too: t0, t1 ("dependents").']);
  expect(gates(policy, others(7))).toEqual([
    'dependents error: Other toggles change, too: t0, t1, t2, t3, t4, and 2 more ("dependents").',
  ]);
});

test('A push to a protected environment keeps to its window', () => {
  const policy: PushPolicy = { window: { text: 'Mon-Thu 08:00-17:00 Europe/Paris', severity: 'warning' } };
  expect(gates(policy)).toEqual([]);
  expect(gates(policy, {}, saturday)).toEqual([
    'window warning: "window" allows pushes only Mon-Thu 08:00-17:00 Europe/Paris. By the clock of this machine, it is now Sat 13:00 there.',
  ]);
  expect(gates(policy, {}, saturday, false)).toEqual([]);
});
