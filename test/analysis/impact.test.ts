/** Tests the impact of a change. */
import { Budget } from '../../server/src/core/budget.js';
import { expect, it } from 'vitest';
import type { Impact } from '../../server/src/core/analysis/impact/impact.js';
import { impactOf } from '../../server/src/core/analysis/impact/impact.js';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import { none } from '../../server/src/core/evaluation/sdks/sdks.js';
import type { World } from './contents.js';
import { arrivalIn } from './contents.js';
import { is, rule, worldWith } from './toggles.js';

const [a, b, c] = [{ select: 0 }, { select: 1 }, { select: 2 }];
const paris = is('city', 'Paris');

function impact(before: World, after: World): Impact {
  return impactOf(arrivalIn(before), arrivalIn(after), 1_700_000_000, new Budget(Infinity));
}

function buckets({ changes }: Impact): readonly string[] {
  const all = { start: 0, end: 10_000 };
  return changes.flatMap(({ from: place, to: later, moves = [] }) =>
    moves.flatMap(({ from, to, buckets: combinations }) => {
      const [one, other] = [from, to].map((each) => (each.kind === 'variation' ? each.value.text : each.kind));
      const places = `${place?.by} ${place?.index ?? ''} to ${later?.by} ${later?.index ?? ''}`;
      return combinations.map(([{ start, end } = all]) => `${places}: ${start}-${end} ${one} ${other}`);
    }),
  );
}

it('reports who gets a different value, in which buckets, with an example', () => {
  const before = worldWith([rule({ split: [5_000, 5_000] }, paris)]);
  const after = worldWith([rule({ split: [2_500, 7_500] }, paris)]);
  const found = impact(before, after);
  expect(found).toMatchObject({ who: 'somebody', least: 0, most: 2_500 });
  expect(buckets(found)).toEqual(['rule 0 to rule 0: 2500-5000 "a" "b"']);
  expect(found.changes[0]).toMatchObject({ share: 2_500, leastPossible: 2_500 });
  expect(found.changes[0]?.witness?.attributes).toEqual(new Map([['city', 'Paris']]));
});

it('is exact if the same rule decides for all users', () => {
  const split = (...shares: number[]) => worldWith([], { defaultServe: { split: shares } });
  const found = impact(split(1_000, 1_000, 8_000), split(2_000, 1_000, 7_000));
  expect(found).toMatchObject({ who: 'somebody', least: 2_000, most: 2_000 });
  expect(found.changes[0]).toMatchObject({ share: 2_000, leastPossible: 1_000 });
  expect(impact(split(5_000, 4_000, 0), split(5_000, 4_000, 1_000)).changes[0]?.moves?.[0]).toMatchObject({
    buckets: [[{ start: 9_000, end: 10_000 }]],
    from: { kind: 'code-default' },
  });
});

it('proves that nobody changes if the same values are at different positions', () => {
  const before = worldWith([rule(b, paris), rule(c, is('city', 'Rome'))]);
  const after = worldWith([rule(c, is('city', 'Rome')), rule(a, paris), rule(a, paris, is('plan', 'pro'))], {
    variations: [{ value: 'b' }, { value: 'a' }, { value: 'c' }],
    defaultServe: { select: 1 },
    disabledServe: { select: 1 },
  });
  expect(impact(before, after)).toEqual({
    who: 'nobody',
    changes: [],
    isComplete: true,
    least: 0,
    most: 0,
    isWhereMet: false,
    sdks: none,
  });
});

it('reports what happens to everyone if a toggle is disabled', () => {
  const enabled = worldWith([rule(b, paris)], { disabledServe: c });
  const disabled = { ...enabled, asked: { ...enabled.asked, disabled: true } };
  const found = impact(enabled, disabled);
  expect(found).toMatchObject({ who: 'somebody', least: 10_000, most: 10_000 });
  expect(buckets(found)).toEqual(['rule 0 to disabled : 0-10000 "b" "c"', 'default  to disabled : 0-10000 "a" "c"']);
});

it('follows a required toggle', () => {
  const requires = (value: string) =>
    worldWith([], { prerequisites: [{ key: 'p1', type: 'string', value }], defaultServe: b });
  const [before, after] = [requires('a'), requires('c')];
  const found = impact(before, after);
  expect(found.who).toBe('somebody');
  expect(found.changes.every(({ witness }) => witness?.key !== undefined || witness === undefined)).toBe(true);
  const other = { ...before, required: { p1: { ...worldWith([], { defaultServe: b }).asked } } };
  expect(impact(before, other).who).toBe('somebody');
  expect(impact(before, requires('a'))).toMatchObject({ who: 'nobody', changes: [] });
});

it('is unknown if a serve is unknown or no steps are left', () => {
  const unknown = worldWith([rule({}, paris)]);
  expect(impact(unknown, unknown)).toMatchObject({ who: 'unknown' });
  const [one, other] = [worldWith([]), worldWith([rule(a, paris)])];
  expect(impactOf(arrivalIn(one), arrivalIn(other), 0, new Budget(0))).toMatchObject({ who: 'unknown', most: 10_000 });
});

it('proves without any steps that nobody changes between equal toggles', () => {
  const same = () =>
    arrivalIn(worldWith([rule(b, paris)], { prerequisites: [{ key: 'p1', type: 'string', value: 'c' }] }));
  expect(impactOf(same(), same(), 0, new Budget(0))).toMatchObject({ who: 'nobody', most: 0, isComplete: true });
});

it('does not count users with an unknown value as certain to change', () => {
  const sideWith = (share: number, select: number) => {
    const sourceOf = (key: string, required: readonly string[], defaultServe: object, disabledServe: object) => {
      const prerequisites = required.map((each) => ({ key: each, type: 'string', value: 'a' }));
      const content = { variations: [{ value: 'a' }, { value: 'b' }, { value: 'c' }], rules: [], prerequisites };
      const targeting = { disabled: false, content: { ...content, defaultServe, disabledServe } };
      return { key, returnType: 'string' as const, targeting };
    };
    const few = sourceOf('few', [], { split: [share, 10_000 - share] }, a);
    // Only few users reach a toggle that only the service knows.
    const between = sourceOf('between', ['few', 'in-the-service'], a, b);
    const toggles = new Map([few, between].map((each) => [each.key, each]));
    const asked = sourceOf('asked', ['between'], { split: [8_000, 2_000] }, { select });
    return receivedToggle(asked, { toggles, otherToggles: 'unknown', segments: new Map() });
  };
  const found = impactOf(sideWith(1_000, 1), sideWith(2_000, 2), 1_700_000_000, new Budget());
  expect(found).toMatchObject({ who: 'somebody', least: 8_000, most: 10_000 });
});
