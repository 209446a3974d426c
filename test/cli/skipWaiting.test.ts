/** Tests that a change waiting for approval blocks only its own toggle, and only if the file differs from the live version. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deployTrial, textOf } from './deployTrial.js';
import { prints } from '../support/commandLine.js';

const on = textOf({ defaultServe: { select: 1 } });
const approval = ['online'];
const allowing = ['--yes-to', 'online', '--allow-share', '100', '--submit'];
const plan = ['plan', '--env', 'online', '--out', 'plan.json'];

/** A change of toggle `a` is waiting for approval; the files match the live versions. */
async function trialWithWaiting() {
  const files = { 'online/a.targeting.json': on, 'online/b.targeting.json': textOf() };
  const trial = await deployTrial({ keys: ['a', 'b'], files, approval });
  await trial.run(plan);
  expect((await trial.run(['apply', 'plan.json', ...allowing])).code).toBe(0);
  trial.folder.write('online/a.targeting.json', textOf());
  return trial;
}

it('plan pushes nothing for a file that matches the live version, even if a change waits for approval', async () => {
  const trial = await trialWithWaiting();
  trial.folder.write('online/b.targeting.json', on);
  const { code, stdout } = await trial.run(plan);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^a → online .*\n {2}A change by ci has been waiting for approval since \d{4}-\S+Z\. Reviewers: rob\.$/m,
  );
  expect(stdout).toContain('Plan for online: 1 to push, 1 up to date');
  await prints(trial.run(['apply', 'plan.json', ...allowing]), 0, /1 submitted for approval, 1 up to date\n$/);
});

it('plan --skip-waiting skips and lists a toggle with a different pending change, and exits with 6', async () => {
  const trial = await trialWithWaiting();
  trial.folder.write('online/a.targeting.json', textOf({ disabledServe: { select: 1 } }));
  trial.folder.write('online/b.targeting.json', on);
  await prints(trial.run(plan), 4, '--skip-waiting plans the other toggles without it.');

  const { code, stdout } = await trial.run([...plan, '--skip-waiting']);
  expect(code).toBe(6);
  expect(stdout).toMatch(/^a → online .*\n {2}Not pushed: a change by ci has been waiting for approval/m);
  expect(stdout).toContain('Plan for online: 1 to push, 0 up to date, 1 left out');
  expect(JSON.parse(readFileSync(trial.folder.path('plan.json'), 'utf8'))).toMatchObject({
    toggles: [{ action: 'skipped' }, { action: 'push' }],
  });
  const config = JSON.parse(readFileSync(trial.folder.path('targeting.config.json'), 'utf8')) as object;
  trial.folder.write('targeting.config.json', JSON.stringify({ ...config, rules: { 'max-step': 25 } }));
  expect((await trial.run([...plan.slice(0, 3), '--skip-waiting'])).code, 'beside one that is refused').toBe(4);
  trial.folder.write('targeting.config.json', JSON.stringify(config));
  const applied = await trial.run(['apply', 'plan.json', ...allowing]);
  expect(applied.code).toBe(6);
  expect(applied.stdout).toMatch(/^a → online .*waiting for approval/m);
  expect(applied.stdout).toMatch(/\n0 pushed, 1 submitted for approval, 0 up to date, 1 left out\n$/);
});
