/** Rolling back makes an earlier version live again, here at a real service, whose history is the proof that nothing was lost. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { rollBack } from '../../server/src/service/push/pushState.js';
import type { Version } from '../../server/src/service/http/answers.js';
import { changes } from '../../server/src/core/targeting/state/changes.js';
import type { State } from '../../server/src/core/targeting/state/state.js';
import { complete, effective, sameState } from '../../server/src/core/targeting/state/state.js';
import { readOn, nothingRead } from '../../server/src/service/versions.js';
import type { Service, ServiceOptions } from '../service/service.js';
import { startService } from '../service/service.js';
import { dev, online, patch, seed, send } from '../service/trial.js';
import type { Trial } from './stateTrial.js';
import { trialOf } from './stateTrial.js';

const rules = [{ name: 'first', conditions: [], serve: { select: 1 } }];
const prerequisites = [{ key: 'U', value: 'true', type: 'boolean' }];

/** T in dev: version 1 as it was made, 2 with a rule, 3 with another default, a prerequisite and no rule. */
async function withHistory(options: Partial<ServiceOptions> = {}, path = dev): Promise<Service> {
  const service = await startService({ seed, ...options });
  onTestFinished(() => service.close());
  await patch(service, path, { comment: 'two', disabled: false, content: { rules, defaultServe: { select: 0 } } });
  const content = { rules: [], defaultServe: { split: [2500, 7500] }, prerequisites };
  await patch(service, path, { comment: 'three', content });
  return service;
}

async function versionOf(trial: Trial, environment: string, version: number): Promise<Version> {
  const reading = await readOn(trial.open(environment).service, nothingRead);
  const found = reading.kind === 'read' ? reading.value.list.find((each) => each.version === version) : undefined;
  if (found === undefined) throw new Error(`There is no version ${version}.`);
  return found;
}

/** The state that the service says is live. */
async function liveIn(trial: Trial, environment: string): Promise<State> {
  const reading = await trial.open(environment).service.read();
  if (reading.kind === 'failed') throw new Error(reading.outcome.kind);
  return reading.value.state;
}

