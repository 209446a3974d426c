/** Tests `toggle-targeting promote` in a real Git repository: targets, kept values, skipped files, and exit codes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CommandLineTrial } from '../support/commandLine.js';
import { commandLineTrials, commitAll, gitIn, prints } from '../support/commandLine.js';
import { cityIs, configOf } from '../support/targeting.js';

const trialWith = commandLineTrials();

interface Content {
  readonly comment?: string;
  readonly cities?: readonly string[];
  /** The share of `on`, in ten-thousandths. */
  readonly share?: number;
  readonly byDefault?: 'off' | 'on';
  readonly values?: readonly ['off', 'on'] | readonly ['on', 'off'];
}

function targeting({
  comment = 'First',
  cities = ['Paris'],
  share = 1000,
  byDefault = 'off',
  values = ['off', 'on'],
}: Content): string {
  const conditions = [cityIs(...cities)];
  const split = values.map((value) => (value === 'on' ? share : 10_000 - share));
  const content = {
    rules: [{ name: 'beta', conditions, serve: { split } }],
    disabledServe: { select: values.indexOf('off') },
    defaultServe: { select: values.indexOf(byDefault) },
    variations: values.map((name) => ({ name, value: String(name === 'on') })),
  };
  return `${JSON.stringify({ comment, disabled: false, content }, null, 2)}\n`;
}

const config = configOf({ environments: { dev: {}, staging: {}, online: {}, none: {} } });
const before: Content = {};
const staging: Content = { share: 500 };
const online: Content = { values: ['on', 'off'], comment: 'Of online' };

function repository(dev: Content): CommandLineTrial {
  const trial = committed({
    'dev/checkout.targeting.json': targeting(before),
    'staging/checkout.targeting.json': targeting(staging),
    'online/checkout.targeting.json': targeting(online),
  });
  trial.write('dev/checkout.targeting.json', targeting(dev));
  return trial;
}

function committed(files: Readonly<Record<string, string>>): CommandLineTrial {
  const trial = trialWith({ ...files, 'targeting.config.json': config });
  commitAll(trial);
  return trial;
}

const read = (trial: CommandLineTrial, path: string) => readFileSync(trial.path(path), 'utf8');

const promote = ['promote', '--git', 'HEAD', '--from', 'dev'];

