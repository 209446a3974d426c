/** Tests `toggle-targeting apply` if the service changes before or while it runs. */
import { expect, it } from 'vitest';
import { currentAnswer } from '../service/answers.js';
import type { Fault } from '../service/faults.js';
import type { Targeting } from '../service/model.js';
import type { ReceivedRequest } from '../service/service.js';
import type { DeployTrial } from './deployTrial.js';
import { bobPatches, bobPushes, contentOf, deployTrial, textOf, variations } from './deployTrial.js';
import { prints } from '../support/commandLine.js';

const on = textOf({ defaultServe: { select: 1 } });
const file = 'online/checkout.targeting.json';
const plan = ['plan', '--env', 'online', '--out', 'plan.json'];
const apply = ['apply', 'plan.json', '--yes-to', 'online', '--allow-share', '100'];
const bobs = contentOf({ disabledServe: { select: 1 } });
const movedWords =
  /^checkout → online of Shop on \S+: bob pushed version \d at \d{4}-\d\d-\d\dT[\d:]+Z, after the plan was made\. .*Plan again\.$/m;

async function plannedTrial(reviewers?: readonly string[]) {
  let answered: (request: ReceivedRequest) => Fault | undefined = () => undefined;
  const trial = await deployTrial({
    ...{ files: { [file]: on }, approval: reviewers === undefined ? [] : ['online'] },
    answer: (request) => answered(request),
  });
  expect((await trial.run(plan)).code).toBe(0);
  return {
    ...trial,
    /** The first `readings` GET requests return this older version. */
    seesFirst: (readings: number, targeting: Targeting) => {
      let left = readings;
      answered = ({ method, path }) =>
        method === 'GET' && path.endsWith('/targeting') && left-- > 0
          ? { kind: 'respond', status: 200, body: JSON.stringify(currentAnswer(targeting, reviewers)) }
          : undefined;
    },
    answers: (answer: typeof answered) => {
      answered = answer;
    },
  };
}

function live({ service }: DeployTrial): Targeting {
  return service.targeting('Shop', 'online', 'checkout');
}

it.each([
  ['before it looks', 0, 0],
  ['after it has looked', 1, 0],
  ['after it has looked twice', 2, 1],
])('apply keeps a change that a colleague pushes %s', async (_when, readings, patches) => {
  const trial = await plannedTrial();
  const before = live(trial);
  await bobPushes(trial, 'checkout', bobs);
  trial.seesFirst(readings, before);
  await prints(trial.run(apply), 4, movedWords);
  expect(live(trial)).toMatchObject({ version: 2, comment: 'by bob' });
  expect(trial.sent()).toHaveLength(1 + patches);
});

it('apply submits nothing if the live version has changed, even if a colleague bypassed the review', async () => {
  const trial = await plannedTrial(['rob']);
  const before = live(trial);
  await bobPushes(trial, 'checkout', bobs);
  trial.seesFirst(1, before);
  await prints(trial.run([...apply, '--submit']), 4, movedWords);
  expect(trial.sent()).toHaveLength(1);
});

it('apply stops at a new live version even if its content is unchanged', async () => {
  const trial = await plannedTrial();
  await bobPushes(trial, 'checkout', bobs);
  await bobPushes(trial, 'checkout', contentOf());
  await prints(trial.run(apply), 4, movedWords);
  expect(trial.sent()).toHaveLength(2);
});

it('apply stops if another change has been submitted for approval since the plan', async () => {
  const trial = await plannedTrial(['rob']);
  const before = live(trial);
  trial.folder.write(file, textOf({ disabledServe: { select: 1 } }));
  await trial.run([...plan.slice(0, -1), 'other.json']);
  await trial.run(['apply', 'other.json', ...apply.slice(2), '--submit']);
  trial.folder.write(file, on);
  trial.seesFirst(1, before);
  await prints(
    trial.run([...apply, '--submit']),
    4,
    /^checkout → online .*Pushes are blocked until a reviewer decides/m,
  );
  expect(trial.sent()).toHaveLength(1);
});

it('apply does not bypass reviewers who are added while it runs', async () => {
  const online: { enableApproval: boolean; reviewers: string[] } = { enableApproval: false, reviewers: ['rob'] };
  let readings = 0;
  let isNamedAt = Infinity;
  const trial = await deployTrial({
    files: { [file]: on },
    seed: { projects: { Shop: { toggles: { checkout: { variations } }, environments: { online } } } },
    answer: ({ method, path }) => {
      if (method === 'GET' && path.endsWith('/targeting')) online.enableApproval = ++readings >= isNamedAt;
      return undefined;
    },
  });
  await trial.run(plan);
  isNamedAt = readings + 2;
  await prints(trial.run(apply), 4, 'its need for approval has changed since. Plan again.');
  expect(trial.sent()).toEqual([]);
});

it('apply detects a change of access-event tracking, which creates no version', async () => {
  const trial = await plannedTrial();
  await bobPatches(trial, 'checkout', { trackAccessEvents: true });
  expect(live(trial)).toMatchObject({ version: 1, trackAccessEvents: true });
  await prints(trial.run(apply), 4, 'it has changed there since it was planned. Plan again.');
  expect(trial.sent()).toHaveLength(1);
});
