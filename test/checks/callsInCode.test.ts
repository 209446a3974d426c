/** Tests which calls in code have problems: only certain mistakes are reported. */
import { describe, expect, it } from 'vitest';
import type { ToggleForCode } from '../../server/src/core/checks/beside/callsInCode.js';
import { callProblems } from '../../server/src/core/checks/beside/callsInCode.js';
import { parseWrapper } from '../../server/src/core/code/calls.js';
import { languageOf } from '../../server/src/core/code/lexer/languages.js';
import { readCode } from '../../server/src/core/code/readCode.js';

const toggles: Readonly<Record<string, ToggleForCode>> = {
  new_ui: { returnType: 'boolean', variations: [['false', 'true']] },
  plan: { returnType: undefined, variations: [['a', 'b'], ['b']] },
  half: { returnType: undefined, variations: [['a', 'b'], undefined] },
  limit: { returnType: 'number', variations: [] },
};
const wrapper = parseWrapper('toggle(_, key, default)');
const sdk = "import { FPClient } from 'featureprobe-client-sdk-js';\n";

function problemsIn(code: string, { areAll = true, name = 'app.ts', before = sdk } = {}) {
  const language = languageOf(name) ?? 'typescript';
  const text = before + code;
  const toggle = (key: string) => toggles[key];
  const { findings } = readCode(text, language, (key) => key in toggles, wrapper ? [wrapper] : []);
  const known = { toggle, keys: () => Object.keys(toggles), areAll };
  return callProblems(findings, language, known).map(
    ({ code: of, from, to, message }) => `${of} at ${text.slice(from, to)}: ${message}`,
  );
}

describe('a key that no toggle has', () => {
  it('is reported, with a suggestion if a toggle has a similar key', () => {
    expect(problemsIn('fp.boolValue("new_iu", false)')).toEqual([
      'unknown-key at "new_iu": There is no toggle "new_iu", so this call always returns its own default. Did you mean "new_ui"?',
    ]);
    expect(problemsIn('fp.boolValue("something", false)')).toEqual([
      'unknown-key at "something": There is no toggle "something", so this call always returns its own default.',
    ]);
  });

  it('is not reported if toggles may be missing, the key is empty, or no SDK is used', () => {
    expect(problemsIn('fp.boolValue("new_iu", false)', { areAll: false })).toEqual([]);
    expect(problemsIn('fp.boolValue("", false)')).toEqual([]);
    expect(problemsIn('fp.boolValue("new_iu", false)', { before: '' })).toEqual([]);
    expect(problemsIn('const a = "new_iu";')).toEqual([]);
  });
});

describe('a method', () => {
  it('is wrong if the toggle never returns that type', () => {
    expect(problemsIn('fp.numberValue("new_ui", 10)')).toEqual([
      'wrong-method at numberValue: numberValue always returns its own default: "new_ui" returns a boolean.',
    ]);
    expect(problemsIn('fp.numberValue("plan", 10)')).toEqual([
      'wrong-method at numberValue: numberValue always returns its own default: no variation of "plan" is a number.',
    ]);
    expect(problemsIn('fp.boolValue("limit", false)')).toHaveLength(1);
  });

  it('is not wrong if the type is unknown, the method accepts any type, or no SDK is used', () => {
    expect(problemsIn('fp.numberValue("half", 10)')).toEqual([]);
    expect(problemsIn('fp.stringValue("plan", "a")')).toEqual([]);
    expect(problemsIn('fp.jsonValue("new_ui", {})')).toEqual([]);
    expect(problemsIn('fp.numberValue("new_ui", 10)', { before: '' })).toEqual([]);
  });
});

describe('a default', () => {
  it('must have the type of the method', () => {
    expect(problemsIn('fp.boolValue("new_ui", "false")')).toEqual([
      'default-of-wrong-type at "false": The default "false" is a string, but boolValue returns a boolean.',
    ]);
    expect(problemsIn('fp.boolValue("new_ui", isOn)')).toEqual([]);
    expect(problemsIn('fp.jsonValue("x", 1)', { areAll: false })).toEqual([]);
  });

  it('must have the type of the toggle if the function accepts any type', () => {
    expect(problemsIn('toggle(user, "limit", "10")')).toEqual([
      'default-of-wrong-type at "10": The default "10" is a string, but "limit" returns a number.',
    ]);
    expect(problemsIn('toggle(user, "limit", 10)')).toEqual([]);
    expect(problemsIn('toggle(user, "plan", 10)')).toEqual([]);
  });

  it('may be 0 or 1 for a boolean of Objective-C', () => {
    const options = { name: 'app.m', before: '#import "FeatureProbe-Swift.h"\nFpClient *featureProbe;\n' };
    const call = (byDefault: string) => `[featureProbe boolValueWithKey:@"new_ui" defaultValue:${byDefault}];`;
    expect(problemsIn(call('0'), options)).toEqual([]);
    expect(problemsIn(call('7'), options)).toHaveLength(1);
  });
});
