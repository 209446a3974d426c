/** Tests `toggle-targeting plan` with hundreds of toggles: how often it asks, and how long it takes. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { cliFile } from '../support/commandLine.js';
import { canary, deployTrial, textOf } from './deployTrial.js';

/** The machine does other things as well: of several times, the shortest tells. */
const manyTimes = { timeout: 120_000, retry: 2 };
const plan = ['plan', '--env', 'dev', '--out', 'plan.json'];
const keys = Array.from({ length: 300 }, (_, index) => `toggle_${index}`);
const files = Object.fromEntries(
  keys.map((key) => [`dev/${key}.targeting.json`, textOf({ defaultServe: { select: 1 } })]),
);

it('300 changed toggles are planned within three times the time of a loop that reads them', manyTimes, async () => {
  const trial = await deployTrial({ keys, files });
  expect((await trial.run(plan)).stdout).toContain('Plan for dev: 300 to push, 0 the same');
  // Each toggle once, and which of them are archived.
  expect(trial.service.requests.length).toBe(301);

  const address = `${trial.service.url}/api/projects/Shop/environments/dev/toggles`;
  const loop = `
    (async () => {
      for (const key of ${JSON.stringify(keys)}) {
        const answer = await fetch('${address}/' + key + '/targeting', { headers: { authorization: '${canary}' } });
        if ((await answer.json()).content === undefined) throw new Error(key);
      }
    })();`;
  const timeOf = async (...args: string[]) => {
    const began = performance.now();
    await promisify(execFile)(process.execPath, args, { cwd: trial.folder.path('.'), env: trial.environment });
    return performance.now() - began;
  };
  const times: { loop: number; plan: number }[] = [];
  for (let round = 0; round < 5; round += 1)
    times.push({ loop: await timeOf('-e', loop), plan: await timeOf(cliFile, ...plan) });
  const shortest = (of: 'loop' | 'plan') => Math.min(...times.map((time) => time[of]));
  expect(shortest('plan') / shortest('loop')).toBeLessThan(3);
});

it.each([500, 404])(
  'where the service answers %i when it is asked for archived toggles, it is asked of each toggle',
  async (status) => {
    const archived = { ...{ keys: ['a', 'b'], archived: ['b'] } };
    const trial = await deployTrial({
      ...archived,
      files: Object.fromEntries(
        archived.keys.map((key) => [`dev/${key}.targeting.json`, textOf({}, { disabled: true })]),
      ),
      answer: ({ path }) => (path.includes('archived=true') ? { kind: 'respond', status, body: '' } : undefined),
    });
    const { stdout } = await trial.run(plan);
    expect(stdout).toMatch(/^a → [^]*\nb → [^]*b is archived: /);
    expect(stdout).not.toContain('a is archived');
  },
);
