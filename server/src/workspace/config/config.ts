/** Parses targeting.config.json. */
import configSchema from '../../../../schemas/config.schema.json' with { type: 'json' };
import { asArray, asObject } from '../../core/json/plain.js';
import { parse } from '../../core/json/document.js';
import { isWellFormed } from '../../core/json/understood.js';
import type { Wrapper } from '../../core/code/calls.js';
import { parseWrapper } from '../../core/code/calls.js';
import type { ProblemCode } from '../../core/checks/codes.js';
import { configurableCodes } from '../../core/checks/codes.js';
import { schemaProblems } from '../../core/check-engine/problems.js';
import type { Severities, Severity } from '../../core/checks/problem.js';
import { severities } from '../../core/checks/problem.js';
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import type { Evaluators } from '../../core/evaluation/sdks/sdks.js';
import { evaluators, evaluatorsWho } from '../../core/evaluation/sdks/sdks.js';
import { placeOf } from '../../core/targeting/place.js';
import type { Policy, PolicyRule } from '../../core/targeting/rules/policy.js';
import { environmentsIn, policyOf } from '../../core/targeting/rules/policy.js';
import type { RuleInConfig } from '../../core/targeting/rules/ruleInConfig.js';
import { ruleWritten } from '../../core/targeting/rules/ruleInConfig.js';
import { MAX_BESIDE_BYTES, notReadable, tooLarge } from '../../core/checks/text/unreadable.js';

export interface Environment {
  readonly name: string;
  readonly key: string;
  readonly baseUrl: string | undefined;
  readonly project: string | undefined;
  /** True if this environment, or another environment for the same place, is protected. */
  readonly protected: boolean;
  /** True if failing tests block a push. */
  readonly requiresTests: boolean;
  /** The service's API; undefined if only the documented contract is known. */
  readonly api: 'featureprobe' | undefined;
}

export interface Config {
  readonly environments: readonly Environment[];
  /** Pattern for paths below the config, with placeholders for toggle and environment. */
  readonly files: string;
  /** Folder of the targeting files, relative to the config; undefined if it is the config's own folder. */
  readonly toggles: string | undefined;
  /** The code to search; undefined if code is not searched. */
  readonly code: CodeConfig | undefined;
}

export interface CodeConfig {
  /** Paths relative to the config, in which `*` matches any text. By default, the config's whole folder. */
  readonly include: readonly string[] | undefined;
  /** The application's functions that take a toggle key. */
  readonly wrappers: readonly Wrapper[];
  /** True if every toggle has a file. */
  readonly isComplete: boolean;
}

export interface ParsedConfig {
  /** Undefined while the config has a problem, since a typo in `protected` must not unprotect an environment. */
  readonly config: Config | undefined;
  /** The first problem; `line` is one-based. */
  readonly problem: { readonly line: number; readonly message: string } | undefined;
  /** Environment names, known despite other problems; undefined if the text is not valid JSON with environments. */
  readonly environmentNames: readonly string[] | undefined;
  /** The valid parts of `problems` and `overrides`, despite other problems. */
  readonly severities: Severities;
  readonly overrides: readonly Override[];
  /** The SDKs that the applications use, together with the official rules; undefined if the SDKs are unknown. */
  readonly sdks: Evaluators | undefined;
  /** The pattern for paths of files, despite other problems; undefined if it is invalid. */
  readonly files: string | undefined;
  /** The valid parts of `rules`, despite other problems. */
  readonly policies: Policies;
  /** Finds a rule in the config, for the named environment or for all environments. */
  readonly ruleAt: (rule: PolicyRule, environment?: string) => RuleInConfig | undefined;
}

export interface Policies {
  /** The policy for files that belong to no environment. */
  readonly everywhere: Policy;
  /** Policies by the environment's name. */
  readonly of: ReadonlyMap<string, Policy>;
}

/** Severities for some files. */
export interface Override {
  /** A file name, or a path below the config if it contains a slash; `*` matches any text. */
  readonly files: string;
  readonly severities: Severities;
}

export function parseConfig(text: string): ParsedConfig {
  if (text.length > MAX_BESIDE_BYTES) return unreadableConfig(tooLarge(MAX_BESIDE_BYTES));
  const document = parse(text);
  const root = asObject(document.root?.value) ?? {};
  const severities = readSeverities(root['problems'], configurableCodes);
  const overrides = readOverrides(root['overrides']);
  const policies = readPolicies(root);
  const ruleAt: ParsedConfig['ruleAt'] = (rule, environment) => ruleWritten(document, rule, environment);
  const listed = asObject(root['environments']);
  const isJson = isWellFormed(document);
  const environmentNames = listed && isJson ? Object.keys(listed).map((name) => name.normalize()) : undefined;
  const files = isJson ? readFiles(root['files']) : undefined;
  const readable = { environmentNames, severities, overrides, sdks: readSdks(root['sdks']), files, policies, ruleAt };
  const first = schemaProblems('config', document).find(({ code }) => !harmlessCodes.includes(code));
  if (first !== undefined) {
    const problem = { line: first.range.start.line + 1, message: first.message };
    return { config: undefined, problem, ...readable };
  }
  const environments = withSharedProtection(
    environmentsIn(root).map(([name, value]) => readEnvironment(root, name, asObject(value) ?? {})),
  );
  const config: Config = {
    environments,
    files: files ?? '',
    toggles: string(root['toggles']),
    code: readCodeConfig(root),
  };
  return { config, problem: undefined, ...readable };
}

