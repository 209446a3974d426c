/** Random environments of toggles that require one another, without values that Node reads unlike the rules (evaluation.md 8). */
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';
import type { Content, Made, PlainCondition, PlainServe, Random } from './contents.js';

export interface MadeToggle {
  readonly returnType: ReturnType;
  readonly targeting: Made;
}

/** By key; each toggle requires only earlier ones. */
export type MadeEnvironment = Readonly<Record<string, MadeToggle>>;

export const segmentKeys = ['s1', 's2', 's3'];

/** A user is in a segment if the attribute with its name is "yes". */
export const segments = new Map(
  segmentKeys.map((key) => [
    key,
    { rules: [{ conditions: [{ type: 'string', subject: key, predicate: 'is one of', objects: ['yes'] }] }] },
  ]),
);

export const valuesOf: Readonly<Record<ReturnType, readonly string[]>> = {
  boolean: ['true', 'false', 'TRUE'],
  string: ['a', 'b', 'c', 'a'],
  number: ['1', '2', '2.5', '-1'],
  json: ['{"a":1,"b":2}', '{"b":2,"a":1}', '{}', '{"a":2}'],
};

const returnTypes = ['boolean', 'boolean', 'string', 'number', 'json'] as const;

const numbers = ['=', '!=', '>', '>=', '<', '<='];

const predicates: Readonly<Record<string, readonly string[]>> = {
  string: ['is one of', 'is one of', 'is not any of', 'starts with', 'does not start with', 'ends with', 'contains'],
  number: numbers,
  semver: numbers,
  datetime: ['after', 'before'],
  segment: ['is in', 'is not in'],
};

export const objects: Readonly<Record<string, readonly string[]>> = {
  string: ['a', 'ab', 'b', 'ba', 'c'],
  number: ['1', '2', '3', '5', '-1', '0.5'],
  semver: ['1.0.0', '1.0.0-alpha', '1.2.0', '2.0.0'],
  datetime: ['2024-01-01T00:00:00+00:00', '2024-06-01T00:00:00+00:00', '2025-01-01T00:00:00+08:00'],
  segment: segmentKeys,
};

/** Attributes of conditions, named for the type that looks at them; `mixed` is compared as a string and as a number. */
export const subjects = ['string', 'number', 'semver', 'datetime', 'mixed', 'segment'] as const;

const dates = [1704067199, 1704067200, 1717199999, 1717200000, 1717200001, 1735660799, 1735660800];
const values: Readonly<Record<string, readonly (string | undefined)[]>> = {
  string: [undefined, 'a', 'ab', 'b', 'ba', 'c', 'x', 'abx', 'xba'],
  number: [undefined, 'x', '-2', '-1', '0', '0.5', '1', '1.5', '2', '3', '4', '5', '7'],
  semver: [undefined, 'x', '0.9.0', '1.0.0-alpha', '1.0.0-beta', '1.0.0', '1.1.0', '1.2.0', '2.0.0', '3.0.0'],
  datetime: [undefined, ...dates.map(String)],
  mixed: [undefined, 'a', 'ab', 'ba', 'x', '1', '2', '3', '5', '-1'],
};

export function environmentOf(random: Random): MadeEnvironment {
  const count = random.of([2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 10, 12, 16, 22, 26, 30]);
  const requiredOf = random.of(shapes);
  const chosen = random.some(subjects, 3);
  const made: Record<string, MadeToggle> = {};
  for (let index = 0; index < count; index += 1) {
    const required = requiredOf(index, random).filter((each) => each >= 0 && each < index);
    made[`t${index}`] = madeToggle(random, { made, required: [...new Set(required)], chosen, count });
  }
  return made;
}

/** The indices of the toggles that a toggle requires, by its own index. */
const shapes: readonly ((index: number, random: Random) => readonly number[])[] = [
  (index) => [index - 1],
  // A chain of diamonds.
  (index) => (index % 3 === 0 ? [index - 1, index - 2] : [index - (index % 3)]),
  // A fan, and toggles that require some of it.
  (index, random) => (index % 4 === 3 ? random.some([index - 1, index - 2, index - 3], 3) : [0]),
  (index, random) => (random.chance(0.2) ? [] : random.some([index - 1, index - 2, index - 3, 0], 3)),
];

interface Around {
  readonly made: Readonly<Record<string, MadeToggle>>;
  readonly required: readonly number[];
  readonly chosen: readonly string[];
  readonly count: number;
}

function madeToggle(random: Random, { made, required, chosen, count }: Around): MadeToggle {
  const returnType = random.of(returnTypes);
  const variations = Array.from({ length: 2 + random.below(2) }, () => ({ value: random.of(valuesOf[returnType]) }));
  // In large environments, most toggles serve everyone the same.
  const isPlain = count > 6 && random.chance(0.7);
  const ruleCount = isPlain ? 0 : random.below(count > 6 ? 3 : 4);
  const serve = () => serveOf(random, variations.length, count > 6 ? 0.12 : 0.3);
  const prerequisites = required.map((index) => prerequisite(random, `t${index}`, made[`t${index}`]));
  if (random.chance(0.03)) prerequisites.splice(random.below(2), 0, { key: 'nowhere', type: 'string', value: 'a' });
  return {
    returnType,
    targeting: {
      disabled: random.chance(0.07),
      content: {
        variations,
        rules: Array.from({ length: ruleCount }, () => ruleOf(random, chosen, serve())),
        prerequisites,
        disabledServe: serve(),
        defaultServe: serve(),
      },
    },
  };
}

/** Mostly requires a value that the required toggle has. */
function prerequisite(random: Random, key: string, required: MadeToggle | undefined): Content['prerequisites'][number] {
  const { variations = [], defaultServe } = required?.targeting.content ?? {};
  const type = random.chance(0.02) ? random.of(returnTypes) : (required?.returnType ?? 'string');
  if (type !== required?.returnType || random.chance(0.05)) return { key, type, value: random.of(valuesOf[type]) };
  const served = random.chance(0.5) ? variations[defaultServe?.select ?? -1] : undefined;
  return { key, type, value: (served ?? random.of(variations)).value };
}

export function ruleOf(random: Random, chosen: readonly string[], serve: PlainServe): Content['rules'][number] {
  const count = random.chance(0.03) ? 0 : 1 + random.below(2);
  return { conditions: Array.from({ length: count }, () => condition(random, random.of(chosen))), serve };
}

function condition(random: Random, subject: string): PlainCondition {
  const type = subject === 'mixed' ? random.of(['string', 'number']) : subject;
  const predicate = () => random.of(predicates[type] ?? []);
  const some = (most: number) => random.some(objects[type] ?? [], most);
  const made = { type, subject: type === 'segment' ? '' : subject, predicate: predicate(), objects: some(2) };
  if ((type !== 'number' && type !== 'datetime') || random.chance(0.8)) return made;
  const [leftPredicate, rightPredicate] = [made.predicate, predicate()];
  return { ...made, predicate: 'between', leftPredicate, rightPredicate, rightObjects: some(2) };
}

export function serveOf(random: Random, count: number, splits: number): PlainServe {
  if (!random.chance(splits)) return { select: random.chance(0.02) ? count : random.below(count) };
  return { split: Array.from({ length: count }, () => random.of([0, 1_000, 2_500, 3_333, 5_000, 10_000])) };
}

export function attributesIn(random: Random): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [subject, texts] of Object.entries(values)) {
    const [text] = random.of(texts.map((each) => [each]));
    if (text !== undefined) attributes.set(subject, text);
  }
  for (const key of segmentKeys) if (random.chance(0.5)) attributes.set(key, 'yes');
  return attributes;
}
