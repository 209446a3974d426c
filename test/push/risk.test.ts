/** Tests how grave a push is, and so whether a name is typed, by who gets a different value. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { look } from '../../server/src/service/push/look.js';
import type { ImpactOf, Risk } from '../../server/src/service/push/risk.js';
import {
  impactInShort,
  impactLines,
  impactParagraphs,
  isGrave,
  computeRisk,
  unknownImpact,
  whoChanges,
} from '../../server/src/service/push/risk.js';
import type { Plain, State } from '../../server/src/core/targeting/state/state.js';
import { completeBody } from '../../server/src/core/targeting/state/state.js';
import type { Remembered } from '../../server/src/service/push/memory.js';
import { computePushRisk } from '../../server/src/service/push/risks.js';
import { impactOfStates, impactOn } from '../support/impact.js';
import { targetAt } from './pushTrial.js';
import { anyPairs, offAndOn, rule, stateOf } from './state/states.js';

const dev = targetAt('https://toggles.example.com');

const calm: Plain = { rules: [rule('beta', 1, 'ada')], defaultServe: { select: 0 }, disabledServe: { select: 0 } };
const [beta, staff] = [rule('beta', 1, 'ada'), rule('staff', 0, 'rob')];
const threeWays = [{ value: 'a' }, { value: 'b' }, { value: 'c' }];

function riskBetween(from: State, to: State, impactOf: ImpactOf = impactOfStates): Promise<Risk> {
  return computeRisk(impactOf, dev, completeBody(from), completeBody(to));
}

const riskOfChange = (from: Plain, to: Plain) =>
  riskBetween(stateOf({ ...calm, ...from }), stateOf({ ...calm, ...to }));

describe('Among the users of one rule or the default, a different value goes to', () => {
  const rules = (...list: readonly unknown[]): Plain => ({ rules: list });
  const byDefault = (...split: readonly number[]): Plain => ({ defaultServe: { split } });
  const splitBeta = (...split: readonly number[]) => rules({ ...beta, serve: { split } });
  const turned = { variations: offAndOn.toReversed(), ...rules(rule('beta', 0, 'ada')) };
  const login = { prerequisites: [{ key: 'login', value: 'true', type: 'string' }] };
  const threeShares = (...split: readonly number[]) => ({ variations: threeWays, ...byDefault(...split) });
  const rows: readonly (readonly [string, Plain, Plain, number])[] = [
    ['nobody, when nothing changes', {}, {}, 0],
    ['nobody, when a rule gets another name', {}, rules(rule('testers', 1, 'ada')), 0],
    ['nobody, when a select becomes a split that serves the same', {}, byDefault(10_000, 0), 0],
    [
      'nobody, when variations change their places and all serves follow',
      {},
      { ...turned, defaultServe: { select: 1 }, disabledServe: { select: 1 } },
      0,
    ],
    ['nobody, when a rule is added that serves what its users get', {}, rules(rule('x', 0, 'bob'), beta), 0],
    ['nobody, when a rule is added behind one that takes its users', {}, rules(beta, rule('x', 0, 'ada')), 0],
    ['nobody, when a rule is gone that served what the default does', rules(beta, staff), rules(beta), 0],
    ['nobody, when rules change places that have no user in common', rules(beta, staff), rules(staff, beta), 0],
    ['nobody, when a rule nobody comes to is gone', rules(rule('none', 1)), rules(), 0],
    ['nobody, when what a disabled toggle would serve changes', {}, { disabledServe: { select: 1 } }, 0],
    ['those of the default that get another share', byDefault(9000, 1000), byDefault(5000, 5000), 4000],
    ['those of a rule that get another share', splitBeta(9000, 1000), splitBeta(8000, 2000), 1000],
    ['those who are moved on, too', threeShares(3000, 3000, 4000), threeShares(5000, 3000, 2000), 4000],
    ['a part of those of a rule that is new', rules(), splitBeta(8000, 2000), 2000],
    ['all of a rule that serves another', {}, rules(rule('beta', 0, 'ada')), 10_000],
    ['all of a rule that is new', rules(), {}, 10_000],
    ['all of a rule that is gone', {}, rules(), 10_000],
    ['all who meet a condition no longer', {}, rules(rule('beta', 1, 'anna')), 10_000],
    ['all of another value of the variation', {}, { variations: [{ value: 'no' }, offAndOn[1]] }, 10_000],
    ['all who do not meet a prerequisite', {}, login, 10_000],
    ['everybody, as far as anybody knows, when nothing was served before', { defaultServe: {} }, {}, 10_000],
    ['all whom a variation is served that is not there', {}, { defaultServe: { select: 9 } }, 10_000],
    ['everybody, as far as anybody knows, when nothing is served any more', {}, { defaultServe: {} }, 10_000],
  ];
  test.each(rows)('%s', async (_, from, to, most) => {
    const { impact } = await riskOfChange(from, to);
    expect(impact.most).toBe(most);
    expect(impact.who === 'nobody').toBe(most === 0);
  });
});

describe('A toggle', () => {
  test('affects all users with a different value when it is disabled', async () => {
    const disabled = stateOf({ ...calm, rules: [] }, true);
    expect(await riskBetween(stateOf(calm), disabled)).toMatchObject({ disables: true, impact: { most: 10_000 } });
    expect(await riskBetween(stateOf({ ...calm, rules: [] }), disabled)).toMatchObject({
      disables: true,
      impact: { who: 'nobody', most: 0 },
    });
  });

  test('affects all users with a different value when it is enabled', async () => {
    const off = stateOf({ ...calm, rules: [], defaultServe: { split: [7000, 3000] } }, true);
    expect(await riskBetween(off, { ...off, disabled: false })).toMatchObject({
      disables: false,
      impact: { most: 3000 },
    });
  });

  test('affects users with a different disabledServe while it stays disabled, whatever its rules', async () => {
    const off = stateOf(calm, true);
    expect((await riskBetween(off, stateOf({ ...calm, rules: [] }, true))).impact.who).toBe('nobody');
    const other = stateOf({ ...calm, disabledServe: { split: [9900, 100] } }, true);
    expect((await riskBetween(off, other)).impact.most).toBe(100);
  });
});

describe("The environment's name must be typed", () => {
  const typed = async (from: Plain, to: Plain) => isGrave(await riskOfChange(from, to), 20);

  test('but not for a new rule that affects nobody', async () => {
    expect(await typed({}, { rules: [beta, rule('new', 0, 'bob')] })).toBe(false);
  });

  test('for a new rule that affects someone', async () => {
    expect(await typed({}, { rules: [beta, rule('new', 1, 'bob')] })).toBe(true);
  });

  test('if the share exceeds the limit', async () => {
    expect(await typed({}, { defaultServe: { split: [8000, 2000] } })).toBe(false);
    expect(await typed({}, { defaultServe: { split: [7999, 2001] } })).toBe(true);
  });

  test('if the toggle is disabled, even if nobody gets a different value', async () => {
    const without = stateOf({ ...calm, rules: [] });
    expect(isGrave(await riskBetween(without, { ...without, disabled: true }), 100)).toBe(true);
  });

  test('if the impact is unknown, for example without the language server', () => {
    expect(isGrave({ disables: false, impact: unknownImpact() }, 99)).toBe(true);
  });
});

describe('For an unreadable service and files with only some fields', () => {
  const part = (content: Plain) => JSON.stringify({ disabled: false, content: { variations: offAndOn, ...content } });
  const riskAfter = async (last: string | Remembered | undefined, body: string): Promise<Risk> => {
    const remembered = typeof last === 'string' ? ({ kind: 'pushed', body: last, time: 1 } as const) : last;
    const memory = {
      remembered: () => Promise.resolve(remembered),
      remember: () => Promise.resolve(true),
      now: () => 1,
    };
    const service = () => Promise.reject(new Error('It is not read.'));
    const looked = await look(memory, { target: dev, body, service });
    if (looked.kind !== 'unreadable') throw new Error(`It is ${looked.kind}.`);
    return computePushRisk({ impact: impactOfStates }, looked);
  };
  const impactAfter = async (last: string | Remembered | undefined, body: string) =>
    (await riskAfter(last, body)).impact;

  test('a push that disables the toggle is recognized', async () => {
    const body = (disabled: boolean) => JSON.stringify({ disabled, content: { variations: offAndOn } });
    expect(await riskAfter(body(false), body(true))).toMatchObject({ disables: true });
  });

  test('rules left to the service stay the same, so only users of the default can change', async () => {
    const after = part({ defaultServe: { split: [9000, 1000] } });
    expect(await impactAfter(part({ defaultServe: { select: 0 } }), after)).toMatchObject({
      who: 'unknown',
      most: 1000,
    });
    const same = part({ defaultServe: { split: [10_000] } });
    expect(await impactAfter(part({ defaultServe: { select: 0 } }), same)).toMatchObject({ who: 'nobody', most: 0 });
  });

  test('the impact is unknown if the variations differ', async () => {
    const after = JSON.stringify({ disabled: false, content: { variations: threeWays, defaultServe: { select: 0 } } });
    const impact = await impactAfter(part({ defaultServe: { select: 0 } }), after);
    expect(impact).toMatchObject({ who: 'unknown', most: 10_000, changes: [] });
  });

  test('the impact is unknown for a first push, and for new rules after a push without rules', async () => {
    const whole = part({ rules: [], defaultServe: { select: 0 }, disabledServe: { select: 0 } });
    for (const last of [undefined, { kind: 'sending', time: 1 } as const])
      expect(await impactAfter(last, whole)).toMatchObject({ who: 'unknown', most: 10_000 });
    expect(await impactAfter(part({ defaultServe: { select: 0 } }), whole)).toMatchObject({
      who: 'unknown',
      most: 10_000,
    });
  });
});

describe('The description of the risk', () => {
  const [ada, bob] = ['Ada', 'Bob'].map((name) => ({
    ...{ name, key: name, segments: undefined },
    attributes: new Map([['id', name.toLowerCase()]]),
  }));
  const people = impactOn(ada && bob ? [ada, bob] : []);
  const wordsOf = async (to: Plain) =>
    impactLines((await riskBetween(stateOf(calm), stateOf({ ...calm, ...to }), people)).impact);

  test('says that no value changes only if this is proved', async () => {
    expect(await wordsOf({ rules: [beta, rule('x', 0, 'ada')] })).toEqual(["Nobody's value changes."]);
  });

  test('lists who gets which value instead, and which known users change', async () => {
    expect(await wordsOf({ rules: [rule('beta', 0, 'ada')] })).toEqual([
      'Everyone who matches "beta" changes from on to off.',
      '1 of 2 users in targeting.users.json get another value:',
      'Ada: on → off',
    ]);
  });

  test('contains how many users move, and how few would suffice', async () => {
    const shares = (...split: readonly number[]): Plain => ({
      rules: [],
      variations: threeWays,
      defaultServe: { split },
    });
    const [from, to] = [shares(1000, 1000, 8000), shares(2000, 1000, 7000)].map((each) =>
      stateOf({ ...calm, ...each }),
    );
    const { impact } = await riskBetween(from ?? stateOf(), to ?? stateOf());
    const words = '20% of all users change: 10% from 1 · "b" to 0 · "a"; 10% from 2 · "c" to 1 · "b".';
    expect(impactLines(impact)).toEqual([
      words,
      'This moves 20% of users; 10% would be enough for these shares.',
      expect.stringMatching(/^For example: key "user-\d+"$/) as string,
    ]);
    expect(impactInShort(impact)).toEqual([words]);
  });

  test('lists users in a separate paragraph, with a line for each sentence', async () => {
    const places = ['a', 'b', 'c', 'd', 'e'];
    const serving = (variation: number): Plain => ({
      ...calm,
      rules: places.map((name) => rule(name, variation, name)),
    });
    const { impact } = await riskBetween(stateOf(serving(1)), stateOf(serving(0)), people);
    const dependents = [{ toggle: 'x', who: 'somebody' as const, most: 1, words: 'Toggle "x" changes, too.' }];
    const users = [{ name: 'Ada', from: 'on', to: 'off' }];
    expect(impactParagraphs({ ...impact, users, dependents })).toEqual([
      places.map((name) => `Everyone who matches "${name}" changes from on to off.`),
      ['1 of 2 users in targeting.users.json get another value:', 'Ada: on → off'],
      ['Toggle "x" changes, too.'],
    ]);
  });

  test('groups the named users by their change', () => {
    const user = (name: string, from: string, to: string) => ({ name, from, to });
    const users = [user('Anna', 'on', 'off'), user('Bart', 'on', 'off'), user('Dora', 'off', 'on')];
    const impact = { ...unknownImpact(), who: 'somebody' as const, words: 'Some change.', users, asked: 4 };
    const grouped = ['Anna, Bart: on → off', 'Dora: off → on'];
    expect(impactLines(impact)).toEqual([
      'Some change.',
      '3 of 4 users in targeting.users.json get another value:',
      ...grouped,
    ]);
    expect(whoChanges(impact)).toBe([...grouped, 'Some change.'].join(' · '));
    expect(whoChanges({ ...impact, asked: 3 })).toBe(['Some change.', ...grouped].join(' · '));
  });

  test('does not mention buckets', async () => {
    const needing = (value: string): Plain => ({ ...calm, prerequisites: [{ key: 'login', value, type: 'string' }] });
    const { impact } = await riskBetween(
      stateOf(needing('a')),
      stateOf({ ...calm, defaultServe: { split: [9000, 1000] } }),
    );
    expect(impactLines(impact).join()).not.toMatch(/bucket/i);
  });

  test('explains the consequence if the toggle vanishes', async () => {
    expect(await wordsOf({ defaultServe: {} })).toEqual([
      'The toggle vanishes: the service cannot build it because of content.defaultServe, and everyone gets the default in the code.',
    ]);
  });
});

test('Any two states have an impact within its bounds', async () => {
  await fc.assert(
    fc.asyncProperty(anyPairs, async ([from, to]) => {
      const { impact } = await riskBetween(from, to);
      expect(impact.most >= 0 && impact.most <= 10_000).toBe(true);
      expect(impact.who === 'nobody' && impact.most > 0).toBe(false);
      expect(impactLines(impact).length).toBeLessThan(40);
    }),
  );
});
