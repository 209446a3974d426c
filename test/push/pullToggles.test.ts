/** Tests pulling toggles without a file: which get a file, which do not and why, and how many are read at once. */
import { describe, expect, test } from 'vitest';
import type { LastSeen } from '../../server/src/service/push/memory.js';
import type { TogglePorts, ToggleResult } from '../../server/src/service/pull/pullToggles.js';
import { keysIn, pullToggles } from '../../server/src/service/pull/pullToggles.js';
import type { Failure } from '../../server/src/service/http/answers/outcome.js';
import type { FileFor } from '../../server/src/core/protocol.js';
import { targetAt } from './pushTrial.js';
import { targetingOf } from './state/states.js';

const place = targetAt('https://toggles.example.com', { toggle: '' });
const state = { disabled: true, content: { rules: [] } };
const live = targetingOf(state, { version: 4 });
const uriOf = (toggle: string) => `file:///r/${toggle}.targeting.json`;
const file = (toggle: string): FileFor => ({ toggle, uri: uriOf(toggle) });

interface Session {
  readonly results: readonly ToggleResult[];
  readonly read: readonly string[];
  readonly remembered: readonly (readonly [string, string, LastSeen])[];
  readonly done: number;
}

async function pull(files: readonly FileFor[], changes: Partial<TogglePorts> = {}): Promise<Session> {
  const read: string[] = [];
  const remembered: (readonly [string, string, LastSeen])[] = [];
  let done = 0;
  const answers = {
    exists: () => Promise.resolve(false),
    read: () => Promise.resolve({ kind: 'read', value: { answer: live, live } } as const),
    create: () => Promise.resolve('created' as const),
    isCanceled: () => false,
    ...changes,
  };
  const results = await pullToggles(
    {
      ...answers,
      read: (target) => (read.push(target.toggle), answers.read(target)),
      remember: (uri, { toggle }, base) => {
        remembered.push([uri, toggle, base]);
        return Promise.resolve();
      },
      now: () => 1000,
      done: () => (done += 1),
    },
    place,
    files,
  );
  return { results, read, remembered, done };
}

const failing =
  (toggle: string, outcome: Failure): TogglePorts['read'] =>
  (target) =>
    Promise.resolve(
      target.toggle === toggle ? { kind: 'failed', outcome } : { kind: 'read', value: { answer: live, live } },
    );

describe('A toggle', () => {
  test('gets a file, and the live version becomes the base of the file', async () => {
    expect(await pull([file('a'), file('b')])).toEqual({
      results: [
        { kind: 'created', toggle: 'a', uri: uriOf('a') },
        { kind: 'created', toggle: 'b', uri: uriOf('b') },
      ],
      read: ['a', 'b'],
      remembered: ['a', 'b'].map((toggle) => [uriOf(toggle), toggle, { kind: 'seen', version: 4, state, time: 1000 }]),
      done: 2,
    });
  });

  test('is not read if it already has a file', async () => {
    const session = await pull([file('a'), file('b')], { exists: (uri) => Promise.resolve(uri === uriOf('a')) });
    expect(session.results.map(({ kind }) => kind)).toEqual(['exists', 'created']);
    expect(session.read).toEqual(['b']);
  });

  test('keeps a file that appears in the meantime, and nothing is remembered', async () => {
    const session = await pull([file('a')], { create: () => Promise.resolve('exists') });
    expect(session).toMatchObject({ results: [{ kind: 'exists' }], remembered: [] });
  });

  test('is reported with the reason if it cannot have a file, and the others are still pulled', async () => {
    const session = await pull([{ toggle: 'a/b', reason: 'no "/".' }, file('c')]);
    expect(session.results).toEqual([
      { kind: 'refused', toggle: 'a/b', reason: 'no "/".' },
      { kind: 'created', toggle: 'c', uri: uriOf('c') },
    ]);
  });

  test('is reported if the service does not have it, and the others are still pulled', async () => {
    const outcome = { kind: 'not-found', message: 'no' } as const;
    const { results, remembered } = await pull([file('a'), file('b')], { read: failing('a', outcome) });
    expect(results).toEqual([
      { kind: 'failed', toggle: 'a', target: { ...place, toggle: 'a' }, outcome },
      { kind: 'created', toggle: 'b', uri: uriOf('b') },
    ]);
    expect(remembered.map(([uri]) => uri)).toEqual([uriOf('b')]);
  });

  test('is reported with the reason if its file cannot be written', async () => {
    const session = await pull([file('a')], { create: () => Promise.resolve({ reason: 'disk full' }) });
    expect(session).toMatchObject({ results: [{ kind: 'refused', reason: 'disk full' }], remembered: [] });
  });
});

const many = Array.from({ length: 20 }, (_, index) => file(`t${index}`));

test('At most four toggles are read in parallel', async () => {
  let [now, most] = [0, 0];
  const { read } = await pull(many, {
    read: async () => {
      most = Math.max(most, (now += 1));
      await Promise.resolve();
      now -= 1;
      return { kind: 'read', value: { answer: live, live } };
    },
  });
  expect(most).toBe(4);
  expect(read.length).toBe(20);
});

test('No more toggles are read after the service responds "too many requests"', async () => {
  const { results, read } = await pull(many, { read: failing('t5', { kind: 'throttled', retryAfter: '9' }) });
  expect(read.length).toBeLessThan(12);
  expect(results.filter(({ kind }) => kind === 'failed').map(({ toggle }) => toggle)).toEqual(['t5']);
  expect(results.filter(({ kind }) => kind === 'not-tried').length).toBe(20 - read.length);
});

test('No more toggles are read after a cancellation, and the written files stay', async () => {
  let count = 0;
  const { results, done } = await pull(many, {
    isCanceled: () => count >= 3,
    create: () => {
      count += 1;
      return Promise.resolve('created');
    },
  });
  expect(done).toBeLessThan(20);
  expect(results.filter(({ kind }) => kind === 'created').length).toBe(done);
  expect(results.filter(({ kind }) => kind === 'not-tried').length).toBe(20 - done);
});

test('Keys are split at commas and white space, without duplicates', () => {
  expect(keysIn(' a, b;c\n\td\r\na,,b ')).toEqual(['a', 'b;c', 'd', 'b']);
  expect(keysIn(' , \n')).toEqual([]);
});
