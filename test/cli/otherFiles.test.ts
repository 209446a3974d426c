/** Tests the problems that the command line finds in a file because of the files beside it, as the editor does. */
import { describe, expect, it } from 'vitest';
import { commandLineTrials } from '../support/commandLine.js';

const trialWith = commandLineTrials();
const toggle = (...values: string[]) => JSON.stringify({ content: { variations: values.map((value) => ({ value })) } });
const requires = (key: string, value: string) =>
  JSON.stringify({ content: { prerequisites: [{ key, value, type: 'string' }] } });

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

  it('is checked in a file that comes on standard input and is not saved yet', async () => {
    const trial = trialWith({ 'other.targeting.json': toggle('a', 'b') });
    const args = ['check', '-', '--stdin-file-path', 'new.targeting.json', '--format', 'json'];
    expect(codesIn((await trial.run(args, { input: requires('other', 'x') })).stdout)).toEqual([
      'impossible-prerequisite',
    ]);
    expect(codesIn((await trial.run(args, { input: requires('new', 'x') })).stdout)).toEqual(['prerequisite-cycle']);
  });

  it('on a value that the other toggle lacks is not fixed, even if that has only one value', async () => {
    const trial = trialWith({ 'other.targeting.json': toggle('a'), 'own.targeting.json': requires('other', 'x') });
    expect((await trial.run(['check', '--fix', '--format', 'json'])).stdout).toContain('"fixable": 0');
  });
});
