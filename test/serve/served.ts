/** Random and recorded toggles as served files, with the expected value for each SDK and user. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import type { Evaluator } from '../../server/src/core/evaluation/sdks/sdks.js';
import { evaluators } from '../../server/src/core/evaluation/sdks/sdks.js';
import { User } from '../../server/src/core/evaluation/user.js';
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';
import { parse } from '../../server/src/core/json/document.js';
import { inferredType } from '../../server/src/workspace/local/inferredTypes.js';
import { LocalEnvironment } from '../../server/src/workspace/local/localEnvironment.js';
import type { Case } from '../evaluation/cases.js';
import { anyCase } from '../evaluation/cases.js';
import type { Question, Sdk } from './applications.js';

type Asked = Question['users'][number];

/** `rule` and `variation` as SDKs report them, if a variation is served. */
export interface Given {
  /** JSON; undefined if unknown. */
  readonly answer: string | undefined;
  readonly isRecorded: boolean;
  readonly rule: number | undefined;
  readonly variation: number | undefined;
}

export interface ServedToggle {
  readonly key: string;
  readonly returnType: ReturnType;
  readonly given: (sdk: Sdk, user: Asked) => Given;
}

export interface Served {
  readonly local: LocalEnvironment;
  readonly toggles: readonly ServedToggle[];
  readonly users: readonly Asked[];
}

type Toggles = Case['toggles'];

interface Contents {
  readonly toggles: Toggles;
  readonly segments: Case['segments'];
}

/** @param isInferred leaves out the types of toggles */
function localOf({ toggles, segments }: Contents, isInferred = false): LocalEnvironment {
  const returnType = (key: string) => (isInferred ? undefined : toggles[key]?.returnType);
  const local = new LocalEnvironment({ returnType, segments: new Map(Object.entries(segments)) }, Date.now);
  for (const [toggle, { targeting }] of Object.entries(toggles))
    local.take({ toggle, uri: `file:///${toggle}.targeting.json` }, parse(JSON.stringify(targeting)));
  return local;
}

/** @returns undefined if SDKs do not receive the toggle */
function toggleOf(key: string, { toggles, segments }: Contents): ServedToggle | undefined {
  const asked = toggles[key];
  if (asked === undefined) return undefined;
  const others = new Map(Object.entries(toggles).map(([other, each]) => [other, { key: other, ...each }]));
  const sources = { toggles: others, segments: new Map(Object.entries(segments)) };
  const { obstacle, toggle, environment } = receivedToggle({ key, ...asked }, sources);
  if (obstacle !== undefined) return undefined;
  const { returnType } = asked;
  const given = (sdk: Sdk, user: Asked): Given => {
    const results = evaluate(toggle, userOf(user), environment);
    const { outcome, rule } = results[evaluators.indexOf(evaluatorOf(sdk))] ?? { outcome: 'depends', rule: undefined };
    const answer = typeof outcome === 'number' ? toggle.variations[outcome]?.text : outcome;
    return {
      answer: answer === 'depends' ? undefined : inClient(sdk, returnType, answer),
      isRecorded: false,
      rule,
      variation: typeof outcome === 'number' ? outcome : undefined,
    };
  };
  return { key, returnType, given };
}

function evaluatorOf(sdk: Sdk): Evaluator {
  return sdk === 'client' ? 'rust' : sdk;
}

/** If there is no value, the service sends null to client SDKs, which JavaScript takes for an object. */
function inClient(sdk: Sdk, returnType: ReturnType, answer: string | undefined): string | undefined {
  return sdk === 'client' && returnType === 'json' && answer === 'code-default' ? 'null' : answer;
}

function userOf({ key, attributes }: Asked): User {
  return new User(key, new Map(Object.entries(attributes)), Math.floor(Date.now() / 1_000));
}

interface Example extends Case {
  readonly results?: Readonly<Record<string, { readonly outcome: number | string; readonly value?: unknown }>>;
}

/** Values observed with service and SDKs: one environment each, as they share keys. */
export function recorded(): readonly Served[] {
  const lines = readFileSync(new URL('../evaluation/examples.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.flatMap((line) => {
    const { toggle: key, returnType, targeting, toggles, segments, user, results } = JSON.parse(line) as Example;
    const contents = { toggles: { ...toggles, [key]: { returnType, targeting } }, segments };
    if (results === undefined) return [];
    const local = localOf(contents);
    const isServed = Array.from(local.toggles).some(({ toggle, served }) => toggle === key && served !== undefined);
    const given = (sdk: Sdk): Given => {
      const { outcome, value } = results[evaluatorOf(sdk)] ?? {};
      const answer = typeof outcome === 'number' ? JSON.stringify(value ?? null) : outcome;
      return {
        answer: isServed ? inClient(sdk, returnType, answer) : answer,
        isRecorded: true,
        rule: undefined,
        variation: undefined,
      };
    };
    return [{ local, toggles: [{ key, returnType, given }], users: [user] }];
  });
}

export interface Size {
  readonly seed: number;
  readonly cases: number;
  readonly users: number;
}

export function madeUp({ seed, cases, users }: Size, isInferred = false): Served {
  const made = fc.sample(anyCase, { seed, numRuns: cases }).map(apart);
  const told = {
    toggles: Object.assign({}, ...made.map((each) => ({ ...each.toggles, [each.toggle]: each }))) as Toggles,
    segments: Object.assign({}, ...made.map(({ segments }) => segments)) as Case['segments'],
  };
  const contents = isInferred ? { ...told, toggles: inferred(told.toggles) } : told;
  return {
    local: localOf(contents, isInferred),
    toggles: made.flatMap(({ toggle }) => toggleOf(toggle, contents) ?? []),
    users: made.slice(0, users).map(({ user }) => user),
  };
}

function inferred(toggles: Toggles): Toggles {
  return Object.fromEntries(
    Object.entries(toggles).map(([key, { targeting }]) => [key, { targeting, returnType: inferredType(targeting) }]),
  );
}

interface Targeting {
  readonly content: {
    readonly rules: readonly Rule[];
    readonly prerequisites: readonly { readonly key: string }[];
  };
}

interface Rule {
  readonly conditions: readonly { readonly type: string; readonly objects: readonly string[] }[];
}

function apart(made: Case, index: number): Case {
  const own = (key: string) => `${key}-${index}`;
  const conditionsOf = ({ conditions, ...rule }: Rule) => ({
    ...rule,
    conditions: conditions.map((each) =>
      each.type === 'segment' ? { ...each, objects: each.objects.map(own) } : each,
    ),
  });
  const renamed = ({ content, ...targeting }: Targeting) => ({
    ...targeting,
    content: {
      ...content,
      rules: content.rules.map(conditionsOf),
      prerequisites: content.prerequisites.map((each) => ({ ...each, key: own(each.key) })),
    },
  });
  return {
    ...made,
    toggle: own(made.toggle),
    targeting: renamed(made.targeting as Targeting),
    toggles: Object.fromEntries(
      Object.entries(made.toggles).map(([key, { returnType, targeting }]) => [
        own(key),
        { returnType, targeting: renamed(targeting as Targeting) },
      ]),
    ),
    segments: Object.fromEntries(Object.entries(made.segments).map(([key, segment]) => [own(key), segment])),
    user: { ...made.user, key: own(made.user.key) },
  };
}