/** Problems that must not block a push. */
const harmlessCodes: readonly ProblemCode[] = ['look-alike-names', 'repeated-rule'];

/** Replaces an unreadable config, so that no config further up applies instead. */
export function unreadableConfig(reason: Unreadable): ParsedConfig {
  return { ...parseConfig(''), problem: { line: 1, message: notReadable(reason) } };
}

function readFiles(value: unknown = '{toggle}.targeting.json'): string | undefined {
  return typeof value === 'string' && value.length <= files.maxLength && isPattern.test(value) ? value : undefined;
}

function readSdks(value: unknown): Evaluators | undefined {
  const named = asArray(value);
  return named && evaluatorsWho((place) => place === 0 || named.includes(evaluators[place]));
}

function readPolicies(root: Readonly<Record<string, unknown>>): Policies {
  const everywhere = policyOf(root['rules']);
  const of = environmentsIn(root).map(([name, value]) => {
    const own = asObject(value)?.['rules'];
    return [name.normalize(), own === undefined ? everywhere : { ...everywhere, ...policyOf(own) }] as const;
  });
  return { everywhere, of: new Map(of) };
}

function readEnvironment(
  root: Readonly<Record<string, unknown>>,
  name: string,
  own: Readonly<Record<string, unknown>>,
): Environment {
  return {
    name: name.normalize(),
    key: string(own['key']) ?? name.normalize(),
    baseUrl: string(own['baseUrl']) ?? string(root['baseUrl']),
    project: string(own['project']) ?? string(root['project']),
    protected: own['protected'] === true,
    requiresTests: asArray(own['requires'])?.includes('tests') === true,
    api: own['api'] === 'featureprobe' ? 'featureprobe' : undefined,
  };
}

/** If a config has `toggles`, code is searched even without `code`. */
function readCodeConfig(root: Readonly<Record<string, unknown>>): CodeConfig | undefined {
  const code = asObject(root['code']);
  if (code === undefined && root['toggles'] === undefined) return undefined;
  const { include, calls, complete } = code ?? {};
  return {
    include: asArray(include)?.filter((path) => typeof path === 'string'),
    wrappers: (asArray(calls) ?? []).flatMap((call) => (typeof call === 'string' ? (parseWrapper(call) ?? []) : [])),
    isComplete: complete === true,
  };
}

/** Protects all environments for the same place if one of these environments is protected. */
function withSharedProtection(environments: readonly Environment[]): readonly Environment[] {
  const places = new Set(environments.filter((each) => each.protected).map(placeKeyOf));
  return environments.map((each) => (places.has(placeKeyOf(each)) ? { ...each, protected: true } : each));
}

/** An opaque key of a place, for comparison only. */
function placeKeyOf({ baseUrl = '', project = '', key }: Pick<Environment, 'baseUrl' | 'project' | 'key'>): string {
  return JSON.stringify(placeOf({ baseUrl, project, environmentKey: key }));
}

function readOverrides(value: unknown): readonly Override[] {
  return (asArray(value)?.slice(0, MAX_OVERRIDES) ?? []).flatMap((item) => {
    const { files, problems } = asObject(item) ?? {};
    return typeof files === 'string' && files.length <= MAX_FILES_LENGTH
      ? [{ files, severities: readSeverities(problems, configurableCodes) }]
      : [];
  });
}

/** The schema's limits for `files` and overrides. */
const { files } = configSchema.properties;
const isPattern = new RegExp(files.pattern, 'u');
const { maxItems: MAX_OVERRIDES, items: override } = configSchema.properties.overrides;
const MAX_FILES_LENGTH = override.properties.files.maxLength;

/** Ignores unknown codes and severities. */
export function readSeverities(value: unknown, codes: readonly ProblemCode[]): Severities {
  const isCode = (code: string): code is ProblemCode => codes.some((known) => known === code);
  const isSeverity = (severity: unknown): severity is Severity => severities.some((known) => known === severity);
  const entries = Object.entries(asObject(value) ?? {}).filter(
    ([code, severity]) => isCode(code) && isSeverity(severity),
  );
  return Object.fromEntries(entries);
}

function string(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
