/** Small toggles with a user, and their outcome for each evaluator. The value of each variation is a word for its outcome. */
import type { ToggleSource } from '../../server/src/core/evaluation/environment.js';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import { User } from '../../server/src/core/evaluation/user.js';
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';

/** The toggle `t`, its surroundings and a user. */
export interface Ask {
  readonly returnType: ReturnType;
  readonly content: { readonly variations: readonly { readonly value?: string | undefined }[] };
  readonly others: readonly ToggleSource[];
  readonly segments: Readonly<Record<string, object>>;
  readonly user: string;
  readonly attribute: string | undefined;
}

/** A condition, or its text, such as `number = 5|6`: a type, a predicate and objects. */
export type Condition = string | object;

/** The present time of all asks, in Unix seconds. */
const NOW = 1_700_000_000;

/** @returns for each evaluator, the value that is served, `null`, `CD`, `throws` or `depends` */
export function outcomesOf({ returnType, content, others, segments, user, attribute }: Ask): readonly string[] {
  const source = { key: 't', returnType, targeting: { disabled: false, content } };
  const toggles = new Map(others.map((each) => [each.key, each]));
  const arrival = receivedToggle(source, { toggles, segments: new Map(Object.entries(segments)) });
  if (arrival.obstacle !== undefined) throw new Error(JSON.stringify(arrival.obstacle));
  const attributes = new Map(attribute === undefined ? [] : [['a', attribute]]);
  return evaluate(arrival.toggle, new User(user, attributes, NOW), arrival.environment).map(({ outcome }) => {
    if (typeof outcome === 'number') return content.variations[outcome]?.value ?? 'null';
    return outcome === 'code-default' ? 'CD' : outcome;
  });
}

export function when(condition: Condition, subject = 'a'): object {
  if (typeof condition === 'object') return condition;
  const [, type, predicate, objects = ''] = /^(\w+) (.+) (\S*)$/.exec(condition) ?? [];
  return { type, subject, predicate, objects: objects.split('|') };
}

export const select = (index: number) => ({ select: index });

export const serving = (...values: readonly string[]) => ({
  ...{ rules: [], prerequisites: [], defaultServe: select(0), disabledServe: select(0) },
  variations: values.map((value) => ({ value })),
});

/** Serves each word by a rule with one condition, and "F" by default. The word of a condition alone is "T". */
export function ask(attribute: string | undefined, given: string | Readonly<Record<string, Condition>>): Ask {
  const conditions = typeof given === 'string' ? { T: given } : given;
  const rules = Object.values(conditions).map((each, at) => ({ conditions: [when(each)], serve: select(at + 1) }));
  const content = { ...serving('F', ...Object.keys(conditions)), rules };
  return { returnType: 'string', content, others: [], segments: {}, user: 'u', attribute };
}

/** Asks the same for several attributes. */
export const asks = (conditions: string | Readonly<Record<string, Condition>>, ...attributes: readonly string[]) =>
  attributes.map((attribute) => ask(attribute, conditions));

/** Serves the first value, unless the changed content serves another value. */
export function gives(change: object, ...values: readonly string[]): Ask {
  return { ...ask(undefined, {}), content: { ...serving(...values), ...change } };
}

/** Serves "T" to the members of a segment with one rule. */
export function member(attribute: string | undefined, ...conditions: readonly Condition[]): Ask {
  const segments = { s: { rules: [{ conditions: conditions.map((each) => when(each)) }] } };
  return { ...ask(attribute, { T: when('segment is in s', 's') }), segments };
}

/** Serves the first word if the prerequisite is met; the other words are the default and the disabledServe. */
export function needs(type: ReturnType, value: string, others: readonly ToggleSource[], words: readonly string[]): Ask {
  const serves = { rules: [{ conditions: [], serve: select(0) }], defaultServe: select(1), disabledServe: select(2) };
  return { ...gives({ ...serves, ...requires(others[0]?.key ?? 'p', type, value) }, ...words), others };
}

export const requires = (key: string, type: ReturnType, value: string) => ({ prerequisites: [{ key, type, value }] });

/** A required toggle. */
export function toggle(
  key: string,
  returnType: ReturnType,
  value: string,
  change = {},
  disabled = false,
): ToggleSource {
  return { key, returnType, targeting: { disabled, content: { ...serving(value), ...change } } };
}

/** Required toggles `p0` to `p18`, each of which requires the next, and `p19`. */
export function chain(lastIsDisabled: boolean): readonly ToggleSource[] {
  const requiring = Array.from({ length: 19 }, (_, at) =>
    toggle(`p${at}`, 'string', 'x', requires(`p${at + 1}`, 'string', 'x')),
  );
  return [...requiring, toggle('p19', 'string', 'x', {}, lastIsDisabled)];
}
