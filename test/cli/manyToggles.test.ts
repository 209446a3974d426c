/** Tests how often `toggle-targeting plan` asks about hundreds of toggles. How long it takes is the benchmark's. */
import { expect, it } from 'vitest';
import { deployTrial, textOf } from './deployTrial.js';

const plan = ['plan', '--env', 'dev', '--out', 'plan.json'];
const keys = Array.from({ length: 300 }, (_, index) => `toggle_${index}`);
const files = Object.fromEntries(
  keys.map((key) => [`dev/${key}.targeting.json`, textOf({ defaultServe: { select: 1 } })]),
);

it('300 changed toggles are planned with two requests for each, and six for what they have in common', async () => {
  const trial = await deployTrial({ keys, files });
  expect((await trial.run(plan)).stdout).toContain('Plan for dev: 300 to push, 0 up to date');
  // What is live of each, and which toggles require it. Which of them are archived, the projects, and what the project has: its toggles (three pages) and its segments.
  expect(trial.service.requests.length).toBe(606);
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
