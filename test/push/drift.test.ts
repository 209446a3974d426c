/** Tests the words of the lens for each combination of file, live version and base. */
import { describe, expect, test } from 'vitest';
import type { Remembered } from '../../server/src/service/push/memory.js';
import type { Drift, View } from '../../server/src/service/driftWords.js';
import { driftOf, fencedDrift, environmentsToCompare, entryIfEqual } from '../../server/src/service/driftWords.js';
import { driftOfErrors, withoutRepeats } from '../../server/src/service/fileErrors.js';
import type { Approval, Targeting } from '../../server/src/service/http/answers/answers.js';
import type { Failure } from '../../server/src/service/http/answers/outcome.js';
import type { Plain } from '../../server/src/core/targeting/state/state.js';
import { timeOf } from '../../server/src/service/words/timeOf.js';
import { forAll } from '../support/forAll.js';
import { targetAt } from './pushTrial.js';
import { targetingOf } from './state/states.js';

const place = { environment: 'production', environmentKey: 'production', api: 'featureprobe' } as const;
const target = targetAt('https://toggles.example.com', place);
const variations = [{ value: 'false' }, { value: 'true' }];
const content: Plain = {
  rules: [
    { name: 'a', serve: { select: 0 } },
    { name: 'b', serve: { select: 1 } },
  ],
  defaultServe: { select: 0 },
  variations,
};
const file: Plain = { comment: 'of the file', disabled: false, content };
const live = targetingOf({ disabled: false, content }, { version: 12, modifiedBy: 'anna' });
const read = Date.now();
const wasRead = `Version 12, read ${timeOf(read)}.`;

function seenAs(changes: Partial<Targeting> = {}) {
  return { snapshot: { kind: 'seen', seen: { live: { ...live, ...changes }, time: read } } } as const;
}

function lens(changes: Partial<View> = {}): Promise<Drift> {
  return driftOf({ target, ...seenAs(), remembered: undefined, body: file, ...changes });
}

function fileWith(changes: Plain): Partial<View> {
  return { body: { ...file, content: { ...content, ...changes } } };
}

function liveWith(changes: Plain, more: Partial<Targeting> = {}): Partial<View> {
  return seenAs({ version: 13, state: { disabled: false, content: { ...content, ...changes } }, ...more });
}

const remembered: Remembered = { kind: 'seen', version: 12, state: live.state, time: read - 1_000 };

const title = async (changes?: Partial<View>) => (await lens(changes)).title;
const sentences = async (changes?: Partial<View>) => (await lens(changes)).tooltip.split('\n').slice(1);

test('The lens shows both name and key of an environment if they differ', async () => {
  const hidden = { ...target, environment: 'dev' };
  const drift = await driftOf({ target: hidden, snapshot: undefined, remembered: undefined, body: {} });
  expect(drift.title).toBe('dev (key production): …');
  expect(drift.tooltip).toContain('dev (key production) of P');
});

test('The lens shows only the name of the environment until a status is known', async () => {
  expect(await lens({ snapshot: undefined })).toEqual({
    title: 'production: …',
    words: 'not compared yet',
    kind: 'not-compared',
    tooltip: 'production of P on toggles.example.com',
    click: 'show-diff',
  });
});

test('A file with errors is not compared', async () => {
  expect(await driftOfErrors({ target, ...seenAs() }, 1)).toEqual({
    title: 'not compared: the file has 1 error',
    words: 'not compared: the file has 1 error',
    kind: 'not-compared',
    isOfFile: true,
    tooltip: 'A file with errors cannot be pushed, so it is not compared with the live version.',
    click: 'show-problems',
  });
  expect((await driftOfErrors({ target, ...seenAs() }, 2)).words).toBe('not compared: the file has 2 errors');
});

test('A file with errors still shows that an environment was not read', async () => {
  const titles = await Promise.all(
    ([undefined, { kind: 'no-token' }, { kind: 'failed', outcome: offline, seen: { live, time: read } }] as const).map(
      async (snapshot) => (await driftOfErrors({ target, snapshot }, 1)).title,
    ),
  );
  expect(titles).toEqual(['production: …', 'production: set token', 'production: offline']);
});

