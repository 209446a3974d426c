/** Tests which rules of the organisation an earlier config held more. */
import { expect, it } from 'vitest';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { loosened, rulesOfFile } from '../../server/src/workspace/config/loosened.js';

const path = 'online/checkout.targeting.json';

function since(before: object, after: object): readonly string[] {
  const [was, is] = [before, after].map((config) => {
    const text = JSON.stringify({ baseUrl: 'https://a.b', project: 'P', environments: { online: {} }, ...config });
    return rulesOfFile(parseConfig(text), path, 'online');
  });
  if (was === undefined || is === undefined) throw new Error('Two configs have rules.');
  return loosened(was, is, 'main');
}

const ofRules = (before: object, after: object) => since({ rules: before }, { rules: after });

it.each<[string, object, object, readonly string[]]>([
  ['A larger step', { 'max-step': 25 }, { 'max-step': 50 }, ['"max-step" was 25 at main, and is 50 now.']],
  ['A step of nobody', { 'max-step': 0 }, { 'max-step': 1 }, ['"max-step" was 0 at main, and is 1 now.']],
  ['More rules', { 'max-rules': 1 }, {}, ['"max-rules" was 1 at main, and is not set now.']],
  [
    'Another key',
    { 'toggle-name': '^a' },
    { 'toggle-name': '^b' },
    ['"toggle-name" was "^a" at main, and is "^b" now.'],
  ],
  [
    'Another window',
    { window: 'Mon 08:00-17:00 UTC' },
    {},
    ['"window" was "Mon 08:00-17:00 UTC" at main, and is not set now.'],
  ],
  [
    'A question',
    { dependents: 'refuse' },
    { dependents: 'ask' },
    ['"dependents" was "refuse" at main, and is "ask" now.'],
  ],
  [
    'A requirement that is gone',
    { require: ['comment', 'owner'] },
    { require: ['comment'] },
    ['"require" had "owner" at main, and no longer has.'],
  ],
  ['A predicate', { forbid: ['matches regex'] }, {}, ['"forbid" had "matches regex" at main, and no longer has.']],
  ['No list', { attributes: { a: 'any' } }, {}, ['"attributes" was a list at main, and is not set now.']],
  [
    'Attributes that are added, or have another type',
    { attributes: { a: 'string', b: 'any' } },
    { attributes: { a: 'any', b: 'string', c: 'any' } },
    ['"attributes" has "c", which it did not have at main.', '"a" was "string" at main, and is "any" now.'],
  ],
])('%s is said', (_, before, after, sentences) => {
  expect(ofRules(before, after)).toEqual(sentences);
});

it.each<[string, object, object]>([
  ['A smaller step', { 'max-step': 25 }, { 'max-step': 10 }],
  ['A first rule', {}, { 'max-step': 10, 'max-rules': 1, forbid: ['matches regex'], dependents: 'say' }],
  ['A refusal', { dependents: 'say' }, { dependents: 'refuse' }],
  ['Fewer attributes', { attributes: { a: 'any', b: 'any' } }, { attributes: { a: 'string' } }],
  ['Another order', { require: ['comment', 'owner'] }, { require: ['owner', 'comment'] }],
])('%s is not said', (_, before, after) => {
  expect(ofRules(before, after)).toEqual([]);
});

const rules = { 'max-step': 25 };

it('A severity that is lowered is said, for the files of an override alone', () => {
  const lowered = ['"step-too-large" was "error" at main, and is "warning" now.'];
  expect(since({ rules }, { rules, problems: { 'step-too-large': 'warning' } })).toEqual(lowered);
  const override = (files: string) => ({ rules, overrides: [{ files, problems: { 'step-too-large': 'warning' } }] });
  expect(since({ rules }, override('online/*'))).toEqual(lowered);
  expect(since({ rules }, override('dev/*'))).toEqual([]);
  expect(since({ rules, problems: { 'step-too-large': 'warning' } }, { rules })).toEqual([]);
});

it('The rules of an environment come before those of all', () => {
  const own = (step: number) => ({ rules, environments: { online: { rules: { 'max-step': step } }, dev: {} } });
  expect(since({ rules }, own(50))).toEqual(['"max-step" was 25 at main, and is 50 now.']);
  expect(since(own(10), { rules })).toEqual(['"max-step" was 10 at main, and is 25 now.']);
});

it('An answer about dependents is said once', () => {
  const problems = { 'changes-dependents': 'off' };
  expect(since({ rules: { dependents: 'refuse' } }, { rules: { dependents: 'refuse' }, problems })).toEqual([
    '"changes-dependents" was "error" at main, and is "off" now.',
  ]);
});
