/** Runs the cases of a `*.targeting.test.json` on the targeting that they are for. */
import { t } from '@vscode/l10n';
import type { Range } from 'vscode-languageserver-types';
import type { Result } from '../../evaluation/evaluate.js';
import type { Expectation, TestCase } from '../../evaluation/cases.js';
import { countOfRuns, mostRuns, runsOf } from '../../evaluation/cases.js';
import { evaluators } from '../../evaluation/sdks.js';
import type { Profile, Users } from '../../evaluation/users.js';
import { userNamed } from '../../evaluation/users.js';
import type { JsonDocument } from '../../json/document.js';
import { parse } from '../../json/document.js';
import { Sameness } from '../../json/sameness.js';
import { targetingOf } from '../../targeting/model.js';
import { quoted } from './attributeWords.js';
import type { Evaluated, Person } from './evaluated.js';
import { namesOf } from '../../checks/sdkWords.js';
import { OutcomeWords } from './words.js';

export interface TestResult {
  /** Of the case; with a matrix, with the attributes of the run. */
  readonly name: string;
  /** Where the case stands: its name or first line. */
  readonly range: Range;
  /** None where it passed. */
  readonly failures: readonly TestFailure[];
}

export interface TestFailure {
  readonly message: string;
  /** The expectation that does not hold. */
  readonly range: Range;
}

export function runTests(cases: readonly TestCase[], evaluated: Evaluated, users: Users): readonly TestResult[] {
  return cases.flatMap((testCase): readonly TestResult[] => {
    const { name, places } = testCase;
    const title = name ?? t('case {0}', testCase.index + 1);
    const broken = (message: string, range = places.title): TestResult[] => [
      { name: title, range: places.title, failures: [{ message, range }] },
    ];
    if (countOfRuns(testCase) > mostRuns) return broken(t('The matrix makes more than {0} runs.', mostRuns));
    const profile = typeof testCase.user === 'string' ? userNamed(users, testCase.user) : testCase.user;
    if (profile === undefined) return broken(t('There is no such user.'), places.user);
    return runsOf(testCase).map((attributes) => ({
      name: [title, ...Array.from(attributes, ([key, value]) => `${key}=${value}`)].join(' · '),
      range: places.title,
      failures: failuresOf(testCase, evaluated, personOf(testCase, profile, attributes)),
    }));
  });
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
  const { results, unmet } = evaluated.decided(person);
  const { isEnabled } = evaluated.arrival.toggle;
  const words = new OutcomeWords(evaluated.json);
  const [official] = results;
  if (official === undefined) return [];
  const gets = official.outcome === 'depends' ? t('an answer that depends') : words.outcome(official.outcome);
  const failures: TestFailure[] = [];
  const check = (key: keyof Expectation, holds: boolean, message: string) => {
    if (!holds) failures.push({ message, range: places.expect.get(key) ?? places.title });
  };
  const { variation, value, rule, serve, codeDefault } = expect;
  const isVariation =
    variation === undefined || isOneOf(variation, official.outcome, namesOfVariations(evaluated.json));
  check('variation', isVariation, t('Expected {0}, got {1}.', shown(variation), gets));
  const isValue = value === undefined || isValueOf(evaluated.json, official, value);
  check('value', isValue, t('Expected the value {0}, got {1}.', shown(value), gets));
  const decider = official.rule === undefined ? t('no rule') : words.rule(official.rule);
  const isRule = rule === undefined || isOneOf(rule, official.rule, namesOfRules(evaluated.json));
  check('rule', isRule, t('Expected rule {0}, but {1} decides.', shown(rule), decider));
  const served = isEnabled && unmet === undefined ? 'defaultServe' : 'disabledServe';
  const isServe = serve === undefined || (official.rule === undefined && serve === served);
  check(
    'serve',
    isServe,
    t('Expected {0}, but {1} decides.', serve ?? '', official.rule === undefined ? served : decider),
  );
  check(
    'codeDefault',
    !codeDefault || official.outcome === 'code-default',
    t('Expected the code default, got {0}.', gets),
  );
  for (const sdk of sdks) {
    const place = evaluators.indexOf(sdk);
    const outcome = results[place]?.outcome ?? 'depends';
    if (outcome === official.outcome) continue;
    const message = t('{0} gives {1} instead of {2}.', namesOf(1 << place), words.outcome(outcome), gets);
    failures.push({ message, range: places.title });
  }
  return failures;
}

function isOneOf(
  expected: string | number,
  actual: Result['outcome'] | undefined,
  names: readonly (string | undefined)[],
): boolean {
  if (typeof actual !== 'number') return false;
  return typeof expected === 'number' ? actual === expected : names[actual] === expected;
}

function namesOfVariations(json: JsonDocument): readonly (string | undefined)[] {
  return targetingOf(json).variations?.map(({ name }) => name) ?? [];
}

function namesOfRules(json: JsonDocument): readonly (string | undefined)[] {
  return targetingOf(json).rules.map(({ name }) => name);
}

/** A string is the text of the value; anything else is the JSON that it says. */
function isValueOf(json: JsonDocument, { outcome }: Result, expected: unknown): boolean {
  const text = typeof outcome === 'number' ? targetingOf(json).variations?.[outcome]?.value : undefined;
  if (typeof expected === 'string' || text === undefined) return text === expected;
  const [root, other] = [parse(text).root, parse(shown(expected)).root];
  if (root === undefined || other === undefined) return false;
  const sameness = new Sameness();
  for (const each of [root, other]) sameness.learn(each, () => false);
  return sameness.are(root, other);
}

function shown(expected: unknown): string {
  try {
    return typeof expected === 'string' ? quoted(expected) : JSON.stringify(expected);
  } catch {
    // It is deeper than any stack.
    return '…';
  }
}
