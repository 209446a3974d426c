/** Tests problems that depend on other files nearby, which the command line reports as the editor does. */
import { describe, expect, it } from 'vitest';
import { commandLineTrials } from '../support/commandLine.js';
import { cityIs, targetingOf } from '../support/targeting.js';

const trialWith = commandLineTrials();
const toggle = (...values: string[]) => JSON.stringify({ content: { variations: values.map((value) => ({ value })) } });
const requires = (key: string, value: string) =>
  JSON.stringify({ content: { prerequisites: [{ key, value, type: 'string' }] } });

const targeting = targetingOf({ rules: [{ serve: { select: 1 }, conditions: [cityIs('Nice')] }] });
const users = (attribute: string) => JSON.stringify({ users: [{ name: 'ada', attributes: { [attribute]: 'Nice' } }] });
const tests = (user: string, variation: string) => JSON.stringify({ cases: [{ user, expect: { variation } }] });

const codesIn = (report: string) =>
  (JSON.parse(report) as { problems: { code: string }[] }).problems.map(({ code }) => code);

describe('a prerequisite', () => {
  it.each([
    ['on a value that the other toggle has is no problem', requires('other', 'a'), []],
    [
      'on a value that the other toggle lacks is an impossible-prerequisite',
      requires('other', 'x'),
      ['impossible-prerequisite'],
    ],
    ['on a toggle that has no file is an unknown-prerequisite', requires('nobody', 'a'), ['unknown-prerequisite']],
    [
      'in a property that is written with escapes is checked, too',
      requires('nobody', 'a').replace('"p', '"\\u0070'),
      ['unknown-prerequisite'],
    ],
  ])('%s', async (_what, text, codes) => {
    const trial = trialWith({ 'other.targeting.json': toggle('a', 'b'), 'own.targeting.json': text });
    const { stdout } = await trial.run(['check', 'own.targeting.json', '--format', 'json']);
    expect(codesIn(stdout)).toEqual(codes);
  });

  it('is checked in an unsaved file from standard input', async () => {
    const trial = trialWith({ 'other.targeting.json': toggle('a', 'b') });
    const args = ['check', '-', '--stdin-file-path', 'new.targeting.json', '--format', 'json'];
    expect(codesIn((await trial.run(args, { input: requires('other', 'x') })).stdout)).toEqual([
      'impossible-prerequisite',
    ]);
    expect(codesIn((await trial.run(args, { input: requires('new', 'x') })).stdout)).toEqual(['prerequisite-cycle']);
  });

  it('on a value that the other toggle lacks has no fix, even if only one value is possible', async () => {
    const trial = trialWith({ 'other.targeting.json': toggle('a'), 'own.targeting.json': requires('other', 'x') });
    expect((await trial.run(['check', '--fix', '--format', 'json'])).stdout).toContain('"fixable": 0');
  });
});

describe('users and tests', () => {
  it.each([
    ['are found in a folder, and have no problem where all names are there', 'city', tests('ada', 'on'), []],
    ['have an attribute that no file asks for', 'ctiy', tests('ada', 'on'), ['unknown-attribute']],
    ['name a user and a variation that are not there', 'city', tests('adda', 'onn'), ['unknown-name', 'unknown-name']],
    ['are no JSON of their kinds', 'city', '{ "cases": 5 }', ['invalid-tests']],
  ])('%s', async (_what, attribute, text, codes) => {
    const trial = trialWith({
      'targeting.users.json': users(attribute),
      'deep/t.targeting.json': targeting,
      'deep/t.targeting.test.json': text,
    });
    const { stdout } = await trial.run(['check', '--format', 'json']);
    expect(codesIn(stdout)).toEqual(codes);
    expect((JSON.parse(stdout) as { summary: { files: number } }).summary.files).toBe(3);
  });

  it('are compared with the files next to them even if those are not checked', async () => {
    const trial = trialWith({
      'targeting.users.json': users('city'),
      'deep/t.targeting.json': targeting,
      'deep/t.targeting.test.json': tests('ada', 'onn'),
      'other/u.targeting.test.json': tests('ada', 'on'),
    });
    const codesOf = async (path: string) => codesIn((await trial.run(['check', path, '--format', 'json'])).stdout);
    expect(await codesOf('targeting.users.json')).toEqual([]);
    expect(await codesOf('deep/t.targeting.test.json')).toEqual(['unknown-name']);
    expect(await codesOf('other/u.targeting.test.json')).toEqual(['unknown-name']);
  });
});
