/** Checks toggles called constant with random users at random times: by our evaluator for each SDK, and by the SDK for Node. */
import { Budget } from '../../server/src/core/budget.js';
import { FPUser } from 'featureprobe-server-sdk-node';
import { Repository } from 'featureprobe-server-sdk-node/dist/Evaluate.js';
import { vi } from 'vitest';
import type { Constant } from '../../server/src/core/analysis/dead/constant.js';
import { constantOutcome } from '../../server/src/core/analysis/dead/constant.js';
import type { ReceivedToggle } from '../../server/src/core/evaluation/environment.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import type { Toggle } from '../../server/src/core/evaluation/toggles.js';
import { User } from '../../server/src/core/evaluation/user.js';
import type { Asked } from '../evaluation/otherSdks.js';
import type { SdkData } from '../evaluation/sdkData.js';
import { jsonOf, sdkDataOf } from '../evaluation/sdkData.js';
import type { MadeUser } from './constants.js';
import { madeArrival, madeOf, usersAround } from './constants.js';
import { Random } from './contents.js';

export class ConstantTally {
  contents = 0;
  /** No tried user gets anything else, and the value is not null. */
  constant = 0;
  proved = 0;
  withRules = 0;
  withPrerequisites = 0;
  readonly asked: Asked[] = [];
}

const USERS = 100;

/** @returns false claims */
export function falseConstants(seed: number, tally: ConstantTally): readonly string[] {
  const made = madeOf(seed);
  const arrival = madeArrival(made);
  const users = usersAround(arrival, new Random(seed), USERS);
  const constant = constantOutcome(arrival, new Budget(Infinity));
  tally.contents += 1;
  if (arrival.obstacle !== undefined) return constant === undefined ? [] : ['it does not arrive'];
  if (getTheSame(arrival, users)) tally.constant += 1;
  if (constant === undefined) return [];
  tally.proved += 1;
  const { isEnabled, rules, prerequisites } = arrival.toggle;
  if (isEnabled && rules.length > 0) tally.withRules += 1;
  if (isEnabled && prerequisites.length > 0) tally.withPrerequisites += 1;
  const data = sdkDataOf(arrival, Object.keys(made.segments));
  tally.asked.push(askedOf(data, arrival.toggle, users, constant));
  return [...wrongByEvaluator(arrival, users, constant), ...wrongByNode(data, made.key, users, constant)];
}

function askedOf(data: SdkData, { key, returnType }: Toggle, users: readonly MadeUser[], { value }: Constant): Asked {
  const wanted = sorted(value.text);
  return {
    data,
    key,
    asks: returnType ?? 'string',
    users: users.slice(0, 10),
    isRight: (answer) => answer !== 'code-default' && answer !== 'throws' && sorted(answer) === wanted,
  };
}

function wrongByEvaluator(arrival: ReceivedToggle, users: readonly MadeUser[], { value }: Constant): readonly string[] {
  const text = JSON.stringify(value);
  return users.flatMap((user) =>
    textsFor(user, arrival).flatMap((given) => (given === text ? [] : [`${given} for ${text}`])),
  );
}

function getTheSame(arrival: ReceivedToggle, users: readonly MadeUser[]): boolean {
  let first: string | undefined;
  return users.every((user) =>
    textsFor(user, arrival).every((text) => /^\{(?!"type":"null")/.test(text) && text === (first ??= text)),
  );
}

function textsFor({ key, attributes, now }: MadeUser, { toggle, environment }: ReceivedToggle): readonly string[] {
  const user = new User(key, new Map(Object.entries(attributes)), now);
  const outcomes = new Set(evaluate(toggle, user, environment).map(({ outcome }) => outcome));
  outcomes.delete('depends');
  return Array.from(outcomes, (outcome) =>
    typeof outcome === 'number' ? JSON.stringify(toggle.variations[outcome]) : outcome,
  );
}

function wrongByNode(data: SdkData, key: string, users: readonly MadeUser[], { value }: Constant): readonly string[] {
  const repository = new Repository(JSON.parse(jsonOf(data)));
  const toggle = repository.getToggle(key);
  const wanted = sorted(value.text);
  return users.flatMap((user) => {
    vi.setSystemTime(user.now * 1_000);
    const { toggles, segments } = repository;
    const given = toggle?.eval(new FPUser(user.key).extendAttrs({ ...user.attributes }), toggles, segments, 'default');
    const text = JSON.stringify(given?.value);
    return sorted(text) === wanted ? [] : [`Node gives ${text} for ${wanted}`];
  });
}

function sorted(json: string): string {
  return JSON.stringify(JSON.parse(json), (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
