/** Tests the number of requests that `toggle-targeting plan` sends for hundreds of toggles. The benchmark measures the time. */
import { expect, it } from 'vitest';
import { deployTrial, textOf } from './deployTrial.js';

const plan = ['plan', '--env', 'dev', '--out', 'plan.json'];
const keys = Array.from({ length: 300 }, (_, index) => `toggle_${index}`);
const files = Object.fromEntries(
  keys.map((key) => [`dev/${key}.targeting.json`, textOf({ defaultServe: { select: 1 } })]),
);

it('plan for 300 changed toggles sends two requests per toggle, and six in total for all', async () => {
  const trial = await deployTrial({ keys, files });
  expect((await trial.run(plan)).stdout).toContain('Plan for dev: 300 to push, 0 up to date');
  // For each toggle, its live version and its dependents. In common: archived toggles, projects, three pages of toggles, segments.
  expect(trial.service.requests.length).toBe(606);
});

it.each([500, 404])('plan requests every toggle if the list of archived toggles fails with %i', async (status) => {
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
});
