/** Environments that require approval, in the details that contract.test.ts does not ask of every server. */
import { expect, test } from 'vitest';
import type { Service } from './service.js';
import { dev, get, online, patch, send, startTrial, type Reply } from './trial.js';

const change = { comment: 'please', disabled: false, content: { rules: [], defaultServe: { select: 1 } } };

function submit(service: Service, path: string, body: object = change): Promise<Reply> {
  return send(service, `${path}/approval`, { method: 'POST', body: JSON.stringify(body) });
}

test('The content of a request for approval replaces the stored one, and is not merged with it', async () => {
  const service = await startTrial();
  await submit(service, online);
  expect((await get(service, online)).body).not.toHaveProperty('content.variations');
});

test('A plain PATCH is published while an approval is pending, and GET goes on showing the pending content', async () => {
  const service = await startTrial();
  await submit(service, online);
  await patch(service, online, { content: { defaultServe: { select: 0 } } });
  expect(service.targeting('P', 'online', 'T')).toMatchObject({ version: 2, content: { defaultServe: { select: 0 } } });
  expect((await get(service, online)).body).toMatchObject({ locked: true, content: { defaultServe: { select: 1 } } });
});

test('Only reviewers pass or reject a request, whoever owns the project', async () => {
  const service = await startTrial();
  await submit(service, online);
  const decide = (Authorization: string) =>
    patch(service, `${online}/approvalStatus`, { status: 'PASS' }, { Authorization });
  for (const token of ['api-full', 'api-eve']) {
    expect(await decide(token)).toEqual({ status: 400, body: { code: 'invalid_request' } });
  }
  expect(await decide('api-rob')).toMatchObject({ status: 200, body: { status: 'PASS' } });
});

test('A request for approval is refused where none is required', async () => {
  const service = await startTrial();
  expect(await submit(service, dev)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

test('A request for approval must bring both disabled and content, and is checked like a PATCH', async () => {
  const service = await startTrial();
  const rules = [{ conditions: [{ type: 'number', objects: ['ten'] }] }];
  expect(await submit(service, online, { comment: 'x' })).toMatchObject({ status: 500 });
  expect(await submit(service, online, { disabled: false, content: { rules } })).toMatchObject({ status: 400 });
});
