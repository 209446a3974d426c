/** Promoting brings what is live in one environment to another, here at a real service. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PromotePorts } from '../../server/src/service/promote.js';
import { promote } from '../../server/src/service/promote.js';
import { changes } from '../../server/src/core/targeting/state/changes.js';
import { sameState } from '../../server/src/core/targeting/state/state.js';
import type { Seed } from '../service/seed.js';
import type { Service } from '../service/service.js';
import { startService } from '../service/service.js';
import { dev, online, patch, seed, send } from '../service/trial.js';
import { trialOf } from './stateTrial.js';

const rules = [{ name: 'first', conditions: [], serve: { select: 1 } }];
const prerequisites = [{ key: 'U', value: 'true', type: 'boolean' }];
const [off, on] = [
  { value: 'false', name: 'Off', description: '' },
  { value: 'true', name: 'On', description: '' },
];

async function start(wanted: Seed = seed): Promise<Service> {
  const service = await startService({ seed: wanted });
  onTestFinished(() => service.close());
  return service;
}

/** T is enabled with a rule in dev; in online it has a prerequisite. */
async function twoEnvironments(): Promise<Service> {
  const service = await start();
  await patch(service, dev, { comment: 'two', disabled: false, content: { rules, defaultServe: { select: 0 } } });
  await patch(service, online, { comment: 'online', content: { prerequisites } });
  return service;
}

