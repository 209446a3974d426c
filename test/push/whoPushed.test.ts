/** Tests that the author of a version is named, not whoever decided about a request for approval afterwards. */
import { expect, test } from 'vitest';
import { movedSince } from '../../server/src/cli/deploy/plan/moved.js';
import { readTargeting } from '../../server/src/service/http/answers/answers.js';

const answer = {
  disabled: false,
  content: {},
  version: 2,
  modifiedBy: 'alice',
  publishTime: '2026-11-28T10:00:00.000+08:00',
};

test.each([
  ['alice', answer.publishTime],
  [undefined, '2026-11-28T11:00:00.000+08:00'],
])('The author in the response is %s', (by, modifiedTime) => {
  expect(readTargeting(JSON.stringify({ ...answer, modifiedTime }))).toMatchObject({
    ...{ modifiedBy: by, modifiedTime: answer.publishTime },
  });
});

test('An overtaken plan names the author of the version in the history', async () => {
  const live = { version: 2, state: { disabled: false, content: {} }, modifiedBy: 'alice', modifiedTime: undefined };
  const versions = [{ ...live, comment: '', by: 'Admin', time: undefined }];
  const service = { history: () => Promise.resolve({ kind: 'read', value: { versions, total: 1 } } as const) };
  expect(await movedSince(service, 1, live)).toBe('Admin pushed version 2 after the plan was made. Plan again.');
});
