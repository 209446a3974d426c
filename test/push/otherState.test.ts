/** Tests rolling back and promoting at the embedded service, whose history shows that nothing was lost. */
import { describe, expect, test } from 'vitest';
import { rollBack } from '../../server/src/service/push/pushState.js';
import { promote } from '../../server/src/service/promote.js';
import type { Version } from '../../server/src/service/http/answers/answers.js';
import { changes } from '../../server/src/core/targeting/state/changes.js';
import type { State } from '../../server/src/core/targeting/state/state.js';
import { completeBody, stateAfterPatch, sameState } from '../../server/src/core/targeting/state/state.js';
import { readNextPage, nothingRead } from '../../server/src/service/versions.js';
import type { FailingTests } from '../../server/src/core/protocol.js';
import type { Service } from '../service/service.js';
import { dev, online, patch, send, startTrial } from '../service/trial.js';
import type { Trial } from './pushTrial.js';
import { trialOf } from './pushTrial.js';

const rules = [{ name: 'first', conditions: [], serve: { select: 1 } }];
const prerequisites = [{ key: 'U', value: 'true', type: 'boolean' }];
const [off, on] = [
  { value: 'false', name: 'Off', description: '' },
  { value: 'true', name: 'On', description: '' },
];

/** T with version 1 as it was made, 2 with a rule, 3 with another default, a prerequisite and no rule. */
async function withHistory(path = dev): Promise<Service> {
  const service = await startTrial();
  await patch(service, path, { comment: 'two', disabled: false, content: { rules, defaultServe: { select: 0 } } });
  const content = { rules: [], defaultServe: { split: [2500, 7500] }, prerequisites };
  await patch(service, path, { comment: 'three', content });
  return service;
}

/** T is enabled with a rule in dev, and has a prerequisite in online. */
async function twoEnvironments(): Promise<Service> {
  const service = await startTrial();
  await patch(service, dev, { comment: 'two', disabled: false, content: { rules, defaultServe: { select: 0 } } });
  await patch(service, online, { comment: 'online', content: { prerequisites } });
  return service;
}

async function versionOf(trial: Trial, environment: string, version: number): Promise<Version> {
  const reading = await readNextPage(trial.open(environment).service, nothingRead);
  const found = reading.kind === 'read' ? reading.value.list.find((each) => each.version === version) : undefined;
  if (found === undefined) throw new Error(`There is no version ${version}.`);
  return found;
}

const wait = (service: Service, content: object) =>
  send(service, `${online}/approval`, {
    method: 'POST',
    body: JSON.stringify({ comment: 'please', disabled: false, content }),
  });

