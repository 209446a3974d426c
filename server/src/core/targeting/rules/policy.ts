/**
 * Rules of the organisation: what `rules` in targeting.config.json ask of targeting files and of pushes. Called policy in the code, as a
 * targeting file has rules of its own.
 */
import configSchema from '../../../../../schemas/config.schema.json' with { type: 'json' };
import { asArray, asObject } from '../../json/plain.js';
import { predicates } from '../values/predicates.js';

/** As the schema has them: what is beyond these lengths is a mistake of the config, and is not read. */
const { environments: listed } = configSchema.properties;
export const MAX_ENVIRONMENTS = listed.maxProperties;
export const MAX_NAME_LENGTH = configSchema.definitions.rules.properties['toggle-name'].maxLength;
const MAX_ATTRIBUTES = configSchema.definitions.rules.properties.attributes.maxProperties;

/** The environments of a config. @param root plain data */
export function environmentsIn(root: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(asObject(root['environments']) ?? {}).slice(0, MAX_ENVIRONMENTS);
}

/** The types of conditions that look at an attribute; `any` for all of them. */
export const attributeTypes = ['string', 'number', 'datetime', 'semver', 'any'] as const;
export type AttributeType = (typeof attributeTypes)[number];

export const requirements = ['comment', 'rule-name', 'variation-description', 'tests', 'owner'] as const;
export type Requirement = (typeof requirements)[number];

/** What a push does about other toggles that change with it. */
export const answersToDependents = ['say', 'ask', 'refuse'] as const;
export type AnswerToDependents = (typeof answersToDependents)[number];

/** Reads each rule, by its name in the config; undefined for what cannot be understood, which is a problem of the config. */
const readers = {
  /** All attributes that conditions may look at, with the type of these conditions. */
  attributes: attributesOf,
  /** A regular expression that the key of the toggle matches. */
  'toggle-name': (value) => (typeof value === 'string' && value.length <= MAX_NAME_LENGTH ? value : undefined),
  require: (value) => oneOf(requirements, value),
  'max-rules': (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  /** Predicates that no condition has. */
  forbid: (value) => oneOf(knownPredicates, value),
  /** Percent of those for whom one rule or the default decides that change by one push. */
  'max-step': (value) => (typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined),
  dependents: (value) => answersToDependents.find((answer) => answer === value),
} satisfies Readonly<Record<keyof typeof configSchema.definitions.rules.properties, (value: unknown) => unknown>>;

export type PolicyRule = keyof typeof readers;
export const policyRules = Object.keys(readers) as readonly PolicyRule[];

/** The rules of one environment. What is absent is not asked for. */
export type Policy = { readonly [Rule in PolicyRule]?: NonNullable<ReturnType<(typeof readers)[Rule]>> };

const knownPredicates = [...new Set(Object.values(predicates).flat())];

/** What is asked of one file, by each different policy of the environments that it goes to. */
export interface PoliciesOfFile {
  readonly toggle: string;
  /** Undefined where it is not known. */
  readonly hasTests: boolean | undefined;
  /** By CODEOWNERS. Undefined where it is not known. */
  readonly owners: readonly string[] | undefined;
  readonly policies: readonly PolicyOfFile[];
}

export interface PolicyOfFile {
  readonly policy: Policy;
  /** By name; undefined where it is the policy of all that the file goes to. */
  readonly environments: readonly string[] | undefined;
  /** The key of the toggle does not match. */
  readonly nameBreaks: boolean;
}

export function policyOf(value: unknown): Policy {
  const rules = asObject(value) ?? {};
  const read = policyRules.map((rule) => [rule, readers[rule](rules[rule])] as const);
  return Object.fromEntries(read.filter(([, understood]) => understood !== undefined));
}

/** One with a wrong type is in the list all the same. */
function attributesOf(value: unknown): ReadonlyMap<string, AttributeType> | undefined {
  const entries = Object.entries(asObject(value) ?? {}).slice(0, MAX_ATTRIBUTES);
  const types = entries.map(([name, type]) => [name, attributeTypes.find((known) => known === type) ?? 'any'] as const);
  return asObject(value) && new Map(types);
}

function oneOf<T>(known: readonly T[], value: unknown): readonly T[] | undefined {
  const list = asArray(value);
  return list && known.filter((each) => list.includes(each));
}