describe('a change of dev', () => {
  it('is shown for each other environment, with the affected users', async () => {
    const { code, stdout } = await repository({ cities: ['Paris', 'Rome'] }).run(promote);
    expect(code).toBe(3);
    expect(stdout.split('\n')).toEqual([
      'dev/checkout.targeting.json',
      '  staging: staging/checkout.targeting.json',
      expect.stringContaining('Rule "beta"'),
      '    5% of those who now match "beta" instead of no rule change from off to on.',
      '  online: online/checkout.targeting.json',
      expect.stringContaining('Rule "beta"'),
      '    10% of those who now match "beta" instead of no rule change from off to on.',
      '  none: there is no file.',
      '',
    ]);
  });

  it('is written with --write by value rather than index, and changes nothing else', async () => {
    const trial = repository({ comment: 'Second', cities: ['Paris', 'Rome'], byDefault: 'on' });
    expect((await trial.run([...promote, '--write'])).code).toBe(0);
    const wanted: Content = { cities: ['Paris', 'Rome'], byDefault: 'on' };
    for (const [path, own] of [
      ['staging', staging],
      ['online', online],
    ] as const)
      expect(JSON.parse(read(trial, `${path}/checkout.targeting.json`))).toEqual(
        JSON.parse(targeting({ ...own, ...wanted })),
      );
    const { code, stdout } = await trial.run(promote);
    expect([code, stdout.match(/Already has the change\./g)]).toEqual([
      0,
      ['Already has the change.', 'Already has the change.'],
    ]);
  });

  it('is skipped if a push would break an organization rule, or if the file is new', async () => {
    const trial = repository({ share: 9000 });
    trial.write('targeting.config.json', config.replace('{', '{"rules":{"max-step":20},'));
    trial.write('dev/other.targeting.json', targeting(before));
    trial.write('online/other.targeting.json', targeting(online));
    gitIn(trial, 'add', '-A');
    const there = ['online/checkout', 'online/other'].map((name) => read(trial, `${name}.targeting.json`));
    await prints(
      trial.run([...promote, '--to', 'online', '--write']),
      1,
      /Not changed: Up to .* would change\..*"max-step"[^]*Not promoted: the file is new or deleted\./,
    );
    expect(['online/checkout', 'online/other'].map((name) => read(trial, `${name}.targeting.json`))).toEqual(there);
  });

  it('is skipped if a rule forbids changes of dependent toggles', async () => {
    const banner = targeting({ byDefault: 'on' }).replace(
      '"rules"',
      '"prerequisites":[{"key":"checkout","type":"string","value":"true"}],"rules"',
    );
    const trial = committed({
      'dev/checkout.targeting.json': targeting(before),
      'online/checkout.targeting.json': targeting(online),
      'online/banner.targeting.json': banner,
    });
    trial.write('targeting.config.json', config.replace('"online":{}', '"online":{"rules":{"dependents":"refuse"}}'));
    trial.write('dev/checkout.targeting.json', targeting({ byDefault: 'on' }));
    const text = read(trial, 'online/checkout.targeting.json');
    await prints(
      trial.run(['promote', '--git', 'HEAD', '--from', 'dev', '--write']),
      1,
      'Other toggles change, too: banner ("dependents").',
    );
    expect(read(trial, 'online/checkout.targeting.json')).toBe(text);
  });

  it('is combined with changes of other toggles, with or without --write', async () => {
    const pay = (change: Content) =>
      targeting(change).replace(
        '"rules"',
        '"prerequisites":[{"key":"checkout","type":"string","value":"true"}],"rules"',
      );
    const trial = committed({
      ...{ 'dev/checkout.targeting.json': targeting(before), 'online/checkout.targeting.json': targeting(online) },
      ...{ 'dev/pay.targeting.json': pay(before), 'online/pay.targeting.json': pay(before) },
    });
    trial.write('dev/checkout.targeting.json', targeting({ byDefault: 'on' }));
    trial.write('dev/pay.targeting.json', pay({ byDefault: 'on' }));
    const shown = await trial.run(promote);
    expect(shown.stdout).toMatch(
      /dev\/pay[^]*Everyone who matches no rule changes from off to on\.\n.*The result includes the change to checkout\./,
    );
    expect((await trial.run([...promote, '--write'])).stdout).toBe(shown.stdout);
  });

  it('is applied only to the environments in --to', async () => {
    const trial = repository({ byDefault: 'on' });
    expect((await trial.run([...promote, '--write', '--to', 'online'])).code).toBe(0);
    expect(read(trial, 'staging/checkout.targeting.json')).toBe(targeting(staging));
    expect(JSON.parse(read(trial, 'online/checkout.targeting.json'))).toEqual(
      JSON.parse(targeting({ ...online, byDefault: 'on' })),
    );
  });

  it('is skipped and reported if it conflicts with a change in the target file', async () => {
    const trial = repository({ share: 2000 });
    await prints(
      trial.run([...promote, '--write', '--to', 'staging']),
      1,
      'Not promoted, as the file changed the same part differently: Rule "beta": the split 95% / 5% becomes 80% / 20%.',
    );
    expect(read(trial, 'staging/checkout.targeting.json')).toBe(targeting(staging));
  });
});

it('promote reports unchanged files, a missing environment, and an invalid file', async () => {
  const trial = repository(before);
  expect(await trial.run(promote)).toMatchObject({ code: 0, stdout: 'No file of dev has changed.\n' });
  expect((await trial.run(['promote', '--git', 'HEAD'])).stderr).toContain('Specify the changes');
  trial.write('dev/checkout.targeting.json', targeting({ byDefault: 'on' }));
  trial.write('staging/checkout.targeting.json', '{');
  await prints(trial.run(promote), 2, 'staging: The files are not valid JSON.');
});
