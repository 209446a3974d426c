/** Reading and publishing in the details that only this service promises; contract.test.ts has what service.md says. */
import { describe, expect, test } from 'vitest';
import { dev, get, patch, send, startTrial } from './trial.js';

test('A toggle that nobody touched has one version in its history', async () => {
  const service = await startTrial();
  expect((await get(service, `${dev}/versions`)).body).toMatchObject({ totalElements: 1, content: [{ version: 1 }] });
});

test('Versions of one second are listed oldest first, so that the tests find a client that trusts the order', async () => {
  const service = await startTrial({ now: () => new Date(0) });
  for (const disabled of [false, true]) await patch(service, dev, { disabled });
  const numbers = { content: [{ version: 1 }, { version: 2 }, { version: 3 }] };
  expect((await get(service, `${dev}/versions`)).body).toMatchObject(numbers);
});

describe('a PATCH', () => {
  test('keeps a field that is null', async () => {
    const service = await startTrial();
    await patch(service, dev, {
      disabled: null,
      content: { variations: null, rules: [{ name: 'a', conditions: [] }] },
    });
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ disabled: true, content: { variations: [{}, {}] } });
  });

  test('publishes nothing when it sends neither disabled nor content', async () => {
    const service = await startTrial();
    const { body } = await patch(service, dev, { comment: 'only words', trackAccessEvents: true });
    expect(body).toMatchObject({ version: 1, trackAccessEvents: true });
    expect((await get(service, dev)).body).toMatchObject({ version: 1, trackAccessEvents: true });
  });

  test('with a stale baseVersion is refused in the language of the client', async () => {
    const service = await startTrial();
    await patch(service, dev, { disabled: false });
    const stale = { disabled: true, baseVersion: 1 };
    const english = await patch(service, dev, stale);
    const chinese = await patch(service, dev, stale, { 'Accept-Language': 'zh-CN' });
    const refused = { status: 400, body: { code: 'invalid_request' } };
    expect([english, chinese]).toMatchObject([refused, refused]);
    expect(chinese.body).not.toEqual(english.body);
  });

  test('that is no JSON, or has a field of another kind, is refused in the words of Spring', async () => {
    const service = await startTrial();
    const refused = { status: 400, body: { error: 'Bad Request', path: dev } };
    expect(await send(service, dev, { method: 'PATCH', body: '{"disabled":' })).toMatchObject(refused);
    expect(await patch(service, dev, { content: { rules: {} } })).toMatchObject(refused);
  });

  test('is refused unless it says that it is JSON', async () => {
    const service = await startTrial();
    expect(await patch(service, dev, {}, { 'Content-Type': 'text/plain' })).toMatchObject({ status: 415 });
  });
});
