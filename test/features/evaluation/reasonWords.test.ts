/** Tests the words for why a condition does not hold, and for what SDKs return instead. */
import { describe, expect, it } from 'vitest';
import { receivedToggle } from '../../../server/src/core/evaluation/environment.js';
import { explain } from '../../../server/src/core/evaluation/explain.js';
import { node } from '../../../server/src/core/evaluation/sdks/sdks.js';
import { User } from '../../../server/src/core/evaluation/user.js';
import {
  obstacleInWords,
  requiredServes,
  sdksInWords,
  whyNot,
} from '../../../server/src/core/results/reasons/reasonWords.js';
import { contentOf } from '../../support/targeting.js';

interface Written {
  readonly type: string;
  readonly predicate: string;
  readonly objects: readonly string[];
}

function partOf(condition: Written, attributes: Readonly<Record<string, string>>, segments?: readonly string[]) {
  const content = contentOf({ rules: [{ serve: { select: 1 }, conditions: [{ subject: 'it', ...condition }] }] });
  const source = { key: 't', returnType: undefined, targeting: { content } };
  const { toggle, environment } = receivedToggle(source, { toggles: undefined, segments: undefined });
  const user = new User('ada', new Map(Object.entries(attributes)), 1_700_000_000, segments && new Set(segments));
  const [part] = explain(toggle, user, environment).rules[0]?.conditions[0]?.parts ?? [];
  if (part === undefined) throw new Error('There is no condition.');
  return part;
}

const why = (...asked: Parameters<typeof partOf>) => whyNot(partOf(...asked));

const written = (type: string, predicate: string, ...objects: string[]): Written => ({ type, predicate, objects });

describe('the reason why a condition does not hold', () => {
  for (const [condition, attribute, words] of [
    [written('string', 'is one of', 'Paris'), undefined, 'lacks "it"'],
    [written('string', 'is not any of', 'Paris'), undefined, 'lacks "it"'],
    [written('string', 'is one of', 'Paris'), 'Lyon', '"Lyon" does not equal "Paris"'],
    [written('string', 'is one of', 'Paris', 'Nice'), 'Lyon', '"Lyon" equals none of "Paris", "Nice"'],
    [written('string', 'is one of'), 'Lyon', 'there is nothing to compare with'],
    [written('string', 'is not any of', 'Lyon', 'Nice'), 'Lyon', '"Lyon" equals "Lyon" or "Nice"'],
    [written('string', 'starts with', 'P'), 'Lyon', '"Lyon" does not start with "P"'],
    [written('string', 'does not contain', 'y', 'z'), 'Lyon', '"Lyon" contains "y" or "z"'],
    [written('string', 'matches regex', '^P'), 'Lyon', '"Lyon" contains no match of "^P"'],
    [written('string', 'does not match regex', '^L', 'n'), 'Lyon', '"Lyon" contains a match of "^L" or "n"'],
    [written('string', 'matches regex', '('), 'Lyon', '"(" is not a regular expression'],
    [written('string', 'matches regex', 'a', '(?=b)'), 'Lyon', 'SDKs read "(?=b)" differently'],
    [written('string', '>', '5'), 'Lyon', 'the type "string" has no predicate ">"'],
    [written('number', '>', '5'), '5', '5 is at most 5'],
    [written('number', '>=', '18', '21'), '17', '17 is less than 18'],
    [written('number', '<', '5'), '5', '5 is at least 5'],
    [written('number', '<=', '5', '7'), '8', '8 is greater than 7'],
    [written('number', '=', '5'), '8', '8 does not equal 5'],
    [written('number', '!=', '5', '8'), '8', '8 equals 5 or 8'],
    [written('number', '>', '5'), 'five \u202e', '"five \\u202e" is not a number'],
    [written('number', '>', '5'), 'nan', '"nan" is not a number'],
    [written('semver', '>=', '2.4.0'), '2.3.9', '2.3.9 is less than 2.4.0'],
    [written('semver', '!=', '2.4.0'), '2.4.0', '2.4.0 equals 2.4.0'],
    [written('semver', '>=', '2.4.0'), '2.3', '"2.3" is not a version such as 2.4.0'],
    [written('datetime', 'after', '2026-12-01T00:00:00Z'), undefined, 'now is before 2026-12-01T00:00:00Z'],
    [
      written('datetime', 'before', '1970-01-01T00:00:00Z'),
      '1',
      '1970-01-01T00:00:01Z is at or after 1970-01-01T00:00:00Z',
    ],
    [written('datetime', 'after', '2026-12-01T00:00:00Z'), 'May', '"May" is not a time in Unix seconds'],
    [written('segment', 'is in', 'beta'), '', 'it is unknown whether the user is in segment "beta"'],
    [written('gone', 'is in', 'beta'), '', 'cannot be read'],
  ] as const)
    it(`${condition.type} ${condition.predicate} ${condition.objects.join()}: ${words}`, () =>
      expect(why(condition, attribute === undefined ? {} : { it: attribute })).toBe(words));

  it('names the segments that contain or do not contain the user', () => {
    expect(why(written('segment', 'is in', 'beta'), {}, [])).toBe('the user is not in segment "beta"');
    const several = written('segment', 'is in', 'beta', 'staff');
    expect(why(several, {}, [])).toBe('the user is in none of the segments "beta", "staff"');
    expect(why(written('segment', 'is not in', 'beta'), {}, ['beta'])).toBe('the user is in segment "beta"');
    expect(why(several, {})).toBe('it is unknown whether the user is in one of the segments "beta", "staff"');
  });

  it('names the SDK if only that SDK decides differently', () => {
    const blank = partOf(written('string', 'is not any of', 'Paris'), { it: '' });
    expect(whyNot(blank, node)).toBe('not with the SDK for Node.js');
    const flagged = partOf(written('string', 'matches regex', '(?i)paris'), { it: 'Paris' });
    expect(whyNot(flagged, node)).toBe('"(?i)paris" is not a regular expression to Node.js');
  });

  it('exists for every known predicate', async () => {
    const { predicates } = await import('../../../server/src/core/targeting/values/predicates.js');
    const unsaid = Object.entries(predicates).flatMap(([type, names]) =>
      names
        .filter((name) => name !== 'between')
        .map((name) => why(written(type, name, '2030-01-01T00:00:00Z'), { it: '1.0.0' }, []))
        .filter((words) => words === ''),
    );
    expect(unsaid).toEqual([]);
  });
});

it('lists the SDKs of each outcome once', () => {
  const outcomes = [1, 1, 0, 'code-default', 'depends', 0] as const;
  const results = outcomes.map((outcome) => ({ outcome, rule: undefined }));
  expect(sdksInWords(results, (index) => `${index} (off)`)).toEqual([
    'Node.js, Python: 0 (off)',
    'Java: the default in the code',
    'Go: it depends',
  ]);
});

describe('the words for an obstacle', () => {
  it('name the value of a prerequisite', () => {
    expect(requiredServes({ serves: { value: 'false' } })).toBe('serves false');
    expect(requiredServes({ serves: 'unknown' })).toBe('is unknown: it has no file here');
  });

  it('describe what users of the toggle, or of the whole environment, get', () => {
    expect(obstacleInWords({ status: 'vanishes', path: [] })).toContain('everyone gets the default in the code');
    expect(obstacleInWords({ status: 'freezes', path: [] })).toContain('no toggle in the environment updates');
  });
});
