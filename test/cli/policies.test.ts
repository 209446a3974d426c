/** Tests how the command line refuses changes by rules of the organization, and where it points. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DeployTrial } from './deployTrial.js';
import { deployTrial, textOf } from './deployTrial.js';
import { complains, prints } from '../support/commandLine.js';

const api = 'featureprobe';
const path = 'online/checkout.targeting.json';
const changed = textOf({ defaultServe: { select: 1 } });
const online = { api };
const containing = (words: string): string => expect.stringContaining(words) as string;

/** A config with one property per line. */
function configOf({ service }: DeployTrial, more: object, files = '{environment}/{toggle}.targeting.json'): string {
  return JSON.stringify({ baseUrl: service.url, project: 'Shop', files, ...more }, undefined, 2);
}

async function trialWith(more: object, file = changed) {
  const trial = await deployTrial({ environments: { online, dev: { api } }, files: { [path]: file } });
  trial.folder.write('targeting.config.json', configOf(trial, { environments: { online, dev: { api } }, ...more }));
  return trial;
}

describe('a refusal with config, line and rule', () => {
  const rules = { 'max-step': 25 };
  const place = 'See targeting.config.json, line 14 ("max-step": 25).';

  it('is printed by plan and apply', async () => {
    const trial = await trialWith({ rules });
    const plan = await trial.run(['plan', path, '--env', 'online', '--out', 'plan.json']);
    expect(plan).toMatchObject({ code: 4, stdout: containing(place) });
    await complains(trial.run(['apply', 'plan.json']), 4, place);
    expect(trial.sent()).toEqual([]);
  });

  it('is printed by step, which writes nothing', async () => {
    const trial = await trialWith({ rules }, textOf());
    const args = ['step', path, '--env', 'online', '--variation', 'on', '--write', '--to'];
    await prints(trial.run([...args, '30']), 4, place);
    expect(readFileSync(trial.folder.path(path), 'utf8')).toBe(textOf());
    expect(await trial.run([...args, '25'])).toMatchObject({ code: 0 });
    expect(readFileSync(trial.folder.path(path), 'utf8')).not.toBe(textOf());
  });

  it('is printed by promote, which skips the file', async () => {
    const trial = await trialWith({ rules: { 'max-rules': 0 } });
    const rule = { name: 'a', conditions: [], serve: { select: 1 } };
    trial.folder.write('dev/checkout.targeting.json', textOf());
    trial.git('add', '-A');
    trial.git('commit', '-qm', 'b');
    trial.folder.write('dev/checkout.targeting.json', textOf({ rules: [rule] }));
    const args = ['promote', '--git', 'HEAD', '--from', 'dev', '--write'];
    const words = 'See targeting.config.json, line 14 ("max-rules": 0).';
    await prints(trial.run(args), 1, words);
    expect(readFileSync(trial.folder.path(path), 'utf8')).toBe(changed);
  });

  it('is printed by check as a related place', async () => {
    const trial = await trialWith(
      { rules: { 'max-rules': 0 } },
      textOf({ rules: [{ name: 'a', serve: { select: 1 } }] }),
    );
    expect((await trial.run(['check', path])).stdout).toContain('= targeting.config.json:14:5 "max-rules": 0\n');
  });
});

it('plan uses the rules of the target environment for a file with several environments', async () => {
  const rules = { 'max-rules': 0 };
  const trial = await trialWith({});
  const more = { environments: { online: { api, rules }, dev: { api } } };
  trial.folder.write('targeting.config.json', configOf(trial, more, '{toggle}.targeting.json'));
  trial.folder.remove('online');
  trial.folder.write(
    'checkout.targeting.json',
    textOf({ rules: [{ name: 'a', conditions: [], serve: { select: 1 } }] }),
  );
  const plan = (environment: string) => trial.run(['plan', 'checkout.targeting.json', '--env', environment]);
  expect(await plan('dev')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('max-rules') as string });
  await prints(plan('online'), 1, 'line 9 ("max-rules": 0)');
});