describe('Rolling back', () => {
  test('makes an earlier version live as a new version after diff, comment and question', async () => {
    const service = await withHistory();
    const trial = trialOf(service);
    const version = await versionOf(trial, 'dev', 2);
    const told = changes(service.targeting('P', 'dev', 'T'), version.state);
    expect(told).toContain('Rule "first" is new and serves "On".');
    const { target } = trial.open('dev');
    const outcome = { kind: 'ok', status: 200 };
    expect(await rollBack(trial.ports, trial.open('dev'), version)).toEqual({
      kind: 'outcome',
      target,
      outcome,
      changes: told,
    });
    const { versions, ...now } = service.targeting('P', 'dev', 'T');
    expect(sameState(now, version.state)).toBe(true);
    expect(trial.made).toEqual(['dev 4']);
    expect(versions.map(({ version, comment }) => `${version} ${comment}`)).toEqual([
      ...['4 Roll back to version 2', '3 three', '2 two', '1 '],
    ]);
    expect(versions[1]?.content).toMatchObject({ rules: [], prerequisites });
    expect(trial.asked).toEqual([
      'GET dev/toggles/T/targeting/versions?version=9007199254740991&pageSize=10',
      ...['GET dev/toggles/T/targeting', 'GET /api/projects/P/toggles/T', 'show dev, version 3'],
      'comment for dev, proposing "Roll back to version 2"',
      'decide on dev, "Roll back to version 2"',
      ...['GET dev/toggles/T/targeting', 'PATCH dev/toggles/T/targeting'],
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

  test('to the live version sends nothing, and reports that nothing has changed', async () => {
    const service = await withHistory();
    const trial = trialOf(service);
    const result = await rollBack(trial.ports, trial.open('dev'), await versionOf(trial, 'dev', 3));
    expect(result).toMatchObject({ kind: 'nothing-new', version: 3 });
    expect([trial.made, service.targeting('P', 'dev', 'T').version]).toEqual([[], 3]);
  });

  test('can be submitted if approval is required, but is refused while a change waits', async () => {
    const service = await withHistory(online);
    const trial = trialOf(service, { decide: () => Promise.resolve('submit') });
    const version = await versionOf(trial, 'online', 2);
    const submitted = await rollBack(trial.ports, trial.open('online'), version);
    expect(submitted).toMatchObject({ kind: 'submitted', reviewers: ['rob'] });
    const { version: released, request } = service.targeting('P', 'online', 'T');
    expect(released).toBe(3);
    const content = { rules, prerequisites: [] };
    expect(request).toMatchObject({ comment: 'Roll back to version 2', disabled: false, content });
    const again = await rollBack(trial.ports, trial.open('online'), version);
    expect(again).toMatchObject({ kind: 'waiting', approval: { kind: 'pending', by: 'anna' } });
    expect(trial.questions).toHaveLength(1);
  });
});

describe('The body of a state', () => {
  const serves = { disabledServe: { select: 0 }, defaultServe: { select: 1 } };
  const content = { prerequisites, rules, ...serves, variations: [{ value: 'a' }, { value: 'b' }] };
  const whole: State = { disabled: false, content };

  test('has every field, so nothing of the live version is kept', () => {
    const live: State = { disabled: true, content: { ...content, rules: [], extra: 'unknown' } };
    const after = stateAfterPatch({ ...completeBody(whole) }, live);
    expect([after.leftToService, sameState(after.state, whole)]).toEqual([[], true]);
  });

  test.each(Object.keys(content))('removes %s if the state does not have it', (field) => {
    const less = Object.fromEntries(Object.entries(content).filter(([key]) => key !== field));
    const after = stateAfterPatch({ ...completeBody({ disabled: false, content: less }) }, whole);
    expect([after.leftToService, Object.keys(after.state.content[field] ?? ['no object'])]).toEqual([[], []]);
  });

  test('omits fields that only the service writes', () => {
    const body = completeBody({ disabled: true, content: { ...content, notEmptyConditions: 1, prerequisites: null } });
    expect(body).toEqual({ disabled: true, content: { ...content, prerequisites: [] } });
  });
});

describe('Promoting', () => {
  const promoted = async (service: Service, from = 'dev', to = 'online') => {
    const trial = trialOf(service);
    return { trial, result: await promote(trial.ports, trial.open(from), trial.open(to)) };
  };

  test('makes the target serve the same as the source, and shows all changes', async () => {
    const service = await twoEnvironments();
    const [before, there] = [service.targeting('P', 'dev', 'T'), service.targeting('P', 'online', 'T')];
    const { trial, result } = await promoted(service);
    expect(result).toMatchObject({ kind: 'outcome', target: { environment: 'online' }, outcome: { kind: 'ok' } });
    const [from, to] = [service.targeting('P', 'dev', 'T'), service.targeting('P', 'online', 'T')];
    expect(from).toEqual(before);
    expect(sameState(to, from)).toBe(true);
    expect(to.versions.map(({ comment }) => comment)).toEqual(['Promote from dev (version 2)', 'online', '']);
    expect(trial.asked).toEqual([
      ...['GET dev/toggles/T/targeting', 'GET online/toggles/T/targeting', 'GET /api/projects/P/toggles/T'],
      ...['show online, version 2', 'comment for online, proposing "Promote from dev (version 2)"'],
      'decide on online, "Promote from dev (version 2)"',
      ...['GET online/toggles/T/targeting', 'PATCH online/toggles/T/targeting'],
    ]);
    const origin = { kind: 'environment', environment: 'dev' };
    const after = { leftToService: [] };
    expect(trial.questions).toMatchObject([
      { live: { version: 2 }, after, reviewers: ['rob'], origin, changes: changes(there, before) },
    ]);
  });

  test('uses the live version while a change waits for approval, and says so', async () => {
    const service = await twoEnvironments();
    const { content } = service.targeting('P', 'online', 'T');
    expect(await wait(service, { ...content, rules })).toMatchObject({ status: 200 });
    const { trial } = await promoted(service, 'online', 'dev');
    expect(sameState(service.targeting('P', 'dev', 'T'), { disabled: true, content })).toBe(true);
    expect(service.targeting('P', 'dev', 'T').comment).toBe('Promote from online (version 2)');
    expect(trial.questions[0]?.changes.slice(-2)).toEqual([
      expect.stringMatching(/^In online: A change by anna has been waiting for approval since .*Reviewers: rob\.$/),
      'This promotes version 2, which is live there.',
    ]);
  });

  test('sends nothing to an environment with failing tests, and says so', async () => {
    const service = await twoEnvironments();
    const trial = trialOf(service);
    const bodies: string[] = [];
    const name = 'T.targeting.test.json';
    const failing: FailingTests = { uri: `file:///${name}`, name, failed: 2, message: 'wrong.' };
    const ports = {
      ...trial.ports,
      failing: ({ environment }: { environment: string }, body: string) => {
        bodies.push(`${environment} ${body}`);
        return Promise.resolve(failing);
      },
    };
    const reason =
      'online requires that the tests pass, and 2 fail. T.targeting.test.json, line 1: wrong. Fix the file or the test, then push again.';
    const guarded = trial.open('online', undefined, { requiresTests: true });
    expect(await promote(ports, trial.open('dev'), guarded)).toEqual({ kind: 'not-pushed', reason, failing });
    expect(bodies).toEqual([expect.stringMatching(/^online \{"disabled":(true|false),"content":\{"prerequisites":/)]);
    expect(trial.questions).toEqual([]);
  });

  test('stops if one of the two environments cannot be read, and names that environment', async () => {
    const service = await twoEnvironments();
    const { trial, result } = await promoted(service, 'elsewhere');
    const missing = { target: { environment: 'elsewhere' }, outcome: { kind: 'not-found' } };
    expect(result).toMatchObject({ kind: 'not-read', ...missing });
    expect(trial.asked).toEqual(['GET elsewhere/toggles/T/targeting']);
    expect((await promoted(service, 'dev', 'elsewhere')).result).toMatchObject({ kind: 'outcome', ...missing });
  });

  test.each([
    ['in order', [on, off], true],
    ['in number', [off, on, { value: 'maybe', name: 'Maybe', description: '' }], true],
    ['in value', [off, { ...on, value: 'yes' }], true],
    ['in name alone', [off, { ...on, name: 'Enabled' }], false],
  ])('promotes variations that differ %s, and warns unless only their names differ', async (_, variations, warns) => {
    const service = await startTrial();
    await patch(service, dev, { comment: 'c', content: { variations, disabledServe: { select: 1 } } });
    const { trial } = await promoted(service);
    const told = trial.questions[0]?.changes.filter((sentence) =>
      /^The variations of dev are promoted, too.*The variations of online differ: .*values that they do not know\.$/.test(
        sentence,
      ),
    );
    expect(told).toHaveLength(warns ? 1 : 0);
    expect(service.targeting('P', 'online', 'T').content).toMatchObject({ variations, disabledServe: { select: 1 } });
  });
});
