/** Tests that a pull writes the live version into the file, asks if it must, and overwrites nothing unseen. */
import { describe, expect, test } from 'vitest';
import type { LastSeen, Remembered } from '../../server/src/service/push/memory.js';
import { seenNow } from '../../server/src/service/push/memory.js';
import type { FileNow, Pulled, PullPorts } from '../../server/src/service/pull/pull.js';
import { pullFile } from '../../server/src/service/pull/pull.js';
import type { Targeting, Version } from '../../server/src/service/http/answers/answers.js';
import type { Reading } from '../../server/src/service/http/answers/reading.js';
import type { State } from '../../server/src/core/targeting/state/state.js';
import { targetAt } from './pushTrial.js';
import { targetingOf } from './state/states.js';

const target = targetAt('https://toggles.example.com', { toggle: 'checkout' });
const variations = [{ value: 'false' }, { value: 'true' }];
const serving = (select: number): State => ({
  disabled: false,
  content: { rules: [], disabledServe: { select: 0 }, defaultServe: { select }, variations },
});
const [off, on] = [serving(0), serving(1)];
const live = targetingOf(on, { version: 7, modifiedBy: 'bea' });
const seen = (state: State, version = 6): LastSeen => ({ kind: 'seen', version, state, time: 900 });
const says = (body: object, version = 3): FileNow => ({ kind: 'object', version, body: JSON.stringify(body) });

interface World {
  readonly file: FileNow;
  readonly base?: Remembered;
  readonly live?: Reading<Targeting>;
  readonly newest?: State;
  readonly answer?: 'merge' | 'replace';
  readonly changesMeanwhile?: boolean;
  /** The file after the question is answered. */
  readonly then?: FileNow;
  readonly changesBeforeMerge?: boolean;
  readonly completes?: boolean;
}