describe('Rolling back', () => {
  test('makes an earlier version live as a new version, and keeps all others', async () => {
    const service = await withHistory();
    const trial = trialOf(service);
    const version = await versionOf(trial, 'dev', 2);
    const told = changes(await liveIn(trial, 'dev'), version.state);
    expect(told).toContain('Rule "first" is new and serves "On".');
    expect(await rollBack(trial.ports, trial.open('dev'), version)).toEqual({
      kind: 'outcome',
      target: trial.open('dev').target,
      outcome: { kind: 'ok', status: 200 },
      changes: told,
    });
    expect(sameState(await liveIn(trial, 'dev'), version.state)).toBe(true);
    expect(trial.made).toEqual(['dev 4']);
    const { versions } = service.targeting('P', 'dev', 'T');
    expect(versions.map(({ version, comment }) => [version, comment])).toEqual([
      [4, 'Roll back to version 2'],
      [3, 'three'],
      [2, 'two'],
      [1, ''],
    ]);
    expect(versions[1]?.content).toMatchObject({ rules: [], prerequisites });
  });

  test('shows the diff and asks for the comment in every environment', async () => {
    const trial = trialOf(await withHistory());
    const version = await versionOf(trial, 'dev', 2);
    await rollBack(trial.ports, trial.open('dev'), version);
    expect(trial.asked).toEqual([
      'GET dev/toggles/T/targeting/versions?version=9007199254740991&pageSize=10',
      'GET dev/toggles/T/targeting',
      'GET /api/projects/P/toggles/T',
      'show dev, version 3',
      'comment for dev, proposing "Roll back to version 2"',
      'decide on dev, "Roll back to version 2"',
      'GET dev/toggles/T/targeting',
      'PATCH dev/toggles/T/targeting',
    ]);
    expect(trial.questions).toMatchObject([
      { live: { version: 3 }, after: { leftToService: [] }, origin: { kind: 'version', version: 2 } },
    ]);
  });

  test('sends the comment that was typed', async () => {
    const service = await withHistory();
    const trial = trialOf(service, { askComment: () => Promise.resolve('Too slow') });
    await rollBack(trial.ports, trial.open('dev'), await versionOf(trial, 'dev', 1));
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ version: 4, comment: 'Too slow', disabled: true });
  });

  test.each([
    ['the comment', { askComment: () => Promise.resolve(undefined) }],
    ['the question', { decide: () => Promise.resolve(undefined) }],
  ])('sends nothing when the person leaves at %s', async (_, answers) => {
    const service = await withHistory();
    const trial = trialOf(service, answers);
    const version = await versionOf(trial, 'dev', 2);
    expect(await rollBack(trial.ports, trial.open('dev'), version)).toEqual({ kind: 'abandoned' });
    expect(service.targeting('P', 'dev', 'T').version).toBe(3);
  });

  test('to what is live sends nothing, and says so', async () => {
    const service = await withHistory();
    const trial = trialOf(service);
    const result = await rollBack(trial.ports, trial.open('dev'), await versionOf(trial, 'dev', 3));
    expect(result).toMatchObject({ kind: 'nothing-new', version: 3 });
    expect(trial.made).toEqual([]);
    expect(service.targeting('P', 'dev', 'T').version).toBe(3);
  });

  test('does not overwrite a colleague who pushes while the question is open', async () => {
    const service = await withHistory();
    const trial = trialOf(service, {
      decide: async () => {
        await patch(service, dev, { comment: 'faster', disabled: true });
        return 'push';
      },
    });
    const result = await rollBack(trial.ports, trial.open('dev'), await versionOf(trial, 'dev', 2));
    expect(result).toEqual({ kind: 'not-pushed', reason: 'T has changed meanwhile. Review it again.' });
    expect(trial.made).toEqual([]);
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ version: 4, comment: 'faster' });
  });

  test('can be submitted for approval where the environment requires it', async () => {
    const service = await withHistory({}, online);
    const trial = trialOf(service, { decide: () => Promise.resolve('submit') });
    const version = await versionOf(trial, 'online', 2);
    expect(await rollBack(trial.ports, trial.open('online'), version)).toMatchObject({
      kind: 'submitted',
      reviewers: ['rob'],
    });
    expect(trial.questions).toMatchObject([{ reviewers: ['rob'] }]);
    const { version: released, request } = service.targeting('P', 'online', 'T');
    expect(released).toBe(3);
    expect(request).toMatchObject({ comment: 'Roll back to version 2', disabled: false, content: { rules } });
    expect(request?.content.prerequisites).toEqual([]);
  });

  test('is refused while a change waits for approval', async () => {
    const service = await withHistory({}, online);
    const trial = trialOf(service);
    const version = await versionOf(trial, 'online', 2);
    const body = JSON.stringify({ comment: 'please', disabled: true, content: version.state.content });
    await send(service, `${online}/approval`, { method: 'POST', body });
    const { target } = trial.open('online');
    expect(await rollBack(trial.ports, trial.open('online'), version)).toMatchObject({
      ...{ kind: 'waiting', target },
      approval: { kind: 'pending', by: 'anna' },
    });
    expect(trial.questions).toEqual([]);
  });

  test('says so when the service does not know the token', async () => {
    const service = await withHistory();
    const trial = trialOf(service);
    const result = await rollBack(trial.ports, trial.open('dev', 'api-wrong'), await versionOf(trial, 'dev', 2));
    expect(result).toMatchObject({ kind: 'outcome', outcome: { kind: 'unknown-token' } });
    expect(service.targeting('P', 'dev', 'T').version).toBe(3);
  });
});

describe('The body of a state', () => {
  const whole: State = {
    disabled: false,
    content: {
      prerequisites,
      rules,
      disabledServe: { select: 0 },
      defaultServe: { select: 1 },
      variations: [{ value: 'a' }, { value: 'b' }],
    },
  };

  test('says every field, so that nothing of what is live is kept', () => {
    const live: State = { disabled: true, content: { ...whole.content, rules: [], extra: 'unknown' } };
    const after = effective({ ...complete(whole) }, live);
    expect(after.leftToService).toEqual([]);
    expect(sameState(after.state, whole)).toBe(true);
  });

  test.each(Object.keys(whole.content))('takes %s away when the state has none', (field) => {
    const content = Object.fromEntries(Object.entries(whole.content).filter(([key]) => key !== field));
    const after = effective({ ...complete({ disabled: false, content }) }, whole);
    expect(after.leftToService).toEqual([]);
    expect(Object.keys(asEntries(after.state.content[field]))).toEqual([]);
  });

  test('leaves out what only the service writes', () => {
    const body = complete({
      disabled: true,
      content: { ...whole.content, notEmptyConditions: 1, prerequisites: null },
    });
    expect(body).toEqual({ disabled: true, content: { ...whole.content, prerequisites: [] } });
  });
});

function asEntries(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : { no: 'object' };
}