test('The lenses of several environments report only once that the file has errors', async () => {
  const { snapshot } = seenAs();
  const snapshots = [{ kind: 'no-token' } as const, snapshot, snapshot];
  const all = await Promise.all(
    snapshots.map(async (snapshot) => ({ drift: await driftOfErrors({ target, snapshot }, 1) })),
  );
  expect(withoutRepeats(all).map(({ drift }) => drift.title)).toEqual([
    'production: set token',
    'not compared: the file has 1 error',
  ]);
});

test('The lens says "up to date" if the file matches the live version', async () => {
  expect(await lens()).toEqual({
    title: 'production: up to date · version 12',
    words: 'up to date · version 12',
    kind: 'same',
    tooltip: `production of P on toggles.example.com\n${wasRead}`,
    click: 'show-diff',
  });
});

const [ruleA, ruleB] = content['rules'] as readonly Plain[];
const turned = liveWith({ variations: [{ value: 'true' }, { value: 'false' }] });
const oneRule = fileWith({ rules: [{ ...ruleA, serve: { select: 1 } }, ruleB] });
const noRules = fileWith({ rules: [] });
const two = { ...content, defaultServe: { select: 1 }, variations: [...variations, { value: 'maybe' }] };
const anonymous = { ...liveWith({ defaultServe: { select: 1 } }, { modifiedBy: undefined }), remembered };
const sameLater = { ...seenAs({ version: 13 }), remembered };
const waitsFor = (...reviewers: readonly string[]) =>
  submitted({ kind: 'pending', by: 'anna', since: undefined, reviewers });
const guarded = { ...target, protected: true };

test('The lens summarizes how the file differs from the live version', () =>
  forAll<readonly [title: string, view: Partial<View>]>(
    [
      // The service keeps fields that the file omits or sets to null.
      ['production: up to date · version 12', { body: {} }],
      ['production: up to date · version 13', { ...liveWith({ rules: [] }), ...fileWith({ rules: null }) }],
      ['production: differs in 1 rule', oneRule],
      ['production: differs in 3 rules', fileWith({ rules: [{ name: 'c', serve: { select: 1 } }] })],
      ['production: differs in the order of rules', fileWith({ rules: [ruleB, ruleA] })],
      ['production: differs in the default and variations', fileWith(two)],
      ['production: differs in on/off and 2 more', { body: { ...file, disabled: true, content: two } }],
      ['production: differs in variations', liveWith({ variations: [...variations, { value: 'maybe' }] })],
      ['production: differs in 2 rules', { ...noRules, remembered }],
      // A newer version that changes nothing is ignored.
      ['production: up to date · version 13', sameLater],
      ['production: differs in 2 rules', { ...sameLater, ...noRules }],
      ['production: newer version 13', anonymous],
      ['production: is waiting for approval', waitsFor()],
      ['production: is waiting for bob', waitsFor('bob')],
      ['production: is waiting for approval', waitsFor('a', 'b', 'c')],
      ['$(warning)\u00A0production: variations in another order', turned],
      ['$(warning)\u00A0production: variations in another order', { ...turned, remembered }],
      ['$(lock)\u00A0production: up to date · version 12', { target: guarded }],
      ['$(warning)\u00A0$(lock)\u00A0production: variations in another order', { ...turned, target: guarded }],
      ['production: not found', failed({ kind: 'not-found', message: 'no' })],
    ],
    async ([words, view]) => expect(await title(view)).toBe(words),
  ));

test('The tooltip lists the changes that a push would make, and warns of a new variation order', async () => {
  const rule = 'Rule "a" now serves "true" instead of "false".';
  expect(await sentences(oneRule)).toEqual(['A push would change:', rule, wasRead]);
  expect((await sentences({ ...sameLater, ...noRules }))[0]).toBe('A push would change:');
  expect((await sentences(turned))[0]).toContain('an index may refer to another variation');
});

