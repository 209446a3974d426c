/** Tests reading the list of projects from the embedded service and from others. */
import { describe, expect, test } from 'vitest';
import { readProjects } from '../../../server/src/service/http/projects.js';
import { startTrial } from '../../service/trial.js';
import { sendWith } from '../pushTrial.js';

const read = (baseUrl: string, token?: string) => readProjects(baseUrl, sendWith(token));
const answered = async (body: string) =>
  read((await startTrial({ answer: () => ({ kind: 'respond', status: 200, body }) })).url);

test('Projects list their environments, and the environments that need approval', async () => {
  const { url } = await startTrial();
  const projects = await read(`${url}/`);
  expect(projects).toMatchObject({ kind: 'read', value: [{ key: 'P', name: 'P' }] });
  expect(projects.kind === 'read' && projects.value[0]?.environments).toEqual([
    { key: 'dev', name: 'dev', needsApproval: false },
    { key: 'online', name: 'online', needsApproval: true },
  ]);
});

test('An unknown token is distinguished from a service that lacks the list', async () => {
  const { url } = await startTrial();
  expect(await read(url, 'api-unknown')).toMatchObject({ kind: 'failed', outcome: { kind: 'unknown-token' } });
  const without = await startTrial({ answer: () => ({ kind: 'respond', status: 404, body: '' }) });
  expect(await read(without.url)).toMatchObject({ kind: 'failed', outcome: { kind: 'not-found' } });
});

describe('A response', () => {
  test.each(['{}', 'null', '<html>', '7', ''])('is rejected if it is not a list: %j', async (body) => {
    expect((await answered(body)).kind).toBe('failed');
  });

  test('is read without the items that lack a key, and invalid names become empty', async () => {
    const body =
      '[null, 1, {"name": "x"}, {"key": ""}, {"key": "a", "name": 7, "environments": [{"key": "e"}, {}, 3]}, {"key": "b"}]';
    expect(await answered(body)).toEqual({
      kind: 'read',
      value: [
        { key: 'a', name: '', environments: [{ key: 'e', name: '', needsApproval: false }] },
        { key: 'b', name: '', environments: [] },
      ],
    });
  });
});