/** @returns questions and actions in order, then the result */
async function pull(world: World): Promise<string> {
  const done: string[] = [];
  const ports: PullPorts = {
    remembered: () => Promise.resolve(world.base),
    remember: (_, what) => {
      if (what?.kind !== 'seen') throw new Error('What was seen is remembered.');
      const { version, time, unconfirmed, state } = what;
      done.push(`remember ${version} at ${time}${unconfirmed ? ', unconfirmed' : ''}`);
      expect([what.leftToService, state]).toEqual([undefined, on]);
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
    merge: async ({ base, theirs, yours }) => {
      done.push(
        `merge ${[base, theirs.state, yours].map(({ content }) => JSON.stringify(content['defaultServe'])).join()}`,
      );
      if (world.changesBeforeMerge === true) return 'changed';
      if (world.completes !== false) await ports.remember(target, { ...seenNow(ports, theirs), unconfirmed: true });
      return 'merging';
    },
  };
  const version: Version = { version: 6, comment: '', by: undefined, time: undefined, state: world.newest ?? off };
  const result = await pullFile(ports, target, {
    read: () => Promise.resolve(world.live ?? { kind: 'read', value: live }),
    history: () => Promise.resolve({ kind: 'read', value: { versions: [version], total: 1 } }),
  });
  if ('target' in result) expect(result.target).toBe(target);
  return [...done, wordsOf(result)].join(' | ');
}

function wordsOf(result: Pulled): string {
  const waits =
    'pending' in result && result.pending?.by !== undefined ? ` while a change by ${result.pending.by} waits` : '';
  switch (result.kind) {
    case 'pulled':
      return [`pulled ${result.version}${waits}`, ...result.changes].join(': ');
    case 'refused':
      return `refused: ${result.reason}`;
    case 'failed':
      return `failed: ${result.outcome.kind}`;
    default:
      return `${result.kind}${'version' in result ? ` ${result.version}${waits}` : ''}`;
  }
}

const third = { ...off, disabled: true };
const toOn = 'The default now serves "true" (before: "false").';
const asked = `ask: Enables the toggle. ${toOn}`;
const edited = 'edit version 3 to say {"select":1}';
const merges = `ask with merge${asked.slice(3)} | merge {"select":0},{"select":1},{"select":0}`;
const unsure = 'remember 7 at 1000, unconfirmed';
const both = `pulled 7: Enables the toggle.: ${toOn}`;
const isOn = says({ comment: 'c', ...on });
const unconfirmed = { ...seen(on), unconfirmed: true } as const;
const behind: World = { file: says(third), base: seen(off) };
const replaced: World = { file: says(third), answer: 'replace' };
const pending = { kind: 'pending', by: 'cleo', since: undefined, reviewers: [] } as const;
const waiting: Reading<Targeting> = { kind: 'read', value: { ...live, state: off, pending } };
const throttled: Reading<Targeting> = { kind: 'failed', outcome: { kind: 'throttled', retryAfter: '9' } };
const byAll = `${edited} | remember 7 at 1000 | pulled 7`;

describe.each<[string, readonly (readonly [title: string, world: World, said: string | RegExp])[]]>([
  [
    'Without a question',
    [
      ['an empty file gets all, and the live version becomes its base', { file: { kind: 'empty', version: 3 } }, byAll],
      ['a file that has a comment alone does, too', { file: says({ comment: 'c' }) }, byAll],
      [
        'as does one that says a part',
        { file: says({ disabled: false, content: { defaultServe: { select: 1 } } }) },
        byAll,
      ],
      [
        'a file that was not changed here gets what others changed, and a push after an undo shows the diff',
        { file: says(off), base: seen(off) },
        `${edited} | ${unsure} | pulled 7: ${toOn}`,
      ],
      ['a file that matches gets its base', { file: isOn }, 'remember 7 at 1000 | nothing-new 7'],
      ['a file that matches gets a newer base', { file: isOn, base: seen(off) }, 'remember 7 at 1000 | nothing-new 7'],
      ['after an undo it stays marked', { file: isOn, base: unconfirmed }, `${unsure} | nothing-new 7`],
    ],
  ],
  [
    'A file that differs from the live version',
    [
      ['and has no known base is not replaced unasked', { file: says(third) }, `${asked} | abandoned`],
      ['is replaced when the person says so', replaced, `${asked} | ${edited} | ${unsure} | ${both}`],
      [
        'is replaced after the editor has closed and opened it again',
        { ...replaced, then: says(third, 1) },
        `${asked} | edit version 1 to say {"select":1} | ${unsure} | ${both}`,
      ],
      ['is not replaced when it says something else then', { ...replaced, then: says(off, 1) }, / \| refused: [^|]+$/],
      [
        'and was made from the live version is only replaced',
        { file: says(third), base: seen(on) },
        `${asked} | abandoned`,
      ],
      [
        'is not merged when it has changed in the meantime, and the person is told so',
        { ...behind, answer: 'merge', changesBeforeMerge: true },
        `${merges} | refused: the file changed in the meantime. Pull again.`,
      ],
      [
        'and was made from an earlier version can be merged, and its next push shows the diff',
        { ...behind, answer: 'merge' },
        `${merges} | ${unsure} | merging 7`,
      ],
      [
        'gets no new base before its merge is complete',
        { ...behind, answer: 'merge', completes: false },
        `${merges} | merging 7`,
      ],
      [
        'because a pull was undone is asked about again',
        { file: says(third), base: unconfirmed },
        `${asked} | abandoned`,
      ],
      [
        'and was pushed when the service could not be read is only replaced',
        { file: says(third), base: { kind: 'pushed', body: JSON.stringify(third), time: 1 } },
        `${asked} | abandoned`,
      ],
    ],
  ],
  [
    'While a change is waiting for approval',
    [
      [
        'a pull brings the live version into the file, and says that a change waits',
        { file: { kind: 'empty', version: 3 }, live: waiting, newest: on },
        `${edited} | remember 6 at 1000 | pulled 6 while a change by cleo waits`,
      ],
    ],
  ],
  [
    'Nothing is changed and nothing remembered',
    [
      ['when the service cannot be read', { file: says(off), live: throttled }, 'failed: throttled'],
      ['when the file is not an object', { ...behind, file: { kind: 'not-an-object' } }, /^refused: .*JSON object/],
      ['when the file is changing', { ...behind, file: { kind: 'changing' } }, /^refused: .*changed.*again/],
      ['when the file is unknown', { ...behind, file: { kind: 'unknown' } }, /^refused: .*language JSON/],
      [
        'when the file changes while the person is asked',
        { file: says(off), answer: 'replace', changesMeanwhile: true },
        /^ask: [^|]+ \| edit [^|]+ \| refused: /,
      ],
    ],
  ],
])('%s', (_, rows) => {
  test.each(rows)('%s', async (__, world, said) => {
    const found = await pull(world);
    if (typeof said === 'string') expect(found).toBe(said);
    else expect(found).toMatch(said);
  });
});
