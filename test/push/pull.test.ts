/** A pull brings what is live into the file. It asks where it must, remembers what it saw, and overwrites nothing unseen. */
import { describe, expect, test } from 'vitest';
import type { LastSeen, Remembered } from '../../server/src/service/push/memory.js';
import type { FileNow, Pulled, PullPorts } from '../../server/src/service/pull.js';
import { pullFile } from '../../server/src/service/pull.js';
import type { Targeting, Version } from '../../server/src/service/http/answers.js';
import type { Reading } from '../../server/src/service/http/reading.js';
import type { State } from '../../server/src/core/targeting/state/state.js';
import { targetAt } from './pushTrial.js';

const target = targetAt('https://toggles.example.com', { toggle: 'checkout' });
const variations = [{ value: 'false' }, { value: 'true' }];
const serving = (select: number): State => ({
  disabled: false,
  content: { rules: [], disabledServe: { select: 0 }, defaultServe: { select }, variations },
});
const [off, on] = [serving(0), serving(1)];
const live: Targeting = {
  state: on,
  version: 7,
  modifiedBy: 'bea',
  modifiedTime: undefined,
  reviewers: undefined,
  pending: undefined,
};
const seen = (state: State, version = 6): LastSeen => ({ kind: 'seen', version, state, time: 900 });
const says = (body: object, version = 3): FileNow => ({ kind: 'object', version, body: JSON.stringify(body) });
const toOn = ['By default it serves "true" instead of "false".'];

interface Session {
  readonly result: Pulled;
  /** What was asked and done, in its order. */
  readonly done: readonly string[];
  readonly remembered: readonly Remembered[];
}

interface World {
  readonly file: FileNow;
  readonly base?: Remembered;
  readonly live?: Reading<Targeting>;
  readonly newest?: State;
  readonly answer?: 'merge' | 'replace';
  readonly changesMeanwhile?: boolean;
  /** The file once the question is answered. */
  readonly then?: FileNow;
  /** The file changes before the merge begins. */
  readonly changesBeforeMerge?: boolean;
  /** Whether a merge is completed. */
  readonly completes?: boolean;
}

async function pull(world: World): Promise<Session> {
  const done: string[] = [];
  const remembered: Remembered[] = [];
  const ports: PullPorts = {
    remembered: () => Promise.resolve(world.base),
    remember: (_, what) => {
      done.push('remember');
      if (what !== undefined) remembered.push(what);
      return Promise.resolve(true);
    },
    now: () => 1000,
    file: () => Promise.resolve((done.length > 0 ? world.then : undefined) ?? world.file),
    edit: (state, version) => {
      done.push(`edit version ${version} to say ${JSON.stringify(state.content['defaultServe'])}`);
      return Promise.resolve(world.changesMeanwhile !== true);
    },
    ask: ({ changes, canMerge }) => {
      done.push(`ask${canMerge ? ' with merge' : ''}: ${changes.join(' ')}`);
      return Promise.resolve(world.answer);
    },
    merge: async ({ base, theirs, yours, merged }) => {
      done.push(
        `merge ${[base, theirs.state, yours].map(({ content }) => JSON.stringify(content['defaultServe'])).join()}`,
      );
      if (world.changesBeforeMerge === true) return 'changed';
      if (world.completes !== false) await merged();
      return 'merging';
    },
  };
  const version: Version = { version: 6, comment: '', by: undefined, time: undefined, state: world.newest ?? off };
  const result = await pullFile(ports, target, {
    read: () => Promise.resolve(world.live ?? { kind: 'read', value: live }),
    history: () => Promise.resolve({ kind: 'read', value: { versions: [version], total: 1 } }),
  });
  return { result, done, remembered };
}

const told = { target, version: 7, pending: undefined };
const edited = 'edit version 3 to say {"select":1}';
const unsure = { ...seen(on, 7), time: 1000, unconfirmed: true };

describe('Without a question', () => {
  test.each<[string, FileNow]>([
    ['an empty file', { kind: 'empty', version: 3 }],
    ['a file that has a comment alone', says({ comment: 'c' })],
    ['a file that says a part of it', says({ disabled: false, content: { defaultServe: { select: 1 } } })],
  ])('%s gets all that is live, and the live version becomes its base', async (_what, file) => {
    expect(await pull({ file })).toEqual({
      result: { ...told, kind: 'pulled', changes: [] },
      done: [edited, 'remember'],
      remembered: [{ ...seen(on, 7), time: 1000 }],
    });
  });

  test('a file that was not changed here gets what others changed, and a push after an undo shows the diff', async () => {
    expect(await pull({ file: says(off), base: seen(off) })).toEqual({
      result: { ...told, kind: 'pulled', changes: toOn },
      done: [edited, 'remember'],
      remembered: [unsure],
    });
  });

  test('a file that matches what is live stays as it is, and the live version becomes its base', async () => {
    const file = says({ comment: 'c', ...on });
    const nothingNew = { result: { ...told, kind: 'nothing-new' }, done: ['remember'] };
    for (const base of [undefined, seen(off)])
      expect(await pull({ file, ...(base && { base }) })).toEqual({
        ...nothingNew,
        remembered: [{ ...seen(on, 7), time: 1000 }],
      });
    const base = { ...seen(on), unconfirmed: true } as const;
    expect(await pull({ file, base })).toEqual({ ...nothingNew, remembered: [unsure] });
  });
});

