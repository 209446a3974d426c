/** Pushes random toggles to a real service, and compares our results with those of its server in Rust and of official SDKs. */
import * as fc from 'fast-check';
import { receivedToggle } from '../../../server/src/core/evaluation/environment.js';
import type { Outcome } from '../../../server/src/core/evaluation/evaluate.js';
import { evaluate } from '../../../server/src/core/evaluation/evaluate.js';
import type { Evaluator } from '../../../server/src/core/evaluation/sdks/sdks.js';
import { evaluators } from '../../../server/src/core/evaluation/sdks/sdks.js';
import type { Toggle } from '../../../server/src/core/evaluation/toggles.js';
import { User } from '../../../server/src/core/evaluation/user.js';
import type { ReturnType } from '../../../server/src/core/evaluation/values/values.js';
import { asArray, asObject } from '../../../server/src/core/json/plain.js';
import { isDatetime, isNumber, isSemver } from '../../../server/src/core/targeting/values/values.js';
import type { Case } from '../../evaluation/cases.js';
import { anyCase } from '../../evaluation/cases.js';
import { Project } from './access.js';
import type { Sdk } from './sdks.js';

/** The value for an application as JSON, for comparison; `throws` if the SDK gives up. */
export type Given = string;

export interface Difference {
  readonly evaluator: Evaluator;
  readonly toggle: string;
  readonly said: Given;
  readonly gave: Given;
  /** For inspection: the toggle's targeting and the user. */
  readonly what: string;
}

export interface Tally {
  /** By evaluator: how many results agree, differ or depend. */
  readonly counts: Map<Evaluator, { same: number; other: number; depends: number }>;
  readonly differences: Difference[];
  readonly refused: number;
}

interface Source {
  readonly key: string;
  readonly returnType: ReturnType;
  readonly targeting: unknown;
}

/** Users who ask for each toggle. */
const USERS = 50;
const ENVIRONMENT = 'made';

export async function evaluationsOf(seed: number, count: number, sdks: readonly Sdk[]): Promise<Tally> {
  const cases = fc.sample(anyCase, { seed, numRuns: Math.ceil(count / (4 * USERS)) });
  const users = fc.sample(anyCase, { seed: seed + 1, numRuns: USERS }).map(({ user }) => user);
  const project = await Project.made('evaluations');
  const keys = await project.makeEnvironment(ENVIRONMENT);
  const segments = new Map<string, unknown>();
  for (const [key, segment] of Object.entries(cases[0]?.segments ?? {})) {
    const rules = asArray(asObject(withAcceptedObjects(segment))?.['rules']) ?? [];
    await project.makeSegment(
      key,
      rules.map((rule, index) => ({ name: `r${index}`, ...asObject(rule) })),
    );
    segments.set(key, { rules });
  }
  await project.makeToggle('canary', 'string');
  const sources = new Map(cases.flatMap(sourcesOf).map((source) => [source.key, source]));
  const pushed = new Map<string, Source>();
  for (const source of sources.values()) {
    await project.makeToggle(source.key, source.returnType);
    const arrival = receivedToggle(source, { toggles: sources, segments });
    if (arrival.ownObstacle?.status === 'freezes') continue;
    const { status } = await project.patch(ENVIRONMENT, source.key, source.targeting);
    if (status === 200) pushed.set(source.key, source);
  }
  // The last push may arrive a moment after the canary that was pushed after it.
  await project.received(ENVIRONMENT, keys);
  const received = await project.received(ENVIRONMENT, keys);
  if (received === undefined) throw new Error('The environment is frozen, and we did not say so.');
  const tally: Tally = { counts: new Map(), differences: [], refused: sources.size - pushed.size };
  const asked = [...pushed.values()];
  const now = Math.floor(Date.now() / 1_000);
  const said = users.map((user) => {
    const own = new User(user.key, new Map(Object.entries(user.attributes)), now);
    return asked.map((source) => {
      const { toggle, environment, obstacle } = receivedToggle(source, { toggles: pushed, segments });
      const results = obstacle === undefined ? evaluate(toggle, own, environment) : undefined;
      return evaluators.map((_, place) => givenBy(toggle, results?.[place]?.outcome ?? 'code-default'));
    });
  });
  const compare = (evaluator: Evaluator, gave: (user: number, toggle: number) => Given) => {
    const place = evaluators.indexOf(evaluator);
    const counts = tally.counts.get(evaluator) ?? { same: 0, other: 0, depends: 0 };
    tally.counts.set(evaluator, counts);
    for (const [at, user] of users.entries())
      for (const [index, source] of asked.entries()) {
        const [ours = '', theirs] = [said[at]?.[index]?.[place], gave(at, index)];
        if (ours === 'depends') counts.depends += 1;
        else if (isAlike(ours, theirs)) counts.same += 1;
        else {
          counts.other += 1;
          const what = JSON.stringify({ user, targeting: source.targeting });
          tally.differences.push({ evaluator, toggle: source.key, said: ours, gave: theirs, what });
        }
      }
  };
  const byServer: Readonly<Record<string, unknown>>[] = [];
  for (const { key, attributes } of users) byServer.push(await project.evaluated(keys, { key, attrs: attributes }));
  compare('rust', (user, toggle) => ofServer(byServer[user]?.[asked[toggle]?.key ?? ''], asked[toggle]?.returnType));
  for (const sdk of sdks) {
    const toggles = asked.map(({ key, returnType }) => ({ key, returnType }));
    const answers = await sdk.answers({ data: received.text, toggles, users });
    compare(sdk.name, (user, toggle) => answers[user]?.[toggle] ?? 'no answer');
  }
  return tally;
}