test('The tooltip truncates a long list of changes', async () => {
  const rules = Array.from({ length: 20 }, (_, index) => ({ name: `new ${index}`, serve: { select: 0 } }));
  const shown = await sentences(fileWith({ rules }));
  expect(shown).toHaveLength(10);
  expect(shown.at(-2)).toBe('…');
});

test('The lens names the author of the last push if the file is unchanged', async () => {
  const behind = await lens({ ...liveWith({ defaultServe: { select: 1 } }), remembered });
  expect(behind.title).toBe('production: changed by anna');
  expect(behind.click).toBe('show-diff');
  expect(behind.tooltip).toContain(
    'It has changed since you last pulled or pushed:\nThe default now serves "true" (before: "false").\nVersion 13',
  );
  expect(behind.tooltip).not.toContain('A push would');
});

test('The lens names the difference if both the file and the live version have changed', async () => {
  const both = { ...liveWith({ defaultServe: { select: 1 } }), ...fileWith({ rules: [] }), remembered };
  expect(await lens(both)).toMatchObject({
    title: 'production: changed by anna; yours differs in 2 rules',
  });
  expect(await sentences(both)).toEqual(
    expect.arrayContaining(['It has changed since you last pulled or pushed:', 'A push would change:']),
  );
});

test("A local rollback counts as the user's change until a colleague creates another version", async () => {
  const theirs = { ...liveWith({ defaultServe: { select: 1 } }), remembered };
  const own = await lens({ ...theirs, made: 13 });
  expect(own.title).toBe('production: changed by you');
  expect(own).not.toHaveProperty('moved');
  expect(await lens({ ...theirs, made: 12 })).toMatchObject({ title: 'production: changed by anna', moved: true });
});

describe.each([-86_400_000, 0, 86_400_000])('If the clock was set by %i ms', (set) => {
  const { snapshot } = liveWith({ defaultServe: { select: 1 } });
  const outdated: Partial<View> =
    snapshot?.kind === 'seen' ? { snapshot: { ...snapshot, seen: { ...snapshot.seen, outdated: true } } } : {};
  const later = { ...remembered, version: 14, time: read + 1 + set };

  test('the lens prefers a local push or pull to an earlier read', async () => {
    expect(await title({ ...outdated, remembered: later })).toBe('production: up to date · version 14');
  });

  test('the lens prefers a later read, even if the toggle was recreated with lower versions', async () => {
    expect(await title({ snapshot, remembered: { ...later, version: 12 } })).toBe('production: changed by anna');
    expect(await title({ snapshot, remembered: later })).toBe('production: changed by anna');
    expect(await title({ ...outdated, remembered: { ...later, version: 12 } })).toBe('production: changed by anna');
  });
});

test('The lens names the reviewers of a submitted change, and the tooltip shows author and time', async () => {
  const since = '2026-11-20T10:00:00.000Z';
  const pending = submitted({ kind: 'pending', by: 'anna', since, reviewers: ['bob', 'eve'] });
  expect(await title(pending)).toBe('production: is waiting for bob or eve');
  expect(await sentences(pending)).toEqual([
    `A change by anna has been waiting for approval since ${new Date(since).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}.`,
    'Reviewers: bob, eve.',
    `Read ${timeOf(read)}.`,
  ]);
  expect((await lens(pending)).click).toBe('approval');
});

test('The lens and its tooltip show whether a submitted change was approved or rejected, and by whom', async () => {
  const decided = { by: 'anna', since: undefined, reviewers: ['bob'], reviewer: 'bob', comment: 'not\n$(x)' };
  const approved = submitted({ ...decided, kind: 'approved' });
  expect(await title(approved)).toBe('production: approved, not published');
  expect((await sentences(approved)).slice(0, 2)).toEqual([
    'A change by anna was approved by bob and is not published yet.',
    'bob said: "not $(x)".',
  ]);
  const rejected = submitted({ ...decided, kind: 'rejected', comment: undefined });
  expect(await title(rejected)).toBe('production: rejected by bob');
  expect(await sentences(rejected)).toEqual(['A change by anna was rejected by bob.', `Read ${timeOf(read)}.`]);
  expect([(await lens(approved)).click, (await lens(rejected)).click]).toEqual(['approval', 'approval']);
});

