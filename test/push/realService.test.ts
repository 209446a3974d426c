/** What a person sees with a service that behaves as the open-source one does (service.md B). All requests are real ones. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { promote } from '../../server/src/service/promote.js';
import { tellReading } from '../../server/src/service/http/describe.js';
import { readLive } from '../../server/src/service/http/service.js';
import type { Fault } from '../service/faults.js';
import type { ReceivedRequest, Service } from '../service/service.js';
import { dev, online, patch, seed, send, startTrial } from '../service/trial.js';
import type { Editor } from './editor.js';
import { memoryOf, pushFrom } from './editor.js';
import { withoutProxyVariables } from './proxyVariables.js';
import { targetAt } from './pushTrial.js';
import { trialOf } from './stateTrial.js';

beforeEach(withoutProxyVariables);
afterEach(() => vi.unstubAllEnvs());

const first = { rules: [], defaultServe: { select: 0 } };
const second = { rules: [], defaultServe: { select: 1 } };

interface Session {
  readonly editor: Editor;
  /** What was asked of the person. */
  readonly asked: string[];
}

/** An editor whose person says yes to everything. */
function editorOf(service: Service, body: object | string, toggle = 'T'): Session {
  const asked: string[] = [];
  const editor: Editor = {
    target: targetAt(service.url, { toggle, api: 'featureprobe' }),
    token: 'api-full',
    body: () => (typeof body === 'string' ? body : JSON.stringify(body)),
    memory: memoryOf(),
    person: {
      decide: ({ cautions, changes }) => {
        asked.push(`decide: ${[...cautions, ...changes].join(' ')}`);
        return Promise.resolve('push');
      },
      reconcile: ({ theirs }) => {
        asked.push(`reconcile with version ${theirs.version}`);
        return Promise.resolve(undefined);
      },
    },
  };
  return { editor, asked };
}

describe('While a change is submitted for approval', () => {
  /** Version 2 is live, version 3 was pushed past the review. */
  async function submitted(decision?: 'PASS' | 'REJECT'): Promise<Service> {
    const service = await startTrial();
    await patch(service, online, { comment: 'two', disabled: false, content: first });
    const { content } = service.targeting('P', 'online', 'T');
    const body = JSON.stringify({ comment: 'please', disabled: true, content: { ...content, ...second } });
    await send(service, `${online}/approval`, { method: 'POST', body });
    if (decision !== undefined) {
      const decided = { method: 'PATCH', body: JSON.stringify({ status: decision, comment: 'c' }) };
      await send(service, `${online}/approvalStatus`, { ...decided, headers: { Authorization: 'api-rob' } });
    }
    await patch(service, online, { comment: 'three', content: { defaultServe: { split: [5000, 5000] } } });
    return service;
  }

  test.each([[undefined], ['PASS'], ['REJECT']] as const)(
    'the highest version is read as the one that is served, with the decision %s',
    async (decision) => {
      const { service } = trialOf(await submitted(decision)).open('online');
      const reading = await readLive(service);
      expect(reading).toMatchObject({
        kind: 'read',
        value: { live: { version: 3, state: { disabled: false, content: { defaultServe: { split: [5000, 5000] } } } } },
      });
    },
  );

  test('a promotion takes the version that is served', async () => {
    const service = await submitted();
    const trial = trialOf(service);
    await promote(trial.ports, trial.open('online'), trial.open('dev'));
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({
      comment: 'Promote from online (version 3)',
      content: { defaultServe: { split: [5000, 5000] } },
    });
  });
});

