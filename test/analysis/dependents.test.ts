/** Tests the impact on toggles that require the changed toggle, directly or through others. */
import { expect, it } from 'vitest';
import { Budget } from '../../server/src/core/budget.js';
import type { Impact } from '../../server/src/core/analysis/impact/impact.js';
import { impactOnDependent } from '../../server/src/core/analysis/impact/impact.js';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import { is, rule } from './toggles.js';

interface Content {
  readonly disabled?: boolean;
  readonly rules?: readonly unknown[];
  readonly byDefault?: object;
  readonly requires?: Readonly<Record<string, string>>;
}

const [off, on] = [{ select: 0 }, { select: 1 }];
const paris = is('city', 'Paris');

/** The impact of one toggle on another; each has the variations `off` and `on`. */
function impact(
  dependent: string,
  toggles: Readonly<Record<string, Content>>,
  changed: string,
  after: Content | 'gone',
  budget = new Budget(Infinity),
): Impact {
  const sideOf = (contents: Readonly<Record<string, Content>>) => {
    const sources = new Map(Object.entries(contents).map(([key, content]) => [key, sourceOf(key, content)]));
    const source = sources.get(dependent);
    if (source === undefined) throw new Error('The dependent is not among the toggles.');
    return receivedToggle(source, { toggles: sources, segments: new Map() });
  };
  const others = Object.entries(toggles).filter(([key]) => key !== changed);
  const later = Object.fromEntries(after === 'gone' ? others : [...others, [changed, after]]);
  return impactOnDependent(sideOf(toggles), sideOf(later), changed, 1_700_000_000, budget);
}

function sourceOf(key: string, { disabled = false, rules = [], byDefault = off, requires = {} }: Content) {
  const prerequisites = Object.entries(requires).map(([required, value]) => ({ key: required, type: 'string', value }));
  const variations = [{ value: 'off' }, { value: 'on' }];
  const content = { rules, defaultServe: byDefault, disabledServe: off, variations, prerequisites };
  return { key, returnType: 'string' as const, targeting: { disabled, content } };
}

function words({ changes }: Impact): readonly string[] {
  return changes.map(({ from, to, moves, share }) => {
    const places = `${from?.by} ${from?.index ?? ''}→ ${to?.by} ${to?.index ?? ''}`.trim();
    const told = moves?.map(({ share: part, from: old, to: now }) => {
      const [one, other] = [old, now].map((each) => (each.kind === 'variation' ? each.value.text : each.kind));
      return `${part} ${one} → ${other}`;
    });
    return `${places}: ${told?.join(', ') ?? `at most ${share}`}`;
  });
}

const pay: Content = { byDefault: on, requires: { checkout: 'on' } };

it('everyone changes if a required toggle serves everyone a different value', () => {
  const found = impact('pay', { checkout: {}, pay }, 'checkout', { byDefault: on });
  expect(found).toMatchObject({ who: 'somebody', isComplete: true, least: 10_000, most: 10_000 });
  expect(words(found)).toEqual(['default → default: 10000 "off" → "on"']);
});

it('only the changed share counts among users who match a rule', () => {
  const split = (share: number): Content => ({ rules: [rule({ split: [10_000 - share, share] }, paris)] });
  const found = impact('pay', { checkout: split(1_000), pay }, 'checkout', split(3_500));
  expect(found).toMatchObject({ who: 'somebody', least: 0, most: 2_500 });
  expect(words(found)).toEqual(['rule 0→ rule 0: 2500 "off" → "on"']);
  expect(found.changes[0]?.witness?.attributes).toEqual(new Map([['city', 'Paris']]));
});

it('the shares of a toggle and its dependent are multiplied, because their buckets are independent', () => {
  const half: Content = { ...pay, byDefault: { split: [5_000, 5_000] } };
  const found = impact('pay', { checkout: {}, pay: half }, 'checkout', { byDefault: { split: [8_000, 2_000] } });
  expect(found).toMatchObject({ least: 1_000, most: 1_000 });
});

it('nobody changes if the dependent serves the same value, or its rule excludes the changed users', () => {
  const same: Content = { ...pay, byDefault: off };
  expect(impact('pay', { checkout: {}, pay: same }, 'checkout', { byDefault: on }).who).toBe('nobody');
  const rome: Content = { rules: [rule(on, is('city', 'Rome'))], requires: { checkout: 'on' } };
  const found = impact('pay', { checkout: {}, pay: rome }, 'checkout', { rules: [rule(on, paris)] });
  expect(found).toMatchObject({ who: 'nobody', changes: [], isComplete: true, most: 0 });
});

it('a change propagates through a chain and a diamond, and stops at a disabled toggle', () => {
  const chain = { checkout: {}, pay, banner: { byDefault: on, requires: { pay: 'on' } } };
  expect(impact('banner', chain, 'checkout', { byDefault: on })).toMatchObject({ who: 'somebody', least: 10_000 });
  const diamond = {
    checkout: {},
    left: { byDefault: on, requires: { checkout: 'on' } },
    right: { byDefault: on, requires: { checkout: 'off' } },
    bottom: { byDefault: on, requires: { left: 'on', right: 'on' } },
  };
  expect(impact('bottom', diamond, 'checkout', { byDefault: on }).who).toBe('nobody');
  const stopped = { ...chain, pay: { ...pay, disabled: true } };
  expect(impact('banner', stopped, 'checkout', { byDefault: on }).who).toBe('nobody');
});

it('a deleted toggle counts as unmet, and a toggle that nobody requires affects nobody', () => {
  expect(impact('pay', { checkout: { byDefault: on }, pay }, 'checkout', 'gone')).toMatchObject({
    who: 'somebody',
    least: 10_000,
  });
  expect(impact('pay', { checkout: { byDefault: on }, pay, other: {} }, 'other', { byDefault: on }).who).toBe('nobody');
});

it('a witness has a key even if one share of a split covers all buckets', () => {
  const whole: Content = { ...pay, byDefault: { split: [0, 10_000] } };
  const found = impact('pay', { checkout: {}, pay: whole }, 'checkout', { byDefault: { split: [0, 10_000] } });
  expect(found).toMatchObject({ who: 'somebody', least: 10_000, changes: [{ witness: { key: 'user-0' } }] });
});

it('an analysis that runs out of steps reports no shares of unfinished rules', () => {
  const pages: Content = {
    rules: [rule({ split: [5_000, 5_000] }, paris)],
    byDefault: on,
    requires: { checkout: 'on' },
  };
  const most = 'default → default: at most 10000';
  for (let questions = 0; questions < 20; questions += 1) {
    const found = impact('pages', { checkout: {}, pages }, 'checkout', { byDefault: on }, new Budget(questions));
    if (found.isComplete || found.changes.length > 0) expect(words(found)).toEqual([most]);
  }
});
