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

/** The rules, by their names in the config. */
export const policyRules = [
  'attributes',
  'toggle-name',
  'require',
  'max-rules',
  'forbid',
  'max-step',
  'dependents',
] as const;
export type PolicyRule = (typeof policyRules)[number];

/** The types of conditions that look at an attribute; `any` for all of them. */
export const attributeTypes = ['string', 'number', 'datetime', 'semver', 'any'] as const;
export type AttributeType = (typeof attributeTypes)[number];

export const requirements = ['comment', 'rule-name', 'variation-description', 'tests', 'owner'] as const;
export type Requirement = (typeof requirements)[number];

/** What a push does about other toggles that change with it. */
export const answersToDependents = ['say', 'ask', 'refuse'] as const;
export type AnswerToDependents = (typeof answersToDependents)[number];

/** The rules of one environment. What is absent is not asked for. */
export interface Policy {
  /** All attributes that conditions may look at, with the type of these conditions. */
  readonly attributes?: ReadonlyMap<string, AttributeType>;
  /** A regular expression that the key of the toggle matches. */
  readonly toggleName?: string;
  readonly require?: readonly Requirement[];
  readonly maxRules?: number;
  /** Predicates that no condition has. */
  readonly forbid?: readonly string[];
  /** Percent of those for whom one rule or the default decides that change by one push. */
  readonly maxStep?: number;
  readonly dependents?: AnswerToDependents;
}

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

/** Reads what can be understood; what cannot is a problem of the config. */
export function policyOf(value: unknown): Policy {
  const rules = asObject(value) ?? {};
  const { attributes, require, forbid, dependents } = rules;
  const [name, maxRules, maxStep] = [rules['toggle-name'], rules['max-rules'], rules['max-step']];
  return {
    ...(asObject(attributes) && { attributes: attributesOf(asObject(attributes) ?? {}) }),
    ...(typeof name === 'string' && name.length <= MAX_NAME_LENGTH && { toggleName: name }),
    ...(asArray(require) && { require: requirements.filter((each) => asArray(require)?.includes(each)) }),
    ...(isCount(maxRules) && { maxRules }),
    ...(asArray(forbid) && { forbid: knownPredicates.filter((each) => asArray(forbid)?.includes(each)) }),
    ...(typeof maxStep === 'number' && maxStep >= 0 && maxStep <= 100 && { maxStep }),
    ...(isAnswer(dependents) && { dependents }),
  };
}

/** One with a wrong type is in the list all the same. */
function attributesOf(attributes: Readonly<Record<string, unknown>>): NonNullable<Policy['attributes']> {
  const entries = Object.entries(attributes)
    .slice(0, MAX_ATTRIBUTES)
    .map(([name, type]) => [name, attributeTypes.find((known) => known === type) ?? 'any'] as const);
  return new Map(entries);
}

function isAnswer(value: unknown): value is AnswerToDependents {
  return answersToDependents.some((answer) => answer === value);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

const knownPredicates = [...new Set(Object.values(predicates).flat())];
