/** Tests how `plan` and `apply` treat changes that were already submitted for approval. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { overtaken } from '../service/faults.js';
import { bobPushes, bobSubmits, canary, contentOf, deployTrial, textOf } from './deployTrial.js';
import { complains, prints } from '../support/commandLine.js';

const on = textOf({ defaultServe: { select: 1 } });
const keys = ['a', 'b', 'c'];
const files = Object.fromEntries(keys.map((key) => [`online/${key}.targeting.json`, on]));
const approval = ['online'];
const plan = ['plan', '--env', 'online', '--out', 'plan.json'];
const apply = ['apply', 'plan.json', '--yes-to', 'online', '--allow-share', '100', '--submit'];
const submittedAlready = (key: string) =>
  new RegExp(
    `^${key} → online .*: It is already submitted\\. A change by ci has been waiting for approval since .*Reviewers: rob\\.$`,
    'm',
  );

it('apply resumes after a kill during submission without submitting a change twice', async () => {
  let killed: ChildProcessWithoutNullStreams | undefined;
  const trial = await deployTrial({
    ...{ keys, files, approval },
    answer: ({ method }) => {
      if (method === 'POST') killed?.kill('SIGKILL');
      return undefined;
    },
  });
  await trial.run(plan);
  killed = trial.folder.start(apply, { environment: trial.environment });
  expect(await text(killed.stdout)).toMatch(/^Sending a → online [^\n]*…\n$/);
  killed = undefined;

  const { code, stdout, stderr } = await trial.run(apply);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(submittedAlready('a'));
  expect(stdout).toMatch(/^Submitted for approval: b .*^Submitted for approval: c /ms);
  expect(trial.sent().map((each) => /toggles\/(\w)/.exec(each)?.[1])).toEqual(keys);

  await prints(trial.run([...plan, '--exit-code']), 0, 'Plan for online: 0 to push, 0 up to date, 3 already submitted');
  const again = await trial.run(apply);
  expect(again.code).toBe(0);
  for (const key of keys) expect(again.stdout).toMatch(submittedAlready(key));
  expect(again.stdout).toMatch(/^0 pushed, 0 up to date, 3 already submitted$/m);
  expect(trial.sent()).toHaveLength(3);
});

it('apply submits the remaining toggles if one change is already submitted', async () => {
  const trial = await deployTrial({ keys, files: { ...files, 'online/c.targeting.json': textOf() }, approval });
  await trial.run(['plan', 'online/a.targeting.json', ...plan.slice(1)]);
  await trial.run(apply);
  await prints(trial.run(plan), 0, 'Plan for online: 1 to push, 1 up to date, 1 already submitted');
  const { stdout } = await trial.run(['plan', '--env', 'online', '--format', 'github']);
  expect(stdout).toMatch(/^::notice file=online\/a\.targeting\.json::a → online .*already submitted/m);
  expect((await trial.run(apply)).stdout).toContain('Submitted for approval: b');
});

it('plan warns if a submitted change would overwrite a later push', async () => {
  const trial = await deployTrial({ keys: ['a'], files: { 'online/a.targeting.json': on }, approval });
  await trial.run(plan);
  await trial.run(apply);
  await bobPushes(trial, 'a', contentOf({ defaultServe: { split: [5_000, 5_000] } }));
  const lost = 'Publishing it overwrites what was pushed since it was submitted: The default now serves ';
  await prints(trial.run(plan), 0, lost);
});

it('plan and apply refuse to resubmit a rejected change, but submit a different change', async () => {
  const tokens = ['bob', 'rob'].map((account) => ({ token: `api-${account}`, account }));
  const trial = await deployTrial({
    keys,
    files,
    approval,
    seed: { tokens: [...tokens, { token: canary, account: 'ci' }] },
  });
  await trial.run(plan);
  await trial.run(apply);
  const url = `${trial.service.url}/api/projects/Shop/environments/online/toggles/a/targeting/approvalStatus`;
  const headers = { authorization: 'api-rob', 'content-type': 'application/json' };
  const rejection = JSON.stringify({ status: 'REJECT', comment: 'no' });
  expect((await fetch(url, { method: 'PATCH', headers, body: rejection })).status).toBe(200);
  const refusal = /a change by ci was rejected by rob\. [^\n]*rob said: "no"/;
  await prints(trial.run(apply), 4, refusal);
  await prints(trial.run(plan), 4, refusal);
  trial.folder.write('online/a.targeting.json', textOf({ disabledServe: { select: 1 } }));
  await prints(trial.run(plan), 0, 'A change by ci was rejected by rob.');
  expect((await trial.run(apply)).stdout).toContain('Submitted for approval: a');
  expect(trial.service.targeting('Shop', 'online', 'a').status).toBe('PENDING_APPROVAL');
});

it('plan stops at a different change waiting for approval, and suggests --skip-waiting', async () => {
  const trial = await deployTrial({ keys, files, approval });
  await trial.run(['plan', 'online/a.targeting.json', ...plan.slice(1)]);
  await trial.run(apply);
  trial.folder.write('online/a.targeting.json', textOf({ disabledServe: { select: 1 } }));
  const words = '--skip-waiting plans the other toggles without it.';
  await prints(trial.run(plan), 4, words);
  await complains(trial.run(apply), 4, words);
  expect((await trial.run(['plan', 'online/b.targeting.json', ...plan.slice(1)])).code).toBe(0);
});

it.each([400, 500] as const)(
  'apply exits with 4 and names the winner if it loses a race for approval with %d',
  async (status) => {
    let isRacing = true;
    const trial = await deployTrial({
      ...{ keys: ['a'], files: { 'online/a.targeting.json': on }, approval },
      answer: async ({ method, path }) => {
        if (method !== 'POST' || !isRacing) return undefined;
        isRacing = false;
        await bobSubmits(trial, 'a');
        return overtaken(status, path);
      },
    });
    await trial.run(plan);
    const { code, stdout } = await trial.run(apply);
    expect(code).toBe(4);
    expect(stdout).toMatch(/^a → online .*: a change by bob has been waiting for approval since /m);
    expect(stdout).toMatch(/^0 pushed, 1 not pushed, 0 up to date$/m);
  },
);
