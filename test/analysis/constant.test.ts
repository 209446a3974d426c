import { Budget } from '../../server/src/core/budget.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { constantOutcome } from '../../server/src/core/analysis/dead/constant.js';
import { otherSdks, wrongAnswers } from '../evaluation/otherSdks.js';
import { FEW, rounds } from '../support/rounds.js';
import { ConstantTally, falseConstants } from './constant.property.js';
import type { World } from './contents.js';
import { arrivalIn } from './contents.js';
import { compares, is, isIn, rule, worldWith } from './toggles.js';
import { wrongOf } from './wrongOf.js';

const [a, b] = [{ select: 0 }, { select: 1 }];
const start = '2024-01-01T00:00:00+00:00';
const end = '2025-01-01T00:00:00+00:00';
/** `SEED=7 CONTENTS=1` repeats one case, and `SDKS` adds SDKs (`test/evaluation/otherSdks.ts`). */
const contents = Number(process.env['CONTENTS'] ?? rounds(20_000, FEW));
const firstSeed = Number(process.env['SEED'] ?? 1);

function constantIn(world: World): string | undefined {
  return constantOutcome(arrivalIn(world), new Budget(Infinity))?.value.text;
}

describe('a constant toggle', () => {
  beforeAll(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterAll(() => vi.useRealTimers());

  it.each([
    ['has no rules', worldWith([])],
    ['is disabled', disabled(worldWith([rule(b, is('plan', 'pro'))]))],
    ['has rules that serve the default', worldWith([rule(a, is('plan', 'pro')), rule(a, isIn('s1'))])],
    ['has a rule that nobody matches', worldWith([rule(b, is('plan', 'pro'), is('plan', 'free'))])],
    ['has a rule for everyone', worldWith([rule(a)], { defaultServe: b })],
    [
      'has rules that cover all times',
      worldWith(
        [rule(a, compares('datetime', 'time', 'after', start)), rule(a, compares('datetime', 'time', 'before', end))],
        {
          defaultServe: a,
        },
      ),
    ],
    [
      'splits between equal values',
      worldWith([], { variations: [{ value: 'a' }, { value: 'a' }], defaultServe: { split: [5_000, 5_000] } }),
    ],
    ['serves the same while a prerequisite is not met', worldWith([], { prerequisites: [requires('p1', 'a')] })],
    [
      'has a prerequisite that is always met',
      worldWith([], { prerequisites: [requires('always', 'a')], disabledServe: b }),
    ],
  ])('%s', (_, world) => {
    expect(constantIn(withAlways(world))).toBe('"a"');
  });

  it.each([
    ['has a rule with another value', worldWith([rule(b, is('plan', 'pro'))])],
    ['has a rule that begins at a time', worldWith([rule(b, compares('datetime', 'time', 'after', start))])],
    ['has a rule that was over long ago', worldWith([rule(b, compares('datetime', 'time', 'before', start))])],
    ['has a split that leaves someone out', worldWith([], { defaultServe: { split: [9_999] } })],
    ['serves the code default', worldWith([], { defaultServe: { select: 7 } })],
    [
      'serves nothing while disabled, of which Java makes the code default',
      worldWith([], { disabledServe: { select: 7 } }),
    ],
    [
      'has a prerequisite that is met by some',
      worldWith([], { prerequisites: [requires('p1', 'a')], disabledServe: b }),
    ],
    [
      'has a prerequisite that is missing',
      worldWith([], { prerequisites: [requires('nowhere', 'a')], disabledServe: b }),
    ],
    [
      'requires a text that only Go takes for its number',
      valued(worldWith([rule(a)], { prerequisites: [requires('always', '1')], disabledServe: b }), 'number', [
        '1',
        '2',
      ]),
    ],
    ['has a rule that Node throws at', worldWith([rule(a, is('constructor', 'x')), rule(a)], { defaultServe: b })],
    ['is a number that Java does not hand on', valued(worldWith([]), 'number', ['3000000000', '2'])],
    [
      'requires JSON, which equals nothing to Node',
      valued(
        worldWith([rule(a)], { prerequisites: [{ key: 'always', type: 'json', value: '{}' }], defaultServe: b }),
        'json',
        ['{}', '{"a":1}'],
      ),
    ],
    [
      'requires a toggle whose own prerequisite is not met, at which Node ends',
      withMiddle(worldWith([rule(a)], { prerequisites: [requires('middle', 'a')], defaultServe: b })),
    ],
    ['gives null', valued(worldWith([]), 'json', ['null', '{}'])],
    ['does not arrive', valued(worldWith([]), 'number', ['one', '2'])],
  ])('is not constant if it %s', (_, world) => {
    expect(constantIn(withAlways(world))).toBeUndefined();
  });

  it('is not constant if rules are unknown or no steps are left', () => {
    const arrival = arrivalIn(worldWith([rule(b, is('plan', 'pro'), is('plan', 'free'))]));
    expect(
      constantOutcome({ ...arrival, toggle: { ...arrival.toggle, hasUnknownRules: true } }, new Budget(Infinity)),
    ).toBeUndefined();
    expect(constantOutcome(arrival, new Budget(0))).toBeUndefined();
  });

  const tally = new ConstantTally();
  it('gives every user the same value at any time', { timeout: 300_000 + contents * 20 }, () => {
    expect(wrongOf((seed) => falseConstants(seed, tally).slice(0, 1), firstSeed, contents)).toEqual([]);
    const { constant, proved, withRules, withPrerequisites } = tally;
    process.stdout.write(`${JSON.stringify({ contents, constant, proved, withRules, withPrerequisites })}\n`);
    expect(proved).toBeGreaterThan(constant * 0.9);
  });

  it.each(otherSdks)('gives every user the same value in the SDK for $name', { timeout: 3_600_000 }, async (sdk) => {
    vi.useRealTimers();
    expect(await wrongAnswers(sdk, tally.asked)).toEqual([]);
  });
});

function requires(key: string, value: string) {
  return { key, type: 'string', value };
}

function disabled(world: World): World {
  return { ...world, asked: { ...world.asked, disabled: true } };
}

/** Adds `always`, which gives everyone a. */
function withAlways(world: World): World {
  const { asked } = worldWith([]);
  return { ...world, required: { always: asked, ...world.required } };
}

/** Requires a value of `always` that it does not give. */
function withMiddle(world: World): World {
  const { asked } = worldWith([], { prerequisites: [requires('always', 'c')] });
  return { ...world, required: { middle: asked } };
}

function valued(world: World, returnType: World['returnType'], values: readonly string[]): World {
  const change = ({ asked }: World) => {
    const variations = values.map((value) => ({ value }));
    return { ...asked, content: { ...asked.content, variations } };
  };
  return { returnType, asked: change(world), required: { always: change(worldWith([])) } };
}
