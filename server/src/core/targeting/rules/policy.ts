/** Rules of the organisation: `rules` in targeting.config.json. Called policy, as targeting files have rules, too. */
import configSchema from '../../../../../schemas/config.schema.json' with { type: 'json' };
import { asArray, asObject } from '../../json/plain.js';
import { predicates } from '../values/predicates.js';

/** Limits of the schema: longer entries are mistakes of the config, and are not read. */
const { environments: listed } = configSchema.properties;
export const MAX_ENVIRONMENTS = listed.maxProperties;
export const MAX_NAME_LENGTH = configSchema.definitions.rules.properties['toggle-name'].maxLength;
const MAX_ATTRIBUTES = configSchema.definitions.rules.properties.attributes.maxProperties;

export function environmentsIn(root: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(asObject(root['environments']) ?? {}).slice(0, MAX_ENVIRONMENTS);
}

/** Types of the conditions that look at an attribute; `any` allows all of them. */
export const attributeTypes = ['string', 'number', 'datetime', 'semver', 'any'] as const;
export type AttributeType = (typeof attributeTypes)[number];

export const requirements = ['comment', 'rule-name', 'variation-description', 'tests', 'owner'] as const;
export type Requirement = (typeof requirements)[number];

/** How a push reacts to other toggles that change with it. */
export const answersToDependents = ['say', 'ask', 'refuse'] as const;
export type AnswerToDependents = (typeof answersToDependents)[number];

/** Reads each rule by its name in the config; undefined if it is invalid, which is a problem of the config. */
const readers = {
  /** All attributes that conditions may look at, with the type of these conditions. */
  attributes: attributesOf,
  /** A regular expression that the toggle's key must match. */
  'toggle-name': (value) => (typeof value === 'string' && value.length <= MAX_NAME_LENGTH ? value : undefined),
  require: (value) => oneOf(requirements, value),
  'max-rules': (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  /** Predicates that conditions must not have. */
  forbid: (value) => oneOf(knownPredicates, value),
  /** Percentage of the users of one rule or the default that one push may change. */
  'max-step': (value) => (typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined),
  dependents: (value) => answersToDependents.find((answer) => answer === value),
} satisfies Readonly<Record<keyof typeof configSchema.definitions.rules.properties, (value: unknown) => unknown>>;

export type PolicyRule = keyof typeof readers;
export const policyRules = Object.keys(readers) as readonly PolicyRule[];

/** The rules of one environment. A missing rule asks for nothing. */
export type Policy = { readonly [Rule in PolicyRule]?: NonNullable<ReturnType<(typeof readers)[Rule]>> };

const knownPredicates = [...new Set(Object.values(predicates).flat())];

/** The distinct policies of the environments that a file goes to. */
export interface PoliciesOfFile {
  readonly toggle: string;
  /** Undefined if unknown. */
  readonly hasTests: boolean | undefined;
  /** From CODEOWNERS; undefined if unknown. */
  readonly owners: readonly string[] | undefined;
  readonly policies: readonly PolicyOfFile[];
}

export interface PolicyOfFile {
  readonly policy: Policy;
  /** Names; undefined if all environments of the file have the policy. */
  readonly environments: readonly string[] | undefined;
  /** The toggle's key breaks `toggle-name`. */
  readonly nameBreaks: boolean;
}

export function policyOf(value: unknown): Policy {
  const rules = asObject(value) ?? {};
  const read = policyRules.map((rule) => [rule, readers[rule](rules[rule])] as const);
  return Object.fromEntries(read.filter(([, understood]) => understood !== undefined));
}

/** An attribute with a wrong type is kept as `any`. */
function attributesOf(value: unknown): ReadonlyMap<string, AttributeType> | undefined {
  const entries = Object.entries(asObject(value) ?? {}).slice(0, MAX_ATTRIBUTES);
  const types = entries.map(([name, type]) => [name, attributeTypes.find((known) => known === type) ?? 'any'] as const);
  return asObject(value) && new Map(types);
}

function oneOf<T>(known: readonly T[], value: unknown): readonly T[] | undefined {
  const list = asArray(value);
  return list && known.filter((each) => list.includes(each));
}
