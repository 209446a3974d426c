/** Tests when two states are the same to the service, and the state after a push. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plain, State } from '../../../server/src/core/targeting/state/state.js';
import { stateAfterPatch, normalised, sameState, textOf } from '../../../server/src/core/targeting/state/state.js';
import { anyPairs, anyStates, offAndOn, rule, stateOf } from './states.js';

describe('Two states are equal', () => {
  const same: readonly (readonly [string, Plain, Plain])[] = [
    [
      'in another order of keys',
      { variations: [{ name: 'on', value: 'true' }] },
      { variations: [{ value: 'true', name: 'on' }] },
    ],
    [
      'with fields that the service does not store',
      { rules: [{ ...rule('r', 1), id: 7, notEmptyConditions: [] }], more: true },
      { rules: [rule('r', 1)] },
    ],
    [
      'with null where there is nothing',
      { prerequisites: null, rules: [{ name: 'r', serve: null }] },
      { rules: [{ name: 'r' }] },
    ],
    ['with a number that is written as a text', { defaultServe: { select: 1 } }, { defaultServe: { select: '1' } }],
    ['with no prerequisites, however that is said', { prerequisites: [] }, {}],
  ];
  test.each(same)('%s', (_, one, other) => {
    expect(sameState(stateOf(one), stateOf(other))).toBe(true);
  });

  const different: readonly (readonly [string, Plain, Plain])[] = [
    ['rules in another order', { rules: [rule('a', 0), rule('b', 1)] }, { rules: [rule('b', 1), rule('a', 0)] }],
    ['variations in another order', { variations: offAndOn }, { variations: offAndOn.toReversed() }],
    ['another name', { rules: [rule('a', 0)] }, { rules: [rule('b', 0)] }],
    ['a text that is not a number instead of one', { defaultServe: { select: 1 } }, { defaultServe: { select: 'on' } }],
    ['a description', { variations: [{ value: 'x' }] }, { variations: [{ value: 'x', description: 'y' }] }],
  ];
  test.each(different)('but not with %s', (_, one, other) => {
    expect(sameState(stateOf(one), stateOf(other))).toBe(false);
  });

  test('but not if only one of them is disabled', () => {
    expect(sameState(stateOf({}, true), stateOf({}, false))).toBe(false);
  });
});

test('The text for comparison has a fixed order, one field per line, and a final line break', () => {
  const text = textOf({
    disabled: true,
    content: { variations: [{ name: 'on', value: 'true' }], defaultServe: { select: 0 } },
  });
  expect(text).toBe(`{
  "disabled": true,
  "content": {
    "defaultServe": {
      "select": 0
    },
    "variations": [
      {
        "value": "true",
        "name": "on"
      }
    ]
  }
}
`);
});

test('Every state has one normal form', () => {
  fc.assert(
    fc.property(anyStates, (state) => {
      const once = normalised(state);
      expect(normalised(once)).toEqual(once);
      expect(sameState(state, once)).toBe(true);
    }),
  );
});

describe('After a push', () => {
  const live = stateOf();

  test('an empty body changes nothing, and every field counts as kept', () => {
    const { state, leftToService } = stateAfterPatch({}, live);
    expect(sameState(state, live)).toBe(true);
    expect(leftToService).toEqual(['disabled', 'rules', 'disabledServe', 'defaultServe', 'variations']);
  });

  test('fields that the body lacks or sets to null are kept', () => {
    const { state, leftToService } = stateAfterPatch(
      { comment: 'c', disabled: null, content: { rules: [], defaultServe: null, variations: null } },
      live,
    );
    expect(state).toEqual(stateOf({ rules: [] }));
    expect(leftToService).toEqual(['disabled', 'disabledServe', 'defaultServe', 'variations']);
  });

  test('a body with every field keeps nothing', () => {
    const { state, leftToService } = stateAfterPatch({ disabled: true, content: stateOf({ rules: [] }).content }, live);
    expect(state).toEqual(stateOf({ rules: [] }, true));
    expect(leftToService).toEqual([]);
  });

  test.each([[null], ['text'], [[]], [7]])('the content %j is ignored', (content) => {
    expect(sameState(stateAfterPatch({ content }, live).state, live)).toBe(true);
  });

  test('a field that neither side has does not count as kept', () => {
    expect(stateAfterPatch({ disabled: true }, { disabled: true, content: {} }).leftToService).toEqual([]);
  });

  test('each field comes from the body or counts as kept, whatever is pushed', () => {
    fc.assert(
      fc.property(anyPairs, ([before, after]) => {
        const { state, leftToService } = stateAfterPatch({ disabled: after.disabled, content: after.content }, before);
        const [was, sent, is] = [before, after, state].map((one: State) => normalised(one).content);
        for (const key of new Set([...Object.keys(was ?? {}), ...Object.keys(sent ?? {})])) {
          const source = leftToService.includes(key) ? was : sent;
          expect(is?.[key]).toEqual(source?.[key]);
        }
        // The same push again changes nothing.
        expect(
          sameState(stateAfterPatch({ disabled: after.disabled, content: after.content }, state).state, state),
        ).toBe(true);
      }),
    );
  });
});

test('A field named __proto__ is treated like any other field', () => {
  const odd = JSON.parse(
    '{"disabled":true,"content":{"__proto__":{"rules":[1]},"defaultServe":{"select":1}}}',
  ) as State;
  expect(normalised(odd).content).toEqual({ defaultServe: { select: 1 } });
  const body = JSON.parse('{"content":{"__proto__":{"rules":[1]}}}') as Plain;
  expect(sameState(stateAfterPatch(body, odd).state, odd)).toBe(true);
});
