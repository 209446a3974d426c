/**
 * Whether access events are tracked goes along with a push, but is no part of a state: it alone makes no version, has no
 * version lock, and no request for approval carries it (service.md B). Against a real service on loopback.
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

/** A push of the file to dev, or the environment that is named, by a person who says yes; what was asked is kept. */
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

/** Each does what is wanted once. */
function once(work: () => Promise<unknown>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (!isDone) await work();
    isDone = true;
  };
}

describe('A push of a state and of tracking', () => {
  test('that lost its lock to the same state is not told as pushed before tracking is', async () => {
    const service = await startTrial();
    const content = { defaultServe: { select: 0 } };
    const { editor, questions } = editorOf(service, { disabled: false, content, trackAccessEvents: true });
    const beforeSending = once(() => patch(service, dev, { comment: 'a colleague', disabled: false, content }));
    const result = await pushFrom({ ...editor, beforeSending });
    expect(result).toMatchObject({ kind: 'outcome', outcome: { kind: 'ok' } });
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ version: 2, trackAccessEvents: true });
    expect(questions.map(({ changes }) => changes)).toEqual([
      ['Turns the toggle on.', 'The default now serves "Off" (before: nothing).', tracked],
      [tracked],
    ]);
  });
});

describe('A push of tracking alone', () => {
  const startEnabled = async () => {
    const service = await startTrial();
    await patch(service, dev, { disabled: false });
    return { service, ...editorOf(service, { disabled: false, trackAccessEvents: true }) };
  };

  test('remembers no version that there is not, when the answer says nothing', async () => {
    const { editor, memory } = await startEnabled();
    const received = (exchanged: Exchange): Exchange => ({
      ...exchanged,
      answer: { status: 200, headers: {}, body: '' },
    });
    expect(await pushFrom({ ...editor, received })).toMatchObject({ outcome: { kind: 'ok' } });
    expect(memory.get('dev')).toMatchObject({ kind: 'seen', version: 2 });
  });

  test('takes nothing for seen that a colleague pushed in between, because it has no lock', async () => {
    const { service, editor, memory } = await startEnabled();
    const beforeSending = once(() => patch(service, dev, { content: { disabledServe: { select: 1 } } }));
    expect(await pushFrom({ ...editor, beforeSending })).toMatchObject({ outcome: { kind: 'ok' } });
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ version: 3, trackAccessEvents: true });
    expect(memory.get('dev')).toMatchObject({ kind: 'seen', version: 2 });
  });
});

describe('Where approval is required', () => {
  const remark = '"trackAccessEvents" cannot be submitted for approval: only a push without approval changes it.';

  test('it is said that a request cannot carry tracking', async () => {
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

  test('tracking alone is not offered for approval', async () => {
    const service = await startTrial();
    await patch(service, online, { disabled: false });
    const { editor, questions } = editorOf(service, { disabled: false, trackAccessEvents: true }, 'online');
    await pushFrom(editor);
    expect(questions).toMatchObject([{ reviewers: undefined, changes: [tracked], remarks: [remark] }]);
    expect(service.targeting('P', 'online', 'T')).toMatchObject({ version: 2, trackAccessEvents: true });
  });
});

describe('A push of many files', () => {
  test('says that tracking changes, too', async () => {
    const trial = await startMany({ toggles: ['a'] });
    trial.files.set('a', { body: { ...enabled, trackAccessEvents: true } });
    const plan = await trial.plan();
    expect(lines(plan)[0]).toContain(`instead of nothing. ${tracked}`);
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

  test('pushes tracking alone, as no new version', async () => {
    const trial = await startTracking();
    const plan = await trial.plan();
    expect(lines(plan)).toEqual([
      `a: ready: ${tracked} Nobody's value changes. Not in the file, so the service keeps its own: rules, disabledServe.`,
    ]);
    await trial.run(plan);
    expect(trial.results.get('a')).toEqual({ kind: 'pushed', words: 'version 2' });
    expect(trial.service.targeting('P', 'dev', 'a')).toMatchObject({ version: 2, trackAccessEvents: true });
  });

  test('undoes no change of tracking that came after the table', async () => {
    const trial = await startMany({ toggles: ['a'] });
    await patch(trial.service, path, { trackAccessEvents: true });
    trial.files.set('a', { body: { ...enabled, trackAccessEvents: true } });
    const plan = await trial.plan();
    expect(lines(plan)[0]).not.toContain(tracked);
    await patch(trial.service, path, { trackAccessEvents: false });
    await trial.run(plan);
    expect(trial.results.get('a')?.words).toBe('it has changed there since it was last seen here. Merge, or pull it.');
  });

  test('leaves tracking alone to a push of the file where approval is required', async () => {
    const trial = await startTracking({ environment: { enableApproval: true, reviewers: ['anna'] } });
    expect(lines(await trial.plan())).toEqual([
      'a: refused: Not pushed: only "trackAccessEvents" would change, which cannot be submitted for approval. Push it alone.',
    ]);
  });
});
