/** Tests that disagreements of SDKs are reported only about the SDKs that the applications use. */
import { expect, it } from 'vitest';
import { targetingProblems } from '../../server/src/core/check-engine/problems.js';
import { parse } from '../../server/src/core/json/document.js';
import { parseConfig } from '../../server/src/workspace/config/config.js';

const text = JSON.stringify({
  content: {
    prerequisites: [{ key: 'a', type: 'json', value: '{"a":1}' }],
    variations: [{ value: '2147483648' }, { value: '1' }],
    rules: [
      {
        conditions: [
          { type: 'number', subject: 'age', predicate: '=', objects: [' 5'] },
          { type: 'string', subject: 'city', predicate: 'matches regex', objects: ['^(?=a)b', 'a++'] },
        ],
        serve: { select: 0 },
      },
    ],
  },
});

function named(...sdks: readonly string[]): readonly string[] {
  const parsed = parseConfig(JSON.stringify({ sdks }));
  const problems = targetingProblems(parse(text), { sdks: parsed.sdks });
  return problems.filter(({ code }) => code === 'sdks-disagree').map(({ message }) => message.replace(/^.*?: /, ''));
}

it('disagreements concern only the SDKs that the config names', () => {
  const unclear = 'some read it differently, or not at all.';
  const java = 'as a number, it does not reach applications with the SDK for Java, which get their own default.';
  expect(named()).toEqual([]);
  expect(named('java')).toEqual([java, 'ignored by the rules; read as 5 by Java.', unclear]);
  expect(named('go')).toEqual(['ignored by Go.', unclear]);
  expect(named('python', 'node')[0]).toContain('does not meet it for Node.js.');
  expect(named('python', 'node')[1]).toBe('ignored by the rules; read as 5 by Node.js, Python.');
});