describe('A toggle that the service does not have', () => {
  test('is told to be missing by a read and by a push, and no change is sent', async () => {
    const service = await startTrial();
    const place = trialOf(service).open('dev', 'api-full', { toggle: 'nope' });
    const reading = await place.service.read();
    const missing = { what: 'toggle', key: 'nope' };
    expect(reading).toEqual({ kind: 'failed', outcome: { kind: 'not-found', message: '', missing } });
    if (reading.kind === 'failed')
      expect(tellReading(reading.outcome, place.target)).toMatchObject({ steps: ['pick-toggle', 'open-config'] });
    const { editor } = editorOf(service, { disabled: false }, 'nope');
    expect(await pushFrom(editor)).toMatchObject({ kind: 'outcome', outcome: { kind: 'not-found', missing } });
    expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('can be replaced by one that it has', async () => {
    const { project } = trialOf(await startTrial()).open('dev');
    const reading = await project.toggles();
    const keys = reading.kind === 'read' ? reading.value.items.map(({ key }) => key) : [];
    const there = Object.entries(seed.projects['P']?.toggles ?? {}).filter(([, { archived }]) => archived !== true);
    expect(keys.sort()).toEqual(there.map(([key]) => key).sort());
  });

  test('is not told to be missing when the service fails for another reason', async () => {
    const answer = ({ path }: ReceivedRequest): Fault | undefined =>
      path === dev ? { kind: 'respond', status: 500, body: '{}' } : undefined;
    const { service } = trialOf(await startTrial({ answer })).open('dev');
    expect(await service.read()).toMatchObject({ outcome: { kind: 'failed-safely', status: 500 } });
  });

  test('is told to be in a missing environment when the environment is missing', async () => {
    const { service } = trialOf(await startTrial()).open('nope');
    expect(await service.read()).toMatchObject({ outcome: { kind: 'not-found', missing: { what: 'environment' } } });
  });
});

test.each(['api-unknown'])('The person is told that the service does not know the token %s', async (token) => {
  const { service } = trialOf(await startTrial()).open('dev', token);
  expect(await service.read()).toMatchObject({ outcome: { kind: 'unknown-token' } });
  expect(await service.history()).toMatchObject({ outcome: { kind: 'unknown-token' } });
});

test('A segment that the service does not have is named', async () => {
  const conditions = [{ type: 'segment', subject: '', predicate: 'is in', objects: ['nobody'] }];
  const rules = [{ name: 'r', conditions, serve: { select: 0 } }];
  const { editor } = editorOf(await startTrial(), { comment: 'c', content: { rules } });
  const missing = { what: 'segment', key: 'nobody' };
  expect(await pushFrom(editor)).toMatchObject({ outcome: { kind: 'not-found', missing } });
});

describe('An archived toggle', () => {
  test('is pushed only after a question that says that it is archived', async () => {
    const service = await startTrial();
    const defaultServe = { select: 0 };
    const { editor, asked } = editorOf(service, { comment: 'c', disabled: false, content: { defaultServe } }, 'old');
    await editor.memory.remember(editor.target, {
      ...{ kind: 'seen', version: 1, time: 1, leftToService: ['rules', 'disabledServe', 'variations'] },
      state: { disabled: true, content: { ...service.targeting('P', 'dev', 'old').content } },
    });
    expect(await pushFrom(editor)).toMatchObject({ outcome: { kind: 'ok' } });
    expect(asked).toEqual([
      'decide: old is archived: no application is served it, whatever is pushed, until it is restored. Turns the toggle on. By default it serves "Off" instead of nothing.',
    ]);
  });

  test('is not offered where the person picks a toggle', async () => {
    const { service, project } = trialOf(await startTrial()).open('dev');
    expect(await service.isArchived()).toBe(false);
    expect(JSON.stringify(await project.toggles())).not.toContain('"old"');
  });
});

describe('A PATCH that the service answers with 500', () => {
  const failing = ({ method }: ReceivedRequest): Fault | undefined =>
    method === 'PATCH'
      ? { kind: 'respond', status: 500, body: '{"error":"Internal Server Error","path":"/x"}' }
      : undefined;

  test('leads to a merge when a colleague was faster', async () => {
    let isLate = false;
    const service = await startTrial({ answer: (request) => (isLate ? failing(request) : undefined) });
    const { editor, asked } = editorOf(service, {
      comment: 'mine',
      disabled: false,
      content: { ...first, variations: [] },
    });
    const result = await pushFrom({
      ...editor,
      beforeSending: async () => {
        if (isLate) return;
        await patch(service, dev, { comment: 'theirs', content: second });
        isLate = true;
      },
    });
    // What someone else pushed in between is shown, and what to do about it is asked.
    expect(asked.at(-1)).toBe('reconcile with version 2');
    expect(result).toEqual({ kind: 'abandoned' });
  });

  test('is told as an error of the service when nothing has changed', async () => {
    const { editor } = editorOf(await startTrial({ answer: failing }), {
      ...{ comment: 'mine', disabled: false },
      content: { defaultServe: { select: 0 } },
    });
    const outcome = { kind: 'failed-safely', status: 500, message: 'Internal Server Error' };
    expect(await pushFrom(editor)).toMatchObject({ kind: 'outcome', outcome });
  });
});

describe('Values that are not strings', () => {
  const variations =
    '[{"value":1.0,"name":"a"},{"value":1e3},{"value":true,"description":1E400},{"value":12345678901234567890}]';
  const rules =
    '[{"name":-0,"conditions":[{"type":"string","subject":1,"predicate":"is one of","objects":[1.50,true,"x"]}],"serve":{"select":1.9}}]';
  const body = `{"comment":"c","disabled":"false","content":{"variations":${variations},"rules":${rules},"defaultServe":{"split":["1",2.9]},"other":1}}`;

  test('make no second version when the same file is pushed again', async () => {
    const service = await startTrial();
    const { editor } = editorOf(service, body);
    expect(await pushFrom(editor)).toMatchObject({ outcome: { kind: 'ok' } });
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ version: 2, disabled: false });
    expect(await pushFrom(editorOf(service, body).editor)).toMatchObject({ kind: 'nothing-new', version: 2 });
    expect(service.targeting('P', 'dev', 'T').version).toBe(2);
  });
});