function submitted(pending: Approval): Partial<View> {
  return seenAs({ version: 13, pending });
}

test('The lens distinguishes live changes from file changes', async () => {
  expect(await lens({ ...liveWith({ defaultServe: { select: 1 } }), remembered })).toMatchObject({
    kind: 'behind',
    moved: true,
  });
  const both = { ...liveWith({ defaultServe: { select: 1 } }), ...fileWith({ rules: [] }), remembered };
  expect(await lens(both)).toMatchObject({ kind: 'differs', moved: true });
  expect(await lens({ ...fileWith({ rules: [] }), remembered })).not.toHaveProperty('moved');
  const { snapshot } = both;
  const before = snapshot?.kind === 'seen' ? snapshot.seen : undefined;
  expect(await lens({ ...both, snapshot: { kind: 'failed', outcome: offline, seen: before } })).toMatchObject({
    kind: 'failed',
    moved: true,
  });
});

test('The lens shows whether the toggle is disabled in the environment', async () => {
  expect(await lens(seenAs({ state: { disabled: true, content } }))).toMatchObject({ isOff: true });
  expect(await lens()).not.toHaveProperty('isOff');
});

describe('A lens that reports no difference remembers the live version as the base of the file', () => {
  const seen = ({ remembered: before, ...changes }: Partial<View> = {}) =>
    entryIfEqual({ ...seenAs(), body: file, ...changes })?.(before);
  const base = { kind: 'seen', version: 12, state: live.state, time: read } as const;
  const body = '{}';

  test('if no version or an earlier version was seen before', () => {
    expect(seen()).toEqual(base);
    expect(seen({ remembered: { ...remembered, version: 11, leftToService: ['rules'] } })).toEqual(base);
    for (const time of [read - 1, read + 1]) expect(seen({ remembered: { kind: 'pushed', body, time } })).toEqual(base);
  });

  test('but not if this or a later version was seen, even if the clock was set', () => {
    for (const version of [12, 13])
      expect(seen({ remembered: { ...remembered, version, time: read - 1_000 } })).toBeUndefined();
    const snapshot = { kind: 'seen', seen: { live, time: read, outdated: true } } as const;
    expect(seen({ snapshot, remembered: { kind: 'pushed', body, time: read - 1 } })).toBeUndefined();
  });

  test('but not if the file differs or leaves fields out', () => {
    expect(seen(fileWith({ rules: [] }))).toBeUndefined();
    expect(seen({ body: {} })).toBeUndefined();
    expect(seen({ body: { disabled: false, content: { ...content, variations: null } } })).toBeUndefined();
  });

  test('but not after a merge or a pull, because the user can undo it', () => {
    expect(seen({ remembered: { ...remembered, version: 11, unconfirmed: true } })).toBeUndefined();
  });

  test('but not if a change waits for approval, or the live version is unknown', () => {
    const pending: Approval = { kind: 'pending', by: 'anna', since: undefined, reviewers: [] };
    expect(seen(seenAs({ pending }))).toBeUndefined();
    for (const snapshot of [undefined, { kind: 'no-token' } as const, failed(offline, { live, time: read }).snapshot])
      expect(seen({ snapshot })).toBeUndefined();
  });
});

test('The lens offers to set a missing token', async () => {
  expect(await lens({ snapshot: { kind: 'no-token' } })).toEqual({
    title: 'production: set token',
    words: 'not compared yet',
    kind: 'not-compared',
    tooltip: 'No access token for https://toggles.example.com is stored here.',
    click: 'set-token',
  });
});

function failed(outcome: Failure, seen?: { readonly live: Targeting; readonly time: number }): Partial<View> {
  return { snapshot: { kind: 'failed', outcome, seen } };
}

const offline: Failure = { kind: 'unreachable', cause: 'connect ECONNREFUSED' };