/** Four toggles per case; their keys contain the case. */
function sourcesOf(made: Case, index: number): readonly Source[] {
  const named = (key: string) => `${key}_${index}`;
  const required = Object.entries(made.toggles).map(([key, each]) => ({ key: named(key), ...each }));
  return [...required, { key: named('asked'), returnType: made.returnType, targeting: made.targeting }].map(
    ({ key, returnType, targeting }) => ({
      key,
      returnType,
      targeting: withAcceptedObjects(targeting, (prerequisite) => ({
        ...prerequisite,
        key: named(String(prerequisite['key'])),
      })),
    }),
  );
}

const accepts: Readonly<Record<string, (object: string) => boolean>> = {
  number: isNumber,
  datetime: isDatetime,
  semver: isSemver,
};

function withAcceptedObjects(
  value: unknown,
  required = (prerequisite: Readonly<Record<string, unknown>>): unknown => prerequisite,
): unknown {
  const list = asArray(value);
  if (list !== undefined) return list.map((each) => withAcceptedObjects(each, required));
  const object = asObject(value);
  if (object === undefined) return value;
  const accepted = accepts[String(object['type'])];
  return Object.fromEntries(
    Object.entries(object).map(([key, each]) => {
      const objects = key === 'objects' || key === 'rightObjects' ? asArray(each) : undefined;
      if (objects !== undefined) return [key, objects.filter((one) => accepted === undefined || accepted(String(one)))];
      if (key === 'prerequisites') return [key, asArray(each)?.map((one) => required(asObject(one) ?? {}))];
      return [key, withAcceptedObjects(each, required)];
    }),
  );
}

function givenBy({ variations }: Toggle, outcome: Outcome): Given {
  return typeof outcome === 'number' ? (variations[outcome]?.text ?? 'code-default') : outcome;
}

/** Like client SDKs: without a variation, or with one of another type, the application gets its default. */
function ofServer(result: unknown, returnType: ReturnType | undefined): Given {
  const { value, variationIndex } = asObject(result) ?? {};
  const type = returnType === 'json' ? 'object' : returnType;
  return typeof variationIndex === 'number' && typeof value === type ? JSON.stringify(value) : 'code-default';
}

/** Numbers may have other spellings, and keys another order. */
function isAlike(said: Given, gave: Given): boolean {
  if (said === gave) return true;
  try {
    return canonical(JSON.parse(said)) === canonical(JSON.parse(gave));
  } catch {
    return false;
  }
}

function canonical(value: unknown): string {
  const list = asArray(value);
  if (list !== undefined) return `[${list.map(canonical).join()}]`;
  const object = asObject(value);
  if (object === undefined) return JSON.stringify(value);
  const keys = Object.keys(object).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`).join()}}`;
}
