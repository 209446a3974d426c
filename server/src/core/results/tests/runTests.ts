/** Runs the cases of a `*.targeting.test.json` file against its targeting file. */
import { t } from '../../t.js';
import type { Range } from 'vscode-languageserver-types';
import type { TestCase } from '../../evaluation/cases.js';
import { countOfAllRuns, countOfRuns, MAX_RUNS, MAX_RUNS_TOGETHER, runsOf } from '../../evaluation/cases.js';
import { evaluators } from '../../evaluation/sdks/sdks.js';
import type { Profile, Users } from '../../evaluation/users.js';
import { userNamed } from '../../evaluation/users.js';
import { rangeIn } from '../../json/queries.js';
import { namesOf } from '../../checks/conditions/sdkWords.js';
import type { TestFailure } from '../../protocol.js';
import type { Evaluated, Person } from '../evaluated.js';
import type { Mismatch } from './expectations.js';
import { Answer, comparisons, missingSegments } from './expectations.js';

export interface TestResult {
  readonly index: number;
  /** The name of the case, followed by the attributes of the run if the case has a matrix. */
  readonly name: string;
  /** The user of the run; undefined if the case itself is invalid. */
  readonly person: Person | undefined;
  /** The range of the case's name or, if the case has no name, of its first line. */
  readonly range: Range;
  readonly failures: readonly TestFailure[];
}

export function runTests(cases: readonly TestCase[], evaluated: Evaluated, users: Users): readonly TestResult[] {
  const areTooMany = countOfAllRuns(cases) > MAX_RUNS_TOGETHER;
  return cases.flatMap((testCase): readonly TestResult[] => {
    const { places } = testCase;
    const title = titleOf(testCase);
    const shared = { index: testCase.index, range: places.title };
    const broken = (message: string, range = places.title): TestResult[] => [
      { ...shared, name: title, person: undefined, failures: [{ message, range }] },
    ];
    // Because of the obstacle, the toggle does not reach SDKs, so no user gets a value from its rules.
    if (evaluated.arrival.obstacle !== undefined) return broken(evaluated.notice?.words ?? '');
    if (countOfRuns(testCase) > MAX_RUNS) return broken(t('The matrix has more than {0} runs.', MAX_RUNS));
    if (areTooMany) return broken(t('Together, the cases have more than {0} runs.', MAX_RUNS_TOGETHER));
    const profile = typeof testCase.user === 'string' ? userNamed(users, testCase.user) : testCase.user;
    if (profile === undefined) return broken(t('There is no such user.'), places.user);
    return runsOf(testCase).map((attributes) => {
      const person = personOf(testCase, profile, attributes);
      return {
        ...shared,
        name: [title, ...Array.from(attributes, ([key, value]) => `${key}=${value}`)].join(' · '),
        person,
        failures: failuresOf(testCase, evaluated, person),
      };
    });
  });
}

export function titleOf({ name, index }: TestCase): string {
  return name ?? t('case {0}', index + 1);
}

function personOf({ now, bucket }: TestCase, profile: Profile, attributes: ReadonlyMap<string, string>): Person {
  return {
    name: '',
    key: profile.key,
    attributes: new Map([...profile.attributes, ...attributes]),
    segments: profile.segments,
    now,
    bucket,
  };
}

function failuresOf({ expect, sdks, places }: TestCase, evaluated: Evaluated, person: Person): readonly TestFailure[] {
  const answer = new Answer(evaluated, evaluated.decided(person));
  const { official } = answer;
  const failures: TestFailure[] = [];
  const fail = ({ message, expected, actual }: Mismatch, range: Range) => {
    const { decider } = answer;
    const decided = decider && { words: decider.words, range: rangeIn(evaluated.json, decider.node) };
    failures.push({ message, range, difference: { expected, actual }, ...(decided && { decider: decided }) });
  };
  const advice = missingSegments(evaluated, person, answer.decided);
  for (const [key, compare] of Object.entries(comparisons)) {
    const mismatch = compare(expect, answer);
    if (mismatch !== undefined)
      fail(advice === undefined ? mismatch : { ...mismatch, message: advice }, places.expect.get(key) ?? places.title);
  }
  if (Object.values(expect).every((each) => each === undefined || each === false))
    failures.push({ message: t('The case has no expectation.'), range: places.title });
  for (const sdk of sdks) {
    const place = evaluators.indexOf(sdk);
    const outcome = answer.decided.results[place]?.outcome ?? 'depends';
    if (outcome === official.outcome) continue;
    const [actual, expected] = [answer.words.outcome(outcome), answer.gets];
    const message = t('{0} gives {1} instead of {2}.', namesOf(1 << place), actual, expected);
    fail({ message, expected, actual }, places.title);
  }
  return failures;
}
