/** Tests that what is protected is a place, under whatever name a config pushes to it. */
import { describe, expect, it } from 'vitest';
import { deployTrial, textOf } from './deployTrial.js';

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

describe('A config that protects a place once', () => {
  it.each([
    ['', { key: 'online' }],
    [' in another spelling', { key: 'Onliné ', project: 'shop' }],
  ])('protects it under every name%s', async (_, dev) => {
    const trial = await trialWith({ online: { api, protected: true }, dev: { api, ...dev } });
    const { stdout } = await trial.run(['plan', '--env', 'dev', '--out', 'plan.json']);
    expect(stdout).toContain('Protected: apply needs --yes-to dev --allow-share 100.');
    expect(await trial.run(['apply', 'plan.json'])).toMatchObject({
      code: 4,
      stdout: expect.stringContaining(refusal) as string,
    });
    expect(trial.sent()).toEqual([]);
  });

  it('protects no other place', async () => {
    const trial = await trialWith({ online: { api, protected: true }, dev: { api } });
    await trial.run(['plan', '--env', 'dev', '--out', 'plan.json']);
    expect((await trial.run(['apply', 'plan.json'])).code).toBe(0);
    expect(trial.serves('dev', 'checkout')).toEqual({ select: 1 });
  });
});

describe(keys, () => {
  it.each(['online', ' staging , Online'])(
    'protects the keys that it names, whatever a config says: %j',
    async (named) => {
      const trial = await trialWith({ dev: { api, key: 'online' } });
      const { stdout } = await trial.run(['plan', '--env', 'dev', '--out', 'plan.json'], { [keys]: named });
      expect(stdout).toContain('Protected: apply needs --yes-to dev --allow-share 100.');
      expect(await trial.run(['apply', 'plan.json'], { [keys]: named })).toMatchObject({
        code: 4,
        stdout: expect.stringContaining(refusal) as string,
      });
      expect(trial.sent()).toEqual([]);
    },
  );

  it('counts for apply, also where the plan was made without it', async () => {
    const trial = await trialWith({ dev: { api, key: 'online' } });
    await trial.run(['plan', '--env', 'dev', '--out', 'plan.json']);
    const allowed = ['--yes-to', 'dev', '--allow-share', '100'];
    const { code, stdout } = await trial.run(['apply', 'plan.json', ...allowed], { [keys]: 'online' });
    expect([code, stdout]).toEqual([4, expect.stringContaining('whether it is protected has changed since.')]);
    expect(trial.sent()).toEqual([]);
  });

  it.each(['', ' , ', 'on', 'line'])('protects nothing that it does not name: %j', async (named) => {
    const trial = await trialWith({ dev: { api, key: 'online' } });
    const { stdout } = await trial.run(['plan', '--env', 'dev'], { [keys]: named });
    expect(stdout).not.toContain('--yes-to');
  });
});