describe('Promoting', () => {
  test('makes the other environment serve what the first one does, and leaves the first as it is', async () => {
    const service = await twoEnvironments();
    const trial = trialOf(service);
    const before = service.targeting('P', 'dev', 'T');
    const result = await promote(trial.ports, trial.open('dev'), trial.open('online'));
    expect(result).toMatchObject({ kind: 'outcome', target: { environment: 'online' }, outcome: { kind: 'ok' } });
    const [from, to] = [service.targeting('P', 'dev', 'T'), service.targeting('P', 'online', 'T')];
    expect(from).toEqual(before);
    expect(sameState(to, from)).toBe(true);
    expect(to.versions.map(({ comment }) => comment)).toEqual(['Promote from dev (version 2)', 'online', '']);
    expect(trial.asked).toEqual([
      'GET dev/toggles/T/targeting',
      'GET online/toggles/T/targeting',
      'GET /api/projects/P/toggles/T',
      'show online, version 2',
      'comment for online, proposing "Promote from dev (version 2)"',
      'decide on online, "Promote from dev (version 2)"',
      'GET online/toggles/T/targeting',
      'PATCH online/toggles/T/targeting',
    ]);
  });

  test('shows everything that changes in the other environment before it asks', async () => {
    const service = await twoEnvironments();
    const wanted = changes(service.targeting('P', 'online', 'T'), service.targeting('P', 'dev', 'T'));
    const trial = trialOf(service);
    await promote(trial.ports, trial.open('dev'), trial.open('online'));
    const [question] = trial.questions;
    expect(question).toMatchObject({ live: { version: 2 }, after: { leftToService: [] }, reviewers: ['rob'] });
    expect(question?.origin).toEqual({ kind: 'environment', environment: 'dev' });
    expect(question?.changes).toEqual(wanted);
    expect(question?.changes).toContain('Rule "first" is new and serves "On".');
  });

  test('takes the live version while a change waits for approval, and says so', async () => {
    const service = await twoEnvironments();
    const { content } = service.targeting('P', 'online', 'T');
    const body = JSON.stringify({ comment: 'please', disabled: false, content: { ...content, rules } });
    expect(await send(service, `${online}/approval`, { method: 'POST', body })).toMatchObject({ status: 200 });
    const trial = trialOf(service);
    await promote(trial.ports, trial.open('online'), trial.open('dev'));
    expect(sameState(service.targeting('P', 'dev', 'T'), { disabled: true, content })).toBe(true);
    expect(service.targeting('P', 'dev', 'T').comment).toBe('Promote from online (version 2)');
    expect(trial.questions[0]?.changes.slice(-2)).toEqual([
      expect.stringMatching(/^In online: A change by anna has been waiting for approval since .*Reviewers: rob\.$/),
      'This promotes version 2, which is live there.',
    ]);
  });

  test('sends nothing when the other environment has the same already, and says so', async () => {
    const service = await start();
    const trial = trialOf(service);
    expect(await promote(trial.ports, trial.open('dev'), trial.open('online'))).toMatchObject({
      kind: 'nothing-new',
    });
    expect(trial.questions).toEqual([]);
  });

  test.each([
    ['the comment', { askComment: () => Promise.resolve(undefined) }],
    ['the question', { decide: () => Promise.resolve(undefined) }],
  ])('sends nothing when the person leaves at %s', async (_, answers) => {
    const service = await twoEnvironments();
    const trial = trialOf(service, answers);
    expect(await promote(trial.ports, trial.open('dev'), trial.open('online'))).toEqual({ kind: 'abandoned' });
    expect(service.targeting('P', 'online', 'T').version).toBe(2);
  });

  test('sends nothing to an environment whose tests fail on it, and says so', async () => {
    const service = await twoEnvironments();
    const trial = trialOf(service);
    const bodies: string[] = [];
    const failing = {
      uri: 'file:///T.targeting.test.json',
      name: 'T.targeting.test.json',
      failed: 2,
      message: 'wrong.',
    };
    const ports: PromotePorts = {
      ...trial.ports,
      failing: ({ environment }, body) => {
        bodies.push(`${environment} ${body}`);
        return Promise.resolve(failing);
      },
    };
    const reason =
      'online requires that the tests pass, and 2 fail. T.targeting.test.json, line 1: wrong. Fix the file or the test, then push again.';
    const online = trial.open('online');
    const guarded = { ...online, target: { ...online.target, requiresTests: true } as const };
    expect(await promote(ports, trial.open('dev'), guarded)).toEqual({ kind: 'not-pushed', reason, failing });
    expect(bodies).toEqual([expect.stringMatching(/^online \{"disabled":(true|false),"content":\{"prerequisites":/)]);
    expect(trial.questions).toEqual([]);
    expect(service.targeting('P', 'online', 'T').version).toBe(2);
  });

  test('stops when the first environment cannot be read, and names it', async () => {
    const service = await twoEnvironments();
    const trial = trialOf(service);
    const result = await promote(trial.ports, trial.open('elsewhere'), trial.open('online'));
    expect(result).toMatchObject({
      kind: 'not-read',
      target: { environment: 'elsewhere' },
      outcome: { kind: 'not-found' },
    });
    expect(trial.asked).toEqual(['GET elsewhere/toggles/T/targeting']);
  });

  test('says so when the other environment does not have the toggle', async () => {
    const trial = trialOf(await twoEnvironments());
    const result = await promote(trial.ports, trial.open('dev'), trial.open('elsewhere'));
    expect(result).toMatchObject({
      kind: 'outcome',
      target: { environment: 'elsewhere' },
      outcome: { kind: 'not-found' },
    });
  });
});

describe('Variations that differ', () => {
  const differing = [
    ['in order', [on, off]],
    ['in number', [off, on, { value: 'maybe', name: 'Maybe', description: '' }]],
    ['in value', [off, { ...on, value: 'yes' }]],
  ] as const;

  async function questionWith(variations: readonly object[]): Promise<{
    readonly changes: readonly string[] | undefined;
    readonly service: Service;
  }> {
    const service = await start();
    await patch(service, dev, { comment: 'c', content: { variations, disabledServe: { select: 1 } } });
    const trial = trialOf(service);
    await promote(trial.ports, trial.open('dev'), trial.open('online'));
    return { changes: trial.questions[0]?.changes, service };
  }

  test.each(differing)('%s are promoted, too, and the question warns what that means', async (_, variations) => {
    const { changes, service } = await questionWith(variations);
    expect(changes?.at(-1)).toMatch(
      /^The variations of dev are promoted, too.*Those of online are not the same: .*values that they do not know\.$/,
    );
    expect(service.targeting('P', 'online', 'T').content).toMatchObject({ variations, disabledServe: { select: 1 } });
  });

  test('in name alone are not mentioned in the question', async () => {
    const { changes } = await questionWith([off, { ...on, name: 'Enabled' }]);
    expect(changes?.filter((sentence) => sentence.includes('not the same'))).toEqual([]);
  });
});