describe('A file that differs from what is live', () => {
  const third = { ...off, disabled: true };
  const changes = ['Turns the toggle on.', ...toOn].join(' ');
  const asked = `ask: ${changes}`;

  test('and has no known base is replaced only when the person says so', async () => {
    expect(await pull({ file: says(third) })).toEqual({
      result: { kind: 'abandoned' },
      done: [asked],
      remembered: [],
    });
    expect(await pull({ file: says(third), answer: 'replace' })).toMatchObject({
      result: { kind: 'pulled' },
      done: [asked, edited, 'remember'],
      remembered: [unsure],
    });
  });

  test('is replaced after the editor has closed and opened it again, unless it says something else then', async () => {
    const asks: World = { file: says(third), answer: 'replace' };
    const { done } = await pull({ ...asks, then: says(third, 1) });
    expect(done).toEqual([asked, 'edit version 1 to say {"select":1}', 'remember']);
    expect((await pull({ ...asks, then: says(off, 1) })).result).toMatchObject({ kind: 'refused' });
  });

  test('and was made from the live version cannot be merged, only replaced', async () => {
    const { done } = await pull({ file: says(third), base: seen(on) });
    expect(done).toEqual([asked]);
  });

  test('is not merged when it has changed meanwhile, and the person is told so', async () => {
    const { result, remembered } = await pull({
      ...{ file: says(third), base: seen(off), answer: 'merge', changesBeforeMerge: true },
    });
    expect(result).toEqual({ kind: 'refused', reason: 'the file changed meanwhile. Pull again.' });
    expect(remembered).toEqual([]);
  });

  test('and was made from an earlier version can be merged, and its next push shows the diff', async () => {
    expect(await pull({ file: says(third), base: seen(off), answer: 'merge' })).toEqual({
      result: { ...told, kind: 'merging' },
      done: [`ask with merge: ${changes}`, 'merge {"select":0},{"select":1},{"select":0}', 'remember'],
      remembered: [unsure],
    });
  });

  test('gets no new base when its merge is not completed', async () => {
    const session = await pull({ file: says(third), base: seen(off), answer: 'merge', completes: false });
    expect(session).toMatchObject({ result: { kind: 'merging' }, remembered: [] });
  });

  test('because a pull was undone is asked about again', async () => {
    const { done } = await pull({ file: says(third), base: { ...seen(on), unconfirmed: true } });
    expect(done).toEqual([asked]);
  });

  test('and was pushed when the service could not be read cannot be merged, only replaced', async () => {
    const { done } = await pull({ file: says(third), base: { kind: 'pushed', body: JSON.stringify(third), time: 1 } });
    expect(done).toEqual([asked]);
  });
});

describe('While a change waits for approval', () => {
  const pending = { kind: 'pending', by: 'cleo', since: undefined, reviewers: [] } as const;

  test('a pull brings what is live into the file, and says that a change waits', async () => {
    const waiting: Targeting = { ...live, state: off, version: 7, pending };
    const session = await pull({
      file: { kind: 'empty', version: 3 },
      live: { kind: 'read', value: waiting },
      newest: on,
    });
    expect(session).toEqual({
      result: { target, version: 6, pending, kind: 'pulled', changes: [] },
      done: [edited, 'remember'],
      remembered: [{ ...seen(on, 6), time: 1000 }],
    });
  });
});

describe('Nothing is changed and nothing remembered', () => {
  test('when the service cannot be read', async () => {
    const outcome = { kind: 'throttled', retryAfter: '9' } as const;
    expect(await pull({ file: says(off), live: { kind: 'failed', outcome } })).toEqual({
      result: { kind: 'failed', target, outcome },
      done: [],
      remembered: [],
    });
  });

  test.each<[FileNow, RegExp]>([
    [{ kind: 'not-an-object' }, /JSON object/],
    [{ kind: 'changing' }, /changed.*again/],
    [{ kind: 'unknown' }, /language JSON/],
  ])('when the file is %j', async (file, reason) => {
    expect(await pull({ file, base: seen(off) })).toEqual({
      result: { kind: 'refused', reason: expect.stringMatching(reason) as unknown },
      done: [],
      remembered: [],
    });
  });

  test('when the file changes while the person is asked', async () => {
    const session = await pull({ file: says(off), answer: 'replace', changesMeanwhile: true });
    expect(session).toMatchObject({ result: { kind: 'refused' }, remembered: [] });
  });
});