test('The lens shows "offline" if the service is unreachable, and the tooltip shows the reason', async () => {
  expect(await lens(failed(offline))).toEqual({
    title: 'production: offline',
    words: 'offline',
    shortWords: 'offline',
    kind: 'failed',
    tooltip: 'production of P on toggles.example.com\nconnect ECONNREFUSED',
    click: 'show-diff',
  });
});

test('While the service is offline, the lens compares the file with the last response and shows its time', async () => {
  const seen = { live, time: read };
  const time = timeOf(read);
  expect(await title(failed(offline, seen))).toBe(`production: offline · as of ${time}: up to date · version 12`);
  expect((await lens(failed(offline, seen))).shortWords).toBe('offline · up to date');
  expect(await title({ ...failed(offline, seen), ...fileWith({ rules: [] }) })).toBe(
    `production: offline · as of ${time}: differs in 2 rules`,
  );
});

test('The tooltip explains why a read could not be sent', async () => {
  const { title: shown, tooltip } = await lens(
    failed({ kind: 'stopped-here', reason: 'The file of authorities is empty.' }),
  );
  expect(shown).toBe('production: not read');
  expect(tooltip).toContain('The file of authorities is empty.');
});

test('The lens shows the error, not "offline", if the service responds with a failure', async () => {
  const refused = await lens(failed({ kind: 'unauthorized', message: 'Token expired' }));
  expect(refused.title).toBe('production: access token not accepted · set token');
  expect(refused.tooltip).toContain('\nToken expired');
  expect(refused.click).toBe('set-token');
  const page = await lens(failed({ kind: 'not-understood', status: 200, message: 'x'.repeat(300) }));
  expect(page.tooltip).not.toContain('xxx');
});

test('The lens reports a rejected token, and a click sets another token', async () => {
  const { title: shown, tooltip, click } = await lens(failed({ kind: 'unknown-token', message: 'Forbidden' }));
  expect(shown).toBe('production: access token not accepted · set token');
  expect(tooltip).toContain('\ntoggles.example.com does not accept the access token: it is unknown, expired');
  expect(click).toBe('set-token');
});

test('The lens reports a missing toggle, and a click picks another toggle', async () => {
  const missing = { what: 'toggle', key: 'T' } as const;
  const { title: shown, tooltip, click } = await lens(failed({ kind: 'not-found', message: '', missing }));
  expect(shown).toBe('production: no such toggle');
  expect(tooltip).toContain('\nthere is no toggle T in production of P on toggles.example.com.');
  expect(click).toBe('pick-toggle');
});

test('A lens that fails links to the log, and the lenses of other environments stay unchanged', async () => {
  const failures: unknown[] = [];
  const fault = new RangeError('Maximum call stack size exceeded');
  const drifts = await Promise.all(
    [() => lens(), () => Promise.reject<Drift>(fault)].map((work) =>
      fencedDrift(target, work, (error) => void failures.push(error)),
    ),
  );
  expect(drifts).toEqual([
    await lens(),
    {
      title: 'production: failed',
      words: 'failed',
      kind: 'failed',
      tooltip: 'production of P on toggles.example.com\nThe comparison failed; see the log.',
      click: 'show-log',
    },
  ]);
  expect(failures).toEqual([fault]);
});

test('A service that this folder has never used is not read until the lens is clicked', async () => {
  expect(await lens({ snapshot: { kind: 'not-agreed' } })).toEqual({
    title: 'Compare with production on toggles.example.com…',
    words: 'not compared yet',
    kind: 'not-compared',
    tooltip: 'Reads https://toggles.example.com now and whenever files in this folder are visible.',
    click: 'compare',
  });
});

test('Only eight of 200 environments get lenses: protected ones and the first ones, in order', () => {
  const many = Array.from({ length: 200 }, (_, index) => ({
    ...target,
    environment: `e${index}`,
    protected: index > 197,
  }));
  const { first, more } = environmentsToCompare(many);
  expect(first.map(({ environment }) => environment)).toEqual(['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e198', 'e199']);
  expect(more).toBe(192);
  expect(environmentsToCompare(many.slice(0, 8))).toEqual({ first: many.slice(0, 8), more: 0 });
});
