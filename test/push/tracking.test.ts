/**
 * Tests that the tracking of access events goes along with a push, but is not part of a state: alone, it makes no
 * version, has no version lock, and cannot be submitted for approval (service.md B).
 */
import { describe, expect, test } from 'vitest';
import type { Remembered } from '../../server/src/service/push/memory.js';
import type { ReadQuestion } from '../../server/src/service/push/push.js';
import type { Exchange } from '../../server/src/service/http/request.js';
import type { Service } from '../service/service.js';
import { dev, online, patch, startTrial } from '../service/trial.js';
import type { Editor } from './pushTrial.js';
import { memoryOf, pushFrom, targetAt } from './pushTrial.js';
import { enabled, lines, startMany } from './many/manyTrial.js';
import { withoutProxyVariables } from './proxyVariables.js';

withoutProxyVariables();

const tracked = 'Access events are tracked.';

/** Pushes the file as a person who says yes, and keeps the questions. */
function editorOf(service: Service, body: object, environment = 'dev') {
  const memory = new Map<string, Remembered>();
  const questions: ReadQuestion[] = [];
  const editor: Editor = {
    target: targetAt(service.url, { api: 'featureprobe', environment, environmentKey: environment }),
    token: 'api-full',
    body: () => JSON.stringify({ comment: 'c', ...body }),
    memory: memoryOf(memory),
    person: {
      decide: (question) => (questions.push(question), Promise.resolve('push')),
      reconcile: () => Promise.reject(new Error('There is nothing to merge.')),
    },
  };
  return { editor, memory, questions };
}

function once(work: () => Promise<unknown>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (!isDone) await work();
    isDone = true;
  };
}

describe('A push of a state and of tracking', () => {
  test('that finds the same state live is not reported as pushed until tracking is pushed', async () => {
    const service = await startTrial();
    const content = { defaultServe: { select: 0 } };
    const { editor, questions } = editorOf(service, { disabled: false, content, trackAccessEvents: true });
    const beforeSending = once(() => patch(service, dev, { comment: 'a colleague', disabled: false, content }));
    const result = await pushFrom({ ...editor, beforeSending });
    expect(result).toMatchObject({ kind: 'outcome', outcome: { kind: 'ok' } });
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ version: 2, trackAccessEvents: true });
    expect(questions.map(({ changes }) => changes)).toEqual([
      ['Enables the toggle.', 'The default now serves "Off" (before: nothing).', tracked],
      [tracked],
    ]);
  });
});

describe('A push of only tracking', () => {
  const startEnabled = async () => {
    const service = await startTrial();
    await patch(service, dev, { disabled: false });
    return { service, ...editorOf(service, { disabled: false, trackAccessEvents: true }) };
  };

  test('remembers the existing version if the response is empty', async () => {
    const { editor, memory } = await startEnabled();
    const received = (exchanged: Exchange): Exchange => ({
      ...exchanged,
      answer: { status: 200, headers: {}, body: '' },
    });
    expect(await pushFrom({ ...editor, received })).toMatchObject({ outcome: { kind: 'ok' } });
    expect(memory.get('dev')).toMatchObject({ kind: 'seen', version: 2 });
  });

  test("does not count a colleague's push in between as seen, because the request has no lock", async () => {
    const { service, editor, memory } = await startEnabled();
    const beforeSending = once(() => patch(service, dev, { content: { disabledServe: { select: 1 } } }));
    expect(await pushFrom({ ...editor, beforeSending })).toMatchObject({ outcome: { kind: 'ok' } });
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ version: 3, trackAccessEvents: true });
    expect(memory.get('dev')).toMatchObject({ kind: 'seen', version: 2 });
  });
});

describe('If approval is required', () => {
  const remark = '"trackAccessEvents" cannot be submitted for approval: only a push without approval changes it.';

  test('the question says that tracking cannot be submitted', async () => {
    const service = await startTrial();
    const { editor, questions } = editorOf(
      service,
      { disabled: true, trackAccessEvents: true, content: { defaultServe: { select: 0 } } },
      'online',
    );
    await pushFrom(editor);
    expect(questions).toMatchObject([
      {
        reviewers: ['rob'],
        changes: ['The toggle stays disabled.', 'The default now serves "Off" (before: nothing).', tracked],
        remarks: [remark],
      },
    ]);
  });

  test('a change of only tracking is not offered for approval', async () => {
    const service = await startTrial();
    await patch(service, online, { disabled: false });
    const { editor, questions } = editorOf(service, { disabled: false, trackAccessEvents: true }, 'online');
    await pushFrom(editor);
    expect(questions).toMatchObject([{ reviewers: undefined, changes: [tracked], remarks: [remark] }]);
    expect(service.targeting('P', 'online', 'T')).toMatchObject({ version: 2, trackAccessEvents: true });
  });
});

describe('A push of many files', () => {
  test('mentions that tracking also changes', async () => {
    const trial = await startMany({ toggles: ['a'] });
    trial.files.set('a', { body: { ...enabled, trackAccessEvents: true } });
    const plan = await trial.plan();
    expect(lines(plan)[0]).toContain(`(before: nothing). ${tracked}`);
    await trial.run(plan);
    expect(trial.results.get('a')?.kind).toBe('pushed');
    expect(trial.service.targeting('P', 'dev', 'a').trackAccessEvents).toBe(true);
  });

  const path = '/api/projects/P/environments/dev/toggles/a/targeting';
  const startTracking = async (...given: Parameters<typeof startMany>) => {
    const trial = await startMany({ toggles: ['a'], ...given[0] });
    await patch(trial.service, path, enabled);
    trial.files.set('a', { body: { ...enabled, trackAccessEvents: true } });
    return trial;
  };

  test('pushes only tracking without a new version', async () => {
    const trial = await startTracking();
    const plan = await trial.plan();
    expect(lines(plan)).toEqual([
      `a: ready: ${tracked} Nobody's value changes. Fields not in the file keep the service\'s values: rules, disabledServe.`,
    ]);
    await trial.run(plan);
    expect(trial.results.get('a')).toEqual({ kind: 'pushed', words: 'version 2' });
    expect(trial.service.targeting('P', 'dev', 'a')).toMatchObject({ version: 2, trackAccessEvents: true });
  });

  test('does not undo a tracking change that was made after the table was created', async () => {
    const trial = await startMany({ toggles: ['a'] });
    await patch(trial.service, path, { trackAccessEvents: true });
    trial.files.set('a', { body: { ...enabled, trackAccessEvents: true } });
    const plan = await trial.plan();
    expect(lines(plan)[0]).not.toContain(tracked);
    await patch(trial.service, path, { trackAccessEvents: false });
    await trial.run(plan);
    expect(trial.results.get('a')?.words).toBe('it has changed there since it was last seen here. Merge, or pull it.');
  });

  test('refuses a file that changes only tracking if approval is required', async () => {
    const trial = await startTracking({ environment: { enableApproval: true, reviewers: ['anna'] } });
    expect(lines(await trial.plan())).toEqual([
      'a: refused: Not pushed: only "trackAccessEvents" would change, which cannot be submitted for approval. Push it alone.',
    ]);
  });
});
