/** Tests that a plan treats the changes of all its files as one, including toggles that only the service has. */
import { describe, expect, it } from 'vitest';
import type { DeployTrial } from './deployTrial.js';
import { prints } from '../support/commandLine.js';
import { bobPatches, bobPushes, contentOf, deployTrial, textOf } from './deployTrial.js';

const keys = ['checkout', 'login', 'pay', 'banner', 'secret'];
const requires = (...required: readonly string[]) => ({
  defaultServe: { select: 1 },
  prerequisites: required.map((key) => ({ key, value: 'true', type: 'boolean' })),
});
const on = textOf({ defaultServe: { select: 1 } });
const plan = ['plan', '--env', 'dev'];
const told = 'changes, too: Everyone changes from off to on.';

function linesOf({ stdout }: { readonly stdout: string }): readonly string[] {
  const wanted = /^\w+ →|change|requires|together|unknown|Plan/;
  const lines = stdout.split('\n').filter((line) => wanted.test(line.trim()));
  return lines.map((line) => line.replace(/ → .*/, '').trim());
}

function dependencies({ service }: DeployTrial): readonly string[] {
  return service.requests.flatMap(({ path }) => /toggles\/(\w+)\/targeting\/prerequisite/.exec(path)?.[1] ?? []);
}

describe('plan treats changes of all files as one change:', () => {
  it('a dependent toggle is reported once, after all changes', async () => {
    const trial = await deployTrial({
      keys: ['checkout', 'login', 'pay'],
      files: {
        'dev/checkout.targeting.json': on,
        'dev/login.targeting.json': on,
        'dev/pay.targeting.json': textOf(requires('checkout', 'login')),
      },
    });
    await bobPushes(trial, 'pay', contentOf(requires('checkout', 'login')), 'dev');
    expect(linesOf(await trial.run(plan))).toEqual([
      'checkout',
      'Everyone changes from off to on.',
      `Toggle "pay" ${told} "pay" requires "checkout", "login".`,
      'The result includes the change to login.',
      'login',
      'Everyone changes from off to on.',
      'Plan for dev: 2 to push, 1 up to date',
    ]);
  });

  it('a dependent toggle is reported even if its file leaves prerequisites to the service', async () => {
    const pay = { defaultServe: { select: 1 } };
    const trial = await deployTrial({
      keys: ['checkout', 'pay'],
      files: { 'dev/checkout.targeting.json': textOf(), 'dev/pay.targeting.json': textOf(pay) },
      config: { rules: { dependents: 'refuse' } },
    });
    await bobPushes(trial, 'pay', contentOf(pay), 'dev');
    await prints(trial.run(['drift', 'dev']), 0, /^(.*: same · version \d \(dev\/\w+\.targeting\.json\)\n){2}$/);
    await bobPatches(trial, 'pay', { content: { prerequisites: requires('checkout').prerequisites } }, 'dev');
    await prints(
      trial.run(['drift', 'dev']),
      0,
      /\n {2}Fields not in the file keep the service\'s values: prerequisites\.\n$/,
    );
    trial.folder.write('dev/checkout.targeting.json', on);
    await prints(trial.run(plan), 4, /Toggle "pay" changes, too: /);
  });

  it('an unchanged required toggle is read from its file, not from the live version', async () => {
    const trial = await deployTrial({
      keys: ['login', 'pay'],
      files: {
        'dev/login.targeting.json': on,
        'dev/pay.targeting.json': textOf({ ...requires('login'), defaultServe: { select: 0 } }),
      },
    });
    await bobPushes(trial, 'pay', contentOf(requires('login')), 'dev');
    const { stdout } = await trial.run([...plan, 'dev/pay.targeting.json']);
    expect(stdout).toContain('Required toggles are evaluated from local files, not from their live versions: login.');
  });
});

describe('a toggle that exists only at the service', () => {
  const files = { 'dev/checkout.targeting.json': on, 'dev/login.targeting.json': on };

  async function started(answer?: NonNullable<Parameters<typeof deployTrial>[0]>['answer']): Promise<DeployTrial> {
    const trial = await deployTrial({ keys, files, ...(answer && { answer }) });
    await bobPushes(trial, 'pay', contentOf(requires('checkout', 'login')), 'dev');
    await bobPushes(
      trial,
      'banner',
      contentOf({ ...requires('checkout'), defaultServe: { split: [7500, 2500] } }),
      'dev',
    );
    await bobPushes(trial, 'secret', contentOf(requires('banner')), 'dev');
    return trial;
  }

  it('is reported with its live targeting, whether it requires a changed toggle directly or indirectly', async () => {
    const trial = await started();
    expect(linesOf(await trial.run(plan)).slice(1, 6)).toEqual([
      'Everyone changes from off to on.',
      `Toggle "pay" ${told} "pay" requires "checkout", "login".`,
      `Toggle "banner" changes, too: 25% of all users change from off to on. "banner" requires "checkout".`,
      'Toggle "secret" changes, too: 25% of all users change from off to on. "secret" requires "banner". "banner" requires "checkout".',
      'The result includes the change to login.',
    ]);
    expect([...dependencies(trial)].sort()).toEqual(['banner', 'checkout', 'login', 'pay', 'secret']);
    expect(trial.sent()).toHaveLength(3);
  });

  it('is counted as unknown if the service does not list dependents', async () => {
    const trial = await started(({ path }) =>
      path.includes('/prerequisite/') ? { kind: 'respond', status: 500, body: '{}' } : undefined,
    );
    const lines = linesOf(await trial.run(plan));
    expect(lines).toContain(
      '3 toggles of this environment have no file here; it is unknown whether they require checkout.',
    );
    expect(lines).toContain(
      '3 toggles of this environment have no file here; it is unknown whether they require login.',
    );
  });

  it('is listed with an unknown impact if it cannot be read', async () => {
    const trial = await started(({ method, path }) =>
      method === 'GET' && path.endsWith('/toggles/banner/targeting')
        ? { kind: 'respond', status: 500, body: '{}' }
        : undefined,
    );
    await prints(trial.run(plan), 0, /"banner" may change, too: It is unknown .*"banner" requires "checkout"\./);
  });

  it('is not searched for if the service cannot be read', async () => {
    const trial = await deployTrial({ keys, files, environments: { dev: {} } });
    const { stdout } = await trial.run(plan);
    expect(stdout).toContain('The live version cannot be read');
    expect(stdout).not.toContain('no file here');
    expect(trial.service.requests).toEqual([]);
  });
});
