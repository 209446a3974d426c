/** Tests requests to a readable service and their answers. faults.test.ts has the messages about failures. */
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../server/src/service/http/request.js';
import type { Service } from '../../../server/src/service/http/service.js';
import { readLive, serviceAt } from '../../../server/src/service/http/service.js';

const url = new URL('https://toggles.example.com/api/projects/P/environments/dev/toggles/T%2F1/targeting');
const targeting = { disabled: false, content: { defaultServe: { select: 1 } }, version: 7 };
const page = { content: [{ ...targeting, version: 6, content: { defaultServe: { select: 0 } } }], totalElements: 1 };

function answered(body: unknown): Exchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    outcome: { kind: 'ok', status: 200 },
    milliseconds: 1,
    answer: { status: 200, headers: {}, body: text },
  };
}

function trial(...answers: readonly Exchange[]): { readonly service: Service; readonly asked: readonly string[] } {
  const asked: string[] = [];
  const service = serviceAt(url, (method, { href }, body) => {
    asked.push(`${method} ${href.replace(url.href, '…')}${body === undefined ? '' : ` ${body}`}`);
    const answer = answers[asked.length - 1];
    return answer ? Promise.resolve(answer) : Promise.reject(new Error('One request too many.'));
  });
  return { service, asked };
}

test('Each request has its method, and its path below the address of the toggle', async () => {
  const { service, asked } = trial(answered(targeting), answered(page), answered(page), answered(''), answered(''));
  await service.read();
  await service.history(3);
  await service.history();
  await service.patch('{"disabled":true}');
  await service.submit('{"reviewers":[]}');
  expect(asked).toEqual([
    'GET …',
    'GET …/versions?version=3&pageSize=10',
    'GET …/versions?version=9007199254740991&pageSize=10',
    'PATCH … {"disabled":true}',
    'POST …/approval {"reviewers":[]}',
  ]);
});

test('The targeting and its history are read from the responses', async () => {
  expect(await trial(answered(targeting)).service.read()).toMatchObject({ kind: 'read', value: { version: 7 } });
  expect(await trial(answered(page)).service.history()).toMatchObject({ kind: 'read', value: { total: 1 } });
});

test.each([
  ['{}', '{}'],
  ['Fine.', 'Fine.'],
  ['', 'an empty response'],
])('A PATCH has an uncertain outcome if its response, %j, is not targeting', async (body, message) => {
  const { outcome } = await trial(answered(body)).service.patch('{}');
  expect(outcome).toEqual({ kind: 'no-targeting', status: 200, message });
  expect((await trial(answered(targeting)).service.patch('{}')).outcome).toEqual({ kind: 'ok', status: 200 });
});

describe('A request for approval, or a later step', () => {
  const request = (status: string) => JSON.stringify({ status, approvalData: { disabled: false, content: '{}' } });
  const steps: readonly (readonly [string, (service: Service) => Promise<Exchange>, string, readonly string[]])[] = [
    ['a submission', ({ submit }) => submit('{}'), request('PENDING'), [request('REVOKE'), '']],
    ['a decision', ({ decide }) => decide('PASS', ''), request('PASS'), [request('REJECT'), '']],
    ['a publishing', ({ publishSubmitted }) => publishSubmitted(), JSON.stringify(targeting), []],
    ['a withdrawal', ({ cancelSubmitted }) => cancelSubmitted(''), JSON.stringify(targeting), []],
  ];

  test.each(steps)('%s is uncertain if the response does not confirm it', async (_step, send, right, wrong) => {
    expect((await send(trial(answered(right)).service)).outcome).toEqual({ kind: 'ok', status: 200 });
    for (const body of ['{}', 'Fine.', '{"status":"PENDING"}', ...wrong])
      expect((await send(trial(answered(body)).service)).outcome, body).toMatchObject({ kind: 'no-targeting' });
  });
});

test.each(['{"ok":true}', '', '{"disabled":true'])('A response that is not targeting is shown: %s', async (body) => {
  const outcome = { kind: 'not-understood', status: 200, message: body || 'an empty response' };
  expect(await trial(answered(body)).service.read()).toEqual({ kind: 'failed', outcome });
  expect(await trial(answered(body)).service.history()).toEqual({ kind: 'failed', outcome });
});

describe('The live version', () => {
  const pending = answered({ ...targeting, locked: true, submitBy: 'anna' });

  test('is the response to the GET if no change waits for approval', async () => {
    const { service, asked } = trial(answered(targeting));
    expect(await readLive(service)).toMatchObject({
      kind: 'read',
      value: { live: { state: { content: targeting.content } } },
    });
    expect(asked).toEqual(['GET …']);
  });

  test('is the newest version while a change is waiting for approval', async () => {
    const { service, asked } = trial(pending, answered(page));
    expect(await readLive(service)).toMatchObject({
      kind: 'read',
      value: {
        answer: { version: 7, pending: { by: 'anna' } },
        live: { state: { content: { defaultServe: { select: 0 } } }, pending: { by: 'anna' } },
      },
    });
    expect(asked).toEqual(['GET …', 'GET …/versions?version=9007199254740991&pageSize=10']);
  });

  test('is the version with the highest number, whatever the order in the history', async () => {
    const versions = [6, 8, 7].map((version) => ({ ...targeting, version, comment: `${version}` }));
    const { service } = trial(pending, answered({ content: versions, totalElements: 3 }));
    expect(await readLive(service)).toMatchObject({
      kind: 'read',
      value: { answer: { version: 7 }, live: { version: 8 } },
    });
  });

  test('is unknown if the targeting or its history cannot be read', async () => {
    const failed: Exchange = { outcome: { kind: 'unreachable', cause: 'c' }, milliseconds: 1 };
    const unread = { kind: 'failed', outcome: failed.outcome };
    expect(await readLive(trial(pending, answered({ content: [] })).service)).toMatchObject({
      kind: 'failed',
      outcome: { kind: 'not-understood' },
    });
    expect(await readLive(trial(pending, failed).service)).toEqual(unread);
    expect(await readLive(trial(failed).service)).toEqual(unread);
  });
});
