/** States of toggles for tests: one to change, and arbitrary ones, sensible or not. */
import fc from 'fast-check';
import type { Plain, State } from '../../../server/src/core/targeting/state/state.js';
import type { Targeting } from '../../../server/src/service/http/answers/answers.js';

export const offAndOn = [
  { value: 'false', name: 'off' },
  { value: 'true', name: 'on' },
];

export function rule(name: string, select: number, ...objects: readonly string[]): Plain {
  return { name, conditions: [{ type: 'string', subject: 'id', predicate: 'is one of', objects }], serve: { select } };
}

export const someContent: Plain = {
  rules: [rule('beta users', 1, 'anna'), rule('staff', 0, 'rob')],
  disabledServe: { select: 0 },
  defaultServe: { split: [9000, 1000] },
  variations: offAndOn,
};

export function targetingOf(state: State, more: Partial<Targeting> = {}): Targeting {
  const nobody = { modifiedBy: undefined, modifiedTime: undefined, reviewers: undefined, pending: undefined };
  return { state, version: 2, ...nobody, ...more };
}

export function stateOf(content: Plain = {}, disabled = false): State {
  return { disabled, content: { ...someContent, ...content } };
}

const names = fc.constantFrom(
  'a',
  'b',
  '',
  '__proto__',
  'constructor',
  '"quoted"',
  'two\nlines',
  '\uD800',
  'x'.repeat(999),
);
const oddities = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'x', -1, 0.5, 1e300, true, [], {}, [[]], { toString: 1, valueOf: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Mostly the given values, now and then anything. */
function orOdd(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: values }, { weight: 1, arbitrary: oddities });
}

function record(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> {
  const entries = Object.entries(fields).map(([key, values]) => [key, orOdd(values)] as const);
  return orOdd(fc.record(Object.fromEntries(entries), { requiredKeys: [] }));
}

const list = (items: fc.Arbitrary<unknown>) => orOdd(fc.array(items, { maxLength: 4 }));
const serves = orOdd(
  fc.oneof(
    fc.record({ select: orOdd(fc.integer({ min: -1, max: 4 })) }),
    fc.record({ split: list(orOdd(fc.constantFrom(0, 2500, 5000, 10_000))) }),
    fc.constant({}),
  ),
);
const conditions = record({
  type: fc.constantFrom('string', 'number'),
  subject: names,
  predicate: fc.constant('='),
  objects: list(names),
});

const contents = fc.record(
  {
    rules: list(record({ name: names, conditions: list(conditions), serve: serves, id: fc.nat(2) })),
    disabledServe: serves,
    defaultServe: serves,
    variations: list(record({ value: names, name: names, description: names })),
    prerequisites: list(record({ key: names, value: names, type: fc.constant('boolean') })),
    notOurs: fc.nat(2),
  },
  { requiredKeys: [] },
);

/** Read from JSON, as all states are, so that `__proto__` is an ordinary field. */
export const anyStates: fc.Arbitrary<State> = fc
  .record({ disabled: fc.boolean(), content: contents })
  .map((state) => JSON.parse(JSON.stringify(state)) as State);

/** Two states that have much in common, as before and after an edit. */
export const anyPairs: fc.Arbitrary<readonly [State, State]> = fc
  .tuple(anyStates, anyStates, fc.subarray(['rules', 'disabledServe', 'defaultServe', 'variations', 'prerequisites']))
  .map(([before, other, edited]) => {
    const changed = edited.map((key): [string, unknown] => [key, other.content[key]]);
    return [before, { ...other, content: { ...before.content, ...Object.fromEntries(changed) } }];
  });
