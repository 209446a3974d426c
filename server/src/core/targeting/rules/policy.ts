/** The organization's `rules` in targeting.config.json, called policies because targeting files also have rules. */
import configSchema from '../../../../../schemas/config.schema.json' with { type: 'json' };
import { asArray, asObject } from '../../json/plain.js';
import { predicates } from '../values/predicates.js';

/** Limits from the schema. Entries beyond a limit are mistakes in the config, and are not read. */
const { environments: listed } = configSchema.properties;
export const MAX_ENVIRONMENTS = listed.maxProperties;
export const MAX_NAME_LENGTH = configSchema.definitions.rules.properties['toggle-name'].maxLength;
const MAX_ATTRIBUTES = configSchema.definitions.rules.properties.attributes.maxProperties;

export function environmentsIn(root: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(asObject(root['environments']) ?? {}).slice(0, MAX_ENVIRONMENTS);
}

/** Types that the conditions on an attribute may have; `any` allows all types. */
export const attributeTypes = ['string', 'number', 'datetime', 'semver', 'any'] as const;
export type AttributeType = (typeof attributeTypes)[number];

export const requirements = ['comment', 'rule-name', 'variation-description', 'tests', 'owner'] as const;
export type Requirement = (typeof requirements)[number];

/** How a push reacts if it also affects the values of other toggles. */
export const answersToDependents = ['say', 'ask', 'refuse'] as const;
export type AnswerToDependents = (typeof answersToDependents)[number];

/** Readers of rules, by the rule's name in the config. A reader returns undefined if the rule is invalid. */
const readers = {
  /** The only attributes that conditions may use, with the allowed condition type of each attribute. */
  attributes: attributesOf,
  /** A regular expression that the toggle's key must match. */
  'toggle-name': (value) => (typeof value === 'string' && value.length <= MAX_NAME_LENGTH ? value : undefined),
  require: (value) => oneOf(requirements, value),
  'max-rules': (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  /** Predicates that conditions must not use. */
  forbid: (value) => oneOf(knownPredicates, value),
  /** Maximum percentage of users whose value one push may change, counted separately for each rule and the default. */
  'max-step': (value) => (typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined),
  dependents: (value) => answersToDependents.find((answer) => answer === value),
} satisfies Readonly<Record<keyof typeof configSchema.definitions.rules.properties, (value: unknown) => unknown>>;

export type PolicyRule = keyof typeof readers;
export const policyRules = Object.keys(readers) as readonly PolicyRule[];

/** The organization's rules for one environment. A missing rule imposes no restriction. */
export type Policy = { readonly [Rule in PolicyRule]?: NonNullable<ReturnType<(typeof readers)[Rule]>> };

const knownPredicates = [...new Set(Object.values(predicates).flat())];

/** The distinct policies of the environments that a file is pushed to. */
export interface PoliciesOfFile {
  readonly toggle: string;
  /** Whether the file has tests; undefined if unknown. */
  readonly hasTests: boolean | undefined;
  /** The file's owners from CODEOWNERS; undefined if unknown. */
  readonly owners: readonly string[] | undefined;
  readonly policies: readonly PolicyOfFile[];
}

export interface PolicyOfFile {
  readonly policy: Policy;
  /** Names of the environments with the policy; undefined if all environments of the file have the policy. */
  readonly environments: readonly string[] | undefined;
  /** Whether the toggle's key breaks the rule `toggle-name`. */
  readonly nameBreaks: boolean;
}

export function policyOf(value: unknown): Policy {
  const rules = asObject(value) ?? {};
  const read = policyRules.map((rule) => [rule, readers[rule](rules[rule])] as const);
  return Object.fromEntries(read.filter(([, understood]) => understood !== undefined));
}

/** Reads the allowed attributes; an invalid type counts as `any`. */
function attributesOf(value: unknown): ReadonlyMap<string, AttributeType> | undefined {
  const entries = Object.entries(asObject(value) ?? {}).slice(0, MAX_ATTRIBUTES);
  const types = entries.map(([name, type]) => [name, attributeTypes.find((known) => known === type) ?? 'any'] as const);
  return asObject(value) && new Map(types);
}

function oneOf<T>(known: readonly T[], value: unknown): readonly T[] | undefined {
  const list = asArray(value);
  return list && known.filter((each) => list.includes(each));
}
