/** Tests that protection belongs to a place, whatever name a config gives it. */
import { describe, expect, it } from 'vitest';
import { deployTrial, textOf } from './deployTrial.js';
import { complains, prints } from '../support/commandLine.js';

const api = 'featureprobe';
const changed = textOf({ defaultServe: { select: 1 } });
const keys = 'TOGGLE_TARGETING_PROTECTED_KEYS';
const refusal = 'the environment is protected: allow it with --yes-to dev.';

async function trialWith(environments: Readonly<Record<string, object>>) {
  const trial = await deployTrial({
    environments: { online: { api }, ...environments },
    files: { 'dev/checkout.targeting.json': changed },
  });
  return trial;
}

describe('a config with a protected environment', () => {
  it('protects the environment under all its names', async () => {
    const trial = await trialWith({ online: { api, protected: true }, dev: { api, key: 'online' } });
    const { stdout } = await trial.run(['plan', '--env', 'dev', '--out', 'plan.json']);
    expect(stdout).toContain('Protected: apply needs --yes-to dev --allow-share 100.');
    await prints(trial.run(['apply', 'plan.json']), 4, refusal);
    expect(trial.sent()).toEqual([]);
  });

  it.each<[object, string]>([
    [{ key: 'online\u06de' }, 'has no environment online\u06de (U+06DE) in the project Shop. It has: online, dev.'],
    [{ key: '\u0366nline' }, 'has no environment \u0366nline (U+0366) in the project Shop.'],
    [{ key: 'Online' }, 'has no environment Online in the project Shop.'],
    [{ key: 'online', project: 'shop' }, 'has no project shop. It has: Shop.'],
    [{ key: 'online', project: 'Shop\u06de' }, 'has no project Shop\u06de (U+06DE). It has: Shop.'],
  ])('cannot be bypassed by another spelling: %j', async (dev, reason) => {
    const trial = await trialWith({ online: { api, protected: true }, dev: { api, ...dev } });
    await prints(trial.run(['plan', '--env', 'dev', '--out', 'plan.json']), 2, reason);
    expect(await trial.run(['apply', 'plan.json', '--yes-to', 'dev'])).toMatchObject({ code: 2 });
    expect(trial.sent()).toEqual([]);
  });

  it('protects a key with unusual characters if the service lists no environments', async () => {
    const trial = await deployTrial({
      environments: { dev: { api, key: 'online\u06de' }, online: { api } },
      seed: {},
      files: { 'dev/checkout.targeting.json': textOf({ defaultServe: { select: 1 } }) },
      answer: ({ path }) =>
        /^\/api\/projects$|toggles\/checkout$/.test(path) ? { kind: 'respond', status: 403, body: '' } : undefined,
    });
    expect((await trial.run(['plan', '--env', 'dev', '--out', 'plan.json'])).stdout).toContain(
      'Protected: apply needs',
    );
    await prints(trial.run(['apply', 'plan.json']), 4, 'do not allow the key online\u06de (U+06DE).');
    expect(trial.sent()).toEqual([]);
  });

  it('does not protect other environments', async () => {
    const trial = await trialWith({ online: { api, protected: true }, dev: { api } });
    await trial.run(['plan', '--env', 'dev', '--out', 'plan.json']);
    expect((await trial.run(['apply', 'plan.json'])).code).toBe(0);
    expect(trial.serves('dev', 'checkout')).toEqual({ select: 1 });
  });
});

describe(keys, () => {
  it.each(['onl\u06deine', 'onl\u0131ne', '\u043enline', 'online\u06dd'])(
    'protects the similar key %j if the kind of service is unknown',
    async (key) => {
      const trial = await trialWith({ dev: { key } });
      const { stdout } = await trial.run(['plan', '--env', 'dev', '--out', 'plan.json'], { [keys]: 'online' });
      expect(stdout).toContain('Protected: apply needs --yes-to dev');
      const { code } = await trial.run(['apply', 'plan.json', '--blind', 'dev'], { [keys]: 'online' });
      expect([code, trial.sent()]).toEqual([4, []]);
    },
  );

  it('is refused if it is not a list of keys', async () => {
    const trial = await trialWith({ dev: { api } });
    await complains(
      trial.run(['plan', '--env', 'dev'], { [keys]: 'prod;online' }),
      2,
      'Put a comma between keys, as in online,prod.',
    );
    expect(trial.service.requests).toEqual([]);
  });

  it.each(['online', ' staging , Online'])('protects the listed keys, whatever is in the config: %j', async (named) => {
    const trial = await trialWith({ dev: { api, key: 'online' } });
    const { stdout } = await trial.run(['plan', '--env', 'dev', '--out', 'plan.json'], { [keys]: named });
    expect(stdout).toContain('Protected: apply needs --yes-to dev --allow-share 100.');
    await prints(trial.run(['apply', 'plan.json'], { [keys]: named }), 4, refusal);
    expect(trial.sent()).toEqual([]);
  });

  it('is respected by apply, even if the plan was made without it', async () => {
    const trial = await trialWith({ dev: { api, key: 'online' } });
    await trial.run(['plan', '--env', 'dev', '--out', 'plan.json']);
    const allowed = ['--yes-to', 'dev', '--allow-share', '100'];
    await prints(
      trial.run(['apply', 'plan.json', ...allowed], { [keys]: 'online' }),
      4,
      'its protection has changed since.',
    );
    expect(trial.sent()).toEqual([]);
  });

  it.each([' , ', 'line'])('protects only listed keys: %j', async (named) => {
    const trial = await trialWith({ dev: { api, key: 'online' } });
    expect((await trial.run(['plan', '--env', 'dev'], { [keys]: named })).stdout).not.toContain('--yes-to');
  });
});
