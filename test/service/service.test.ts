/** Reading and publishing, as service.md describes them. */
import { describe, expect, test } from 'vitest';
import { dev, get, patch, send, startTrial } from './trial.js';

describe('a toggle that nobody touched', () => {
  test('is disabled, has no rules, and its default serves nothing', async () => {
    const service = await startTrial();
    const { status, body } = await get(service, dev);
    expect(status).toBe(200);
    expect(body).toMatchObject({ disabled: true, version: 1, content: { rules: [], defaultServe: {} } });
  });

  test('has one version in its history', async () => {
    const service = await startTrial();
    expect((await get(service, `${dev}/versions`)).body).toMatchObject({ totalElements: 1, content: [{ version: 1 }] });
  });
});

describe('a PATCH', () => {
  test('answers with what is stored, one version further', async () => {
    const service = await startTrial();
    const { status, body } = await patch(service, dev, { comment: 'on', disabled: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ disabled: false, version: 2, modifiedBy: 'anna', locked: false, status: 'RELEASE' });
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ disabled: false, version: 2, comment: 'on' });
  });

  test('keeps every field of content that it does not send', async () => {
    const service = await startTrial();
    await patch(service, dev, { content: { rules: [{ name: 'a', serve: { select: 1 } }] } });
    await patch(service, dev, { content: { defaultServe: { split: [1, 9999] } } });
    expect(service.targeting('P', 'dev', 'T').content).toStrictEqual({
      rules: [{ name: 'a', serve: { select: 1 } }],
      disabledServe: { select: 0 },
      defaultServe: { split: [1, 9999] },
      variations: [
        { value: 'false', name: 'Off', description: '' },
        { value: 'true', name: 'On', description: '' },
      ],
      prerequisites: [],
    });
  });

  test('keeps a field that is null', async () => {
    const service = await startTrial();
    await patch(service, dev, { disabled: null, content: { variations: null, rules: [{ name: 'a' }] } });
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ disabled: true, content: { variations: [{}, {}] } });
  });

  test('drops fields that are unknown, wherever they stand', async () => {
    const service = await startTrial();
    await patch(service, dev, { $schema: 'x', content: { more: 1, rules: [{ name: 'a', id: 7, conditions: [] }] } });
    const { content } = service.targeting('P', 'dev', 'T');
    expect(content).not.toHaveProperty('more');
    expect(content.rules).toStrictEqual([{ name: 'a', conditions: [] }]);
  });

  test('publishes nothing when it sends neither disabled nor content', async () => {
    const service = await startTrial();
    const { body } = await patch(service, dev, { comment: 'only words', trackAccessEvents: true });
    expect(body).toMatchObject({ version: 1, trackAccessEvents: true });
    expect((await get(service, dev)).body).toMatchObject({ version: 1, trackAccessEvents: true });
  });

  test('without baseVersion overwrites what came between', async () => {
    const service = await startTrial();
    await patch(service, dev, { disabled: false });
    expect(await patch(service, dev, { disabled: true })).toMatchObject({ status: 200, body: { version: 3 } });
  });

  test('with the current baseVersion is taken', async () => {
    const service = await startTrial();
    expect(await patch(service, dev, { disabled: false, baseVersion: 1 })).toMatchObject({ status: 200 });
  });

  test('with a stale baseVersion is refused in the language of the client, and changes nothing', async () => {
    const service = await startTrial();
    await patch(service, dev, { disabled: false });
    const stale = { disabled: true, baseVersion: 1 };
    const english = await patch(service, dev, stale);
    const chinese = await patch(service, dev, stale, { 'Accept-Language': 'zh-CN' });
    const refused = { status: 400, body: { code: 'invalid_request' } };
    expect([english, chinese]).toMatchObject([refused, refused]);
    expect(chinese.body).not.toEqual(english.body);
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ version: 2, disabled: false });
  });

  test('that is no JSON, or has a field of another kind, is an invalid request', async () => {
    const service = await startTrial();
    const refused = { status: 400, body: { code: 'invalid_request' } };
    expect(await send(service, dev, { method: 'PATCH', body: '{"disabled":' })).toMatchObject(refused);
    expect(await patch(service, dev, { content: { rules: {} } })).toMatchObject(refused);
  });

  test('must say that it is JSON', async () => {
    const service = await startTrial();
    expect(await patch(service, dev, {}, { 'Content-Type': 'text/plain' })).toMatchObject({ status: 415 });
  });
});

test('The history is newest first, a page at a time', async () => {
  const service = await startTrial();
  await patch(service, dev, { disabled: false, comment: 'second' });
  await patch(service, dev, { disabled: true, comment: 'third' });
  const first = await get(service, `${dev}/versions?pageIndex=0&pageSize=2`);
  expect(first.body).toMatchObject({
    totalElements: 3,
    content: [
      { version: 3, comment: 'third', disabled: true, createdBy: 'anna' },
      { version: 2, comment: 'second', disabled: false, createdBy: 'anna' },
    ],
  });
  const second = await get(service, `${dev}/versions?pageIndex=1&pageSize=2`);
  expect(second.body).toMatchObject({ last: true, numberOfElements: 1, content: [{ version: 1 }] });
});
