/** Tests real requests to a service that behaves as the open-source one does (service.md B). */
import { describe, expect, test } from 'vitest';
import { describeRead } from '../../server/src/service/http/describe.js';
import type { Fault } from '../service/faults.js';
import type { ReceivedRequest } from '../service/service.js';
import { dev, startTrial } from '../service/trial.js';
import { memoryOf, pushFrom, targetAt, trialOf } from './pushTrial.js';
import { withoutProxyVariables } from './proxyVariables.js';

withoutProxyVariables();

describe('A toggle that does not exist at the service', () => {
  test('is reported as missing by a read and by a push, and no change is sent', async () => {
    const service = await startTrial();
    const place = trialOf(service).open('dev', 'api-full', { toggle: 'nope' });
    const reading = await place.service.read();
    const missing = { what: 'toggle', key: 'nope' };
    expect(reading).toEqual({ kind: 'failed', outcome: { kind: 'not-found', message: '', missing } });
    if (reading.kind === 'failed')
      expect(describeRead(reading.outcome, place.target)).toMatchObject({ steps: ['pick-toggle', 'open-config'] });
    const nobody = () => Promise.reject(new Error('It was asked.'));
    const result = await pushFrom({
      ...{ target: targetAt(service.url, { toggle: 'nope', api: 'featureprobe' }), token: 'api-full' },
      ...{ body: () => '{"disabled":false}', memory: memoryOf(), person: { decide: nobody, reconcile: nobody } },
    });
    expect(result).toMatchObject({ kind: 'outcome', outcome: { kind: 'not-found', missing } });
    expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('can be replaced by an existing toggle that is not archived', async () => {
    const { project, service } = trialOf(await startTrial()).open('dev');
    const reading = await project.toggles();
    const keys = reading.kind === 'read' ? reading.value.items.map(({ key }) => key) : [];
    expect(keys.toSorted()).toEqual(['T', 'U', 'V', 'odd key+']);
    expect([await service.isArchived(), await service.beside('old').isArchived()]).toEqual([false, true]);
  });

  test('is not reported as missing if the service fails for another reason', async () => {
    const answer = ({ path }: ReceivedRequest): Fault | undefined =>
      path === dev ? { kind: 'respond', status: 500, body: '{}' } : undefined;
    const { service } = trialOf(await startTrial({ answer })).open('dev');
    expect(await service.read()).toMatchObject({ outcome: { kind: 'failed-safely', status: 500 } });
  });

  test('is reported as a missing environment if its environment is missing', async () => {
    const { service } = trialOf(await startTrial()).open('nope');
    expect(await service.read()).toMatchObject({ outcome: { kind: 'not-found', missing: { what: 'environment' } } });
  });
});

test('Pushing a file with non-string values again creates no second version', async () => {
  const variations =
    '[{"value":1.0,"name":"a"},{"value":1e3},{"value":true,"description":1E400},{"value":12345678901234567890}]';
  const rules =
    '[{"name":-0,"conditions":[{"type":"string","subject":1,"predicate":"is one of","objects":[1.50,true,"x"]}],"serve":{"select":1.9}}]';
  const body = `{"comment":"c","disabled":"false","content":{"variations":${variations},"rules":${rules},"defaultServe":{"split":["1",2.9]},"other":1}}`;
  const service = await startTrial();
  const push = () =>
    pushFrom({
      ...{ target: targetAt(service.url, { api: 'featureprobe' }), token: 'api-full', body: () => body },
      memory: memoryOf(),
      person: { decide: () => Promise.resolve('push'), reconcile: () => Promise.resolve(undefined) },
    });
  expect(await push()).toMatchObject({ outcome: { kind: 'ok' } });
  expect(service.targeting('P', 'dev', 'T')).toMatchObject({ version: 2, disabled: false });
  expect(await push()).toMatchObject({ kind: 'nothing-new', version: 2 });
});
