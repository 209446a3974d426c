/** Tests a push of many files to the embedded service: its table, its requests, and the result of each file. */
import { describe, expect, test } from 'vitest';
import { targetingProblems } from '../../../server/src/core/check-engine/problems.js';
import { parse } from '../../../server/src/core/json/document.js';
import type { EnvironmentToggles, Target } from '../../../server/src/core/protocol.js';
import type { ManyPorts } from '../../../server/src/service/many/ports.js';
import { summary, tableOf, ticked } from '../../../server/src/service/many/table.js';
import type { Fault } from '../../service/faults.js';
import { patch, startTrial } from '../../service/trial.js';
import { impactsOfStates } from '../../support/impact.js';
import { targetAt } from '../pushTrial.js';
import type { File, Options, Trial } from './manyTrial.js';
import { enabled, found, lines, readyIn, seen, startMany, variations } from './manyTrial.js';

const twenty = Array.from({ length: 20 }, (_, index) => `t${String(index + 1).padStart(2, '0')}`);
const path = (toggle: string) => `/api/projects/P/environments/dev/toggles/${toggle}/targeting`;
const change = 'Enables the toggle. The default now serves "on" (before: nothing). Everyone changes from off to on.';
const first = 'First push from here: review what it replaces.';

function versionOf({ service }: Trial, toggle: string): number {
  return service.targeting('P', 'dev', toggle).version;
}

function kinds({ results }: Trial): Readonly<Record<string, string>> {
  return Object.fromEntries([...results].sort().map(([uri, { kind }]) => [uri, kind]));
}

function colleague({ service }: Trial, toggle: string): Promise<unknown> {
  return patch(service, path(toggle), { comment: "a colleague's", content: { disabledServe: { select: 1 } } });
}

describe('Before anything is sent, a push of many files', () => {
  test('lists the changes of each toggle', async () => {
    const trial = await startMany();
    trial.remembered.set('a', seen(trial, 'a'));
    const plan = await trial.plan();
    expect(plan?.environment).toBe('dev');
    expect(lines(plan)).toEqual([
      `a: ready: ${change} Fields not in the file keep the service\'s values: rules, disabledServe.`,
      `b: check-first: ${first} ${change} Fields not in the file keep the service\'s values: rules, disabledServe.`,
      `c: check-first: ${first} ${change} Fields not in the file keep the service\'s values: rules, disabledServe.`,
    ]);
    expect(trial.methods()).toEqual(['GET']);
    expect(trial.asked).toEqual(['token for the service']);
  });

  test('knows a live version that is a commit of the file, until somebody changes it', async () => {
    const trial = await startMany();
    const states: unknown[] = [];
    const liveCommit: ManyPorts['liveCommit'] = (uri, live) => {
      states.push(live.disabled);
      return Promise.resolve(uri === 'a' ? [] : uri === 'b' ? ['defaultServe'] : null);
    };
    const planned = async () => {
      const plan = await trial.plan({ liveCommit });
      return { plan, rows: plan === undefined ? [] : tableOf(plan, (uri) => uri, 0).rows };
    };
    const { plan, rows } = await planned();
    expect(rows.map(({ state, isTicked }) => [state, isTicked])).toEqual([
      ['ready', true],
      ['check-first', false],
      ['first-push', false],
    ]);
    expect(rows[1]?.checks).toEqual(['Newly set values: review what they replace.']);
    expect([states, trial.remembered.size]).toEqual([[true, true, true], 0]);
    await colleague(trial, 'a');
    await trial.run(plan);
    expect(kinds(trial)).toMatchObject({ a: 'overtaken' });
    await planned();
    expect(states, 'Git is not asked about what is remembered').toHaveLength(3);
  });

  test('refuses files that are damaged, or stored in another encoding', async () => {
    const trial = await startMany();
    const damaged = (text: string): File => {
      const problems = targetingProblems(parse(text)).map((problem) => ({ ...problem, severity: 1 as const }));
      return { body: enabled, problems };
    };
    const text = '{\n  "comment": "Zürich"\n}\n';
    const latin = Buffer.from(text, 'latin1');
    trial.files.set('a', damaged(latin.toString()));
    trial.files.set('b', { body: enabled, onDisk: { text, bytes: latin } });
    trial.remembered.set('c', seen(trial, 'c'));
    const plan = await trial.plan();
    expect(lines(plan).slice(0, 2)).toEqual([
      expect.stringMatching(/^a: refused: Not pushed: 1 error in the file\. Line 2: A text was lost here: U\+FFFD /),
      'b: refused: Not pushed: the file on disk is not UTF-8. Save it with UTF-8 encoding.',
    ]);
    trial.files.set('c', damaged(latin.toString()));
    await trial.run(plan);
    const { kind, words } = trial.results.get('c') ?? {};
    expect([kind, words]).toEqual(['failed', expect.stringContaining('Line 2: A text was lost')]);
    expect(trial.methods()).toEqual(['GET']);
  });

  test('computes the impact of all files that can be pushed, without refused files', async () => {
    const trial = await startMany();
    trial.remembered.set('b', seen(trial, 'b'));
    await colleague(trial, 'b');
    const asked: (readonly string[])[] = [];
    const impacts: ManyPorts['impacts'] = (target, changes, others) => {
      asked.push(changes.map(({ toggle }) => toggle));
      return impactsOfStates(target, changes, others);
    };
    const plan = await trial.plan({ impacts });
    expect(plan?.files.map(({ verdict }) => verdict.kind)).toEqual(['ready', 'refused', 'ready']);
    expect(asked).toEqual([['a', 'c']]);
  });

  test('considers live toggles without a file that require a pushed toggle', async () => {
    const trial = await startMany({ toggles: ['a', 'b'] });
    trial.files.delete('b');
    await patch(trial.service, path('b'), {
      content: { prerequisites: [{ key: 'a', value: 'true', type: 'boolean' }] },
    });
    const others: unknown[] = [];
    const impacts: ManyPorts['impacts'] = (target, changes, given) => {
      others.push(...given);
      return impactsOfStates(target, changes, given);
    };
    const filesIn = (toggles: EnvironmentToggles) => () => () => Promise.resolve(toggles);
    await trial.plan({ impacts, filesIn: filesIn({ withoutFile: 1 }) });
    expect(others).toMatchObject([
      { toggle: 'b', requires: ['a'], text: expect.stringContaining('"key":"a"') as string },
    ]);
  });

  test('lists matching files, and uses the live version as the base of complete files', async () => {
    const trial = await startMany({ toggles: ['a'] });
    await patch(trial.service, path('a'), enabled);
    const same = ['a: same: there is already up to date (version 2).'];
    expect(lines(await trial.plan())).toEqual(same);
    expect(trial.remembered.get('a')).toBe(undefined);
    trial.files.set('a', {
      body: { ...enabled, content: { rules: [], disabledServe: { select: 0 }, ...enabled.content } },
    });
    expect(lines(await trial.plan())).toEqual(same);
    expect(trial.remembered.get('a')).toMatchObject({ kind: 'seen', version: 2 });
  });

  test('lists the warnings of a file before the changes', async () => {
    const trial = await startMany({ toggles: ['a'] });
    trial.remembered.set('a', seen(trial, 'a'));
    const range = { start: { line: 4, character: 0 }, end: { line: 4, character: 1 } };
    const problems = Array.from({ length: 5 }, () => ({ severity: 2 as const, range, message: 'Odd.' }));
    trial.files.set('a', { body: enabled, problems });
    expect(lines(await trial.plan())[0]).toMatch(
      /^a: check-first:( Line 5: Odd\.){3} … and 2 more Enables the toggle\./,
    );
    trial.files.set('a', { body: enabled, problems, targets: found(targetAt(trial.service.url, { toggle: 'a' })) });
    expect(lines(await trial.plan())[0], 'where the service cannot be read').toMatch(
      /^a: check-first:( Line 5: Odd\.){3} … and 2 more This is the first push from here/,
    );
  });

  test('requires a check if a file sets fields that it previously left to the service', async () => {
    const trial = await startMany({ toggles: ['a'] });
    trial.remembered.set('a', { ...seen(trial, 'a'), leftToService: ['rules'] });
    expect(lines(await trial.plan())[0]).toMatch(/^a: ready: /);
    trial.files.set('a', { body: { ...enabled, content: { ...enabled.content, rules: [] } } });
    expect(lines(await trial.plan())[0]).toMatch(
      /^a: check-first: Newly set values: review what they replace\. Enables the toggle\./,
    );
  });

  test('refuses a file with errors, without a config, or with an unusable config', async () => {
    const trial = await startMany();
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    trial.files.set('a', { body: enabled, problems: [{ severity: 1, range, message: 'wrong' }] });
    trial.files.set('b', { body: enabled, targets: { kind: 'none' } });
    trial.files.set('c', {
      body: enabled,
      targets: { kind: 'unusable', configUri: 'file:///c', reason: 'it is empty.' },
    });
    const plan = (await trial.plan()) ?? { environment: '', files: [], elsewhere: 0 };
    expect(lines(plan)).toEqual([
      'a: refused: Not pushed: 1 error in the file. Line 1: wrong',
      'b: refused: Not pushed: there is no targeting.config.json for this file.',
      'c: refused: Not pushed: it is empty.',
    ]);
    const { rows } = tableOf(plan, (uri) => uri, 1);
    expect(rows.map(({ errorLine }) => errorLine)).toEqual([0, undefined, undefined]);
    expect(trial.service.requests).toEqual([]);
    expect(trial.asked).toEqual([]);
  });

  test('refuses a file with failing tests if the environment requires tests', async () => {
    const trial = await startMany({ toggles: ['a'] });
    const failing = {
      uri: 'file:///a.targeting.test.json',
      name: 'a.targeting.test.json',
      failed: 1,
      message: 'wrong.',
    };
    const targets = found({
      ...targetAt(trial.service.url, { toggle: 'a' }),
      api: 'featureprobe',
      requiresTests: true,
    });
    trial.files.set('a', { body: enabled, failing, targets });
    expect(lines(await trial.plan())[0]).toMatch(
      /^a: refused: Not pushed: .+ requires that the tests pass, and 1 fails\. a\.targeting\.test\.json, line 1: wrong\./,
    );
    trial.files.set('a', { body: enabled, targets });
    const plan = await trial.plan();
    trial.files.set('a', { body: enabled, failing, targets });
    await trial.run(plan);
    expect(trial.results.get('a')).toMatchObject({ kind: 'failed' });
    expect(trial.methods()).toEqual(['GET']);
  });

  test('refuses a file if others have changed its toggle', async () => {
    const trial = await startMany({ toggles: ['a'] });
    trial.remembered.set('a', seen(trial, 'a'));
    await colleague(trial, 'a');
    expect(lines(await trial.plan())).toEqual([
      'a: refused: Not pushed: anna changed it there since it was last seen here. Merge, or pull it.',
    ]);
  });

  test('refuses a file, but can merge it, if others have changed its toggle since it was shown', async () => {
    const trial = await startMany({ toggles: ['a'] });
    const before = readyIn(await trial.plan());
    const shown = (uri: string) => before.find(({ checked }) => checked.uri === uri);
    expect(lines(await trial.plan({ shown }))[0]).toMatch(/^a: check-first: First push from here/);
    await colleague(trial, 'a');
    expect(lines(await trial.plan({ shown }))).toEqual([
      'a: refused: Not pushed: anna changed it there since it was last seen here. Merge, or pull it.',
    ]);
    expect(trial.remembered.get('a')).toMatchObject({ kind: 'seen', version: 1 });
  });

  test('requires a check of a merged or pulled file, and refuses it while it has conflict markers', async () => {
    const trial = await startMany({ toggles: ['a', 'b'] });
    for (const toggle of ['a', 'b'])
      trial.remembered.set(toggle, {
        ...seen(trial, toggle),
        leftToService: ['rules', 'disabledServe'],
        unconfirmed: true,
      });
    const conflict = '{\n<<<<<<< HEAD\n  "disabled": true\n=======\n  "disabled": false\n>>>>>>> theirs\n}\n';
    const problems = targetingProblems(parse(conflict)).map((problem) => ({ ...problem, severity: 1 as const }));
    trial.files.set('b', { body: enabled, problems });
    const plan = await trial.plan();
    expect(lines(plan)).toEqual([
      expect.stringContaining(`a: check-first: After a merge or a pull: review what it replaces. ${change}`),
      expect.stringMatching(/^b: refused: Not pushed: \d+ errors? in the file\. Line 2: /),
    ]);
    await trial.run(plan);
    expect([kinds(trial), trial.remembered.get('a')]).toEqual([
      { a: 'pushed' },
      expect.not.objectContaining({ unconfirmed: true }),
    ]);
  });

  test('refuses a toggle that requires approval, or shows its pending change', async () => {
    const trial = await startMany({ toggles: ['a', 'b'], environment: { enableApproval: true, reviewers: ['anna'] } });
    const { service } = trial;
    const request = {
      method: 'POST',
      body: JSON.stringify({ ...enabled, content: { rules: [], ...enabled.content } }),
    };
    const headers = { Authorization: 'api-full', 'Content-Type': 'application/json' };
    await fetch(`${service.url}${path('b')}/approval`, { ...request, headers });
    const [a, b] = lines(await trial.plan());
    expect(a).toBe('a: refused: Not pushed: it needs approval.');
    expect(b).toMatch(/^b: submitted: is waiting for anna A change by anna has been waiting for approval since/);
    // The pending change differs from the file.
    trial.files.set('b', { body: { ...enabled, disabled: true } });
    expect(lines(await trial.plan())[1]).toMatch(/^b: refused: Not pushed: a change by anna has been waiting for/);
    const rejection = { method: 'PATCH', body: JSON.stringify({ status: 'REJECT', comment: 'no' }), headers };
    await fetch(`${service.url}${path('b')}/approvalStatus`, rejection);
    expect(lines(await trial.plan())[1]).toBe(
      'b: refused: Not pushed: a change by anna was rejected by anna. Withdraw it, or push only your file in the editor to replace it. anna said: "no".',
    );
  });

  test('refuses both files if two files describe one toggle', async () => {
    const trial = await startMany({ toggles: ['a'] });
    trial.files.set('other', { body: enabled, targets: found(targetAt(trial.service.url, { toggle: 'a' })) });
    expect(lines(await trial.plan())).toEqual([
      'a: refused: Not pushed: other goes to the same toggle.',
      'other: refused: Not pushed: a goes to the same toggle.',
    ]);
  });

  test.each([
    ['case', 'Checkout', 'checkOUT'],
    ['accents', 'café', 'cafe'],
    ['case and accents', 'ÉTÉ', 'ete'],
  ])('accepts only the spelling of the service if two keys differ only in %s', async (_, one, other) => {
    const trial = await startMany({ toggles: [one, other] });
    const [first, second] = lines(await trial.plan());
    expect(first).toContain(`${one}: check-first: `);
    expect(second).toContain(`${other}: refused: Not pushed: the service spells the toggle ${one}, not ${other}`);
  });

  test('reads the list of projects once for all files', async () => {
    const trial = await startMany();
    await trial.plan();
    expect(trial.service.requests.filter(({ path }) => path === '/api/projects')).toHaveLength(1);
  });

  test.each([
    ['checkout', 'check-out'],
    ['eve', 'evé s'],
  ])('treats %s and %s as two toggles', async (one, other) => {
    const trial = await startMany({ toggles: [one, other] });
    expect((await trial.plan())?.files.map(({ verdict }) => verdict.kind)).toEqual(['ready', 'ready']);
  });

  test('treats keys with different case as two toggles if the service is not readable', async () => {
    const trial = await startMany({ toggles: ['Checkout', 'checkout'] });
    for (const toggle of ['Checkout', 'checkout'])
      trial.files.set(toggle, { body: enabled, targets: found(targetAt(trial.service.url, { toggle })) });
    expect((await trial.plan())?.files.map(({ verdict }) => verdict.kind)).toEqual(['ready', 'ready']);
  });

  test('asks for the environment, and marks protected environments', async () => {
    const { files, plan, service } = await startMany({ toggles: ['a'] });
    const online = targetAt(service.url, { environment: 'online', protected: true, toggle: 'a' });
    files.set('a', { body: enabled, targets: found(targetAt(service.url, { toggle: 'a' }), online) });
    let offered: unknown;
    await plan({ chooseEnvironment: (choices) => Promise.resolve(void (offered = choices)) });
    expect(offered).toEqual([
      { name: 'dev', keys: ['dev'], files: 1, protected: false },
      { name: 'online', keys: ['dev'], files: 1, protected: true },
    ]);
  });

  test('shows the response of the service if a toggle cannot be read', async () => {
    const missing = '{"code":"not_found","message":"Targeting P-dev-unknown not found"}';
    const { files, plan } = await startMany({
      answer: ({ path: asked }) =>
        new Map<string, Fault>([
          [path('a'), { kind: 'respond', status: 503, body: '{"message":"Down"}' }],
          [path('unknown'), { kind: 'respond', status: 400, body: missing }],
        ]).get(asked),
    });
    files.delete('c');
    files.set('unknown', { body: enabled });
    const [a, b, unknown] = lines(await plan());
    expect(a).toMatch(/^a: refused: Not pushed: 127.0.0.1:\d+ failed with 503: Down$/);
    expect(b).toMatch(/^b: check-first/);
    expect(unknown).toContain('Not pushed: there is no toggle unknown in dev of P');
  });

  test('refuses a file that cannot be opened, and continues with the other files', async () => {
    const trial = await startMany();
    const open: Trial['ports']['open'] = (uri) =>
      uri === 'b' ? Promise.reject(new Error('it is binary.')) : trial.ports.open(uri);
    const plan = await trial.plan({ open });
    expect(plan?.files.map(({ verdict }) => verdict.kind)).toEqual(['ready', 'refused', 'ready']);
    expect(lines(plan)[1]).toBe('b: refused: Not pushed: it is binary.');
    expect(trial.failures).toEqual([new Error('it is binary.')]);
  });

  test('refuses a file if the user enters no token', async () => {
    const trial = await startMany({ toggles: ['a'] });
    expect(lines(await trial.plan({ token: () => Promise.resolve(undefined) }))).toEqual([
      'a: refused: Not pushed: there is no access token for it.',
    ]);
    expect(trial.service.requests).toEqual([]);
  });
});

describe('A push of files for several environments', () => {
  const dev: Partial<Target> = { environment: 'dev' };
  const online: Partial<Target> = { environment: 'online' };
  const of = (trial: Trial, toggle: string, ...environments: readonly Partial<Target>[]) =>
    found(...environments.map((each) => targetAt(trial.service.url, { toggle, ...each })));

  test('asks for the environment once, and leaves out files for other environments', async () => {
    const trial = await startMany();
    trial.files.set('a', { body: enabled, targets: of(trial, 'a', online, dev) });
    trial.files.set('b', { body: enabled, targets: of(trial, 'b', online) });
    trial.files.set('c', { body: enabled, targets: of(trial, 'c', online, { environment: 'test' }) });
    const plan = await trial.plan();
    expect([`${plan?.elsewhere} elsewhere`, ...lines(plan)]).toEqual([
      '1 elsewhere',
      'a: ready: This is the first push from here: what it changes is unknown.',
      'c: refused: Not pushed: its targeting.config.json has no environment dev.',
    ]);
    expect(trial.asked).toEqual(['environment of online (3), dev (1), test (1)']);
  });

  test('sends nothing if the user cancels that question', async () => {
    const trial = await startMany();
    trial.files.set('a', { body: enabled, targets: of(trial, 'a', online, dev) });
    expect(await trial.plan({ chooseEnvironment: () => Promise.resolve(undefined) })).toBeUndefined();
    expect(trial.service.requests).toEqual([]);
  });
});

test('A file that the editor reloads during the check is checked again', async () => {
  const trial = await startMany({ toggles: ['a'] });
  const [save, failing, body] = [() => Promise.resolve(true), () => Promise.resolve(null), JSON.stringify(enabled)];
  for (const loadsAfter of [1, 2]) {
    let [asked, checks] = [0, 0];
    const version = () => ((asked += 1) > loadsAfter ? 2 : 1);
    const check = () => Promise.resolve({ version: (checks += 1), problems: [], body });
    const plan = await trial.plan({ open: () => Promise.resolve({ save, failing, version, check }) });
    expect(lines(plan)[0]).toMatch(/^a: check-first: First push from here/);
  }
});

describe('A file that needs a check', () => {
  test('is not ticked at first, can be ticked separately, and is then pushed', async () => {
    const trial = await startMany();
    for (const toggle of ['a', 'b', 'c']) trial.remembered.set(toggle, seen(trial, toggle));
    const range = { start: { line: 2, character: 2 }, end: { line: 2, character: 3 } };
    const problems = [{ severity: 2 as const, range, message: 'Variation 9 does not exist.' }];
    const content = { ...enabled.content, defaultServe: { select: 9 } };
    trial.files.set('b', { body: { ...enabled, content }, problems });
    const plan = await trial.plan();
    const table = tableOf(plan ?? { environment: '', files: [], elsewhere: 0 }, (uri) => uri, 1);
    expect(table.rows.map(({ state }) => state)).toEqual(['ready', 'check-first', 'ready']);
    expect(table.rows[1]?.checks).toEqual(['Line 3: Variation 9 does not exist.']);
    trial.remembered.delete('a');
    trial.remembered.delete('b');
    const firsts = tableOf((await trial.plan()) ?? { environment: '', files: [], elsewhere: 0 }, (uri) => uri, 1);
    expect(firsts.rows.map(({ state }) => state)).toEqual(['first-push', 'check-first', 'ready']);
    expect(summary(table)).toBe('Ready: 2 · Check first: 1');
    expect(table.rows.map(({ isTicked }) => isTicked)).toEqual([true, false, true]);
    expect(ticked(table, new Set(['b']), true).rows.map(({ isTicked }) => isTicked)).toEqual([true, true, true]);
    await trial.run(plan);
    expect(kinds(trial)).toEqual({ a: 'pushed', b: 'pushed', c: 'pushed' });
    expect(trial.service.targeting('P', 'dev', 'b').content).toMatchObject({ defaultServe: { select: 9 } });
  });

  test('cannot be ticked if it is refused', async () => {
    const trial = await startMany({ toggles: ['a'] });
    trial.files.set('a', { body: enabled, targets: { kind: 'none' } });
    const table = tableOf((await trial.plan()) ?? { environment: '', files: [], elsewhere: 0 }, (uri) => uri, 1);
    expect(ticked(table, new Set(['a']), true)).toEqual(table);
  });
});

describe('After the confirmation', () => {
  test("twenty files are pushed, except files with an error, a failure, or a colleague's change", async () => {
    const fails: Fault = { kind: 'respond', status: 500, body: '{"message":"Broken"}' };
    const trial = await startMany({
      toggles: twenty,
      answer: ({ method, path: asked }) => (method === 'PATCH' && asked === path('t07') ? fails : undefined),
    });
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    trial.files.set('t03', { body: enabled, problems: [{ severity: 1, range, message: 'wrong' }] });
    const plan = await trial.plan();
    await colleague(trial, 't11');
    await trial.run(plan);

    const others = twenty.filter((toggle) => !['t03', 't07', 't11'].includes(toggle));
    expect(kinds(trial)).toEqual({
      ...Object.fromEntries(others.map((toggle) => [toggle, 'pushed'])),
      ...{ t07: 'failed', t11: 'overtaken' },
    });
    expect(trial.results.get('t07')?.words).toMatch(/^127\.0\.0\.1:\d+ failed with 500: Broken$/);
    expect(trial.results.get('t11')?.words).toBe(
      'anna changed it there since it was last seen here. Merge, or pull it.',
    );
    // The shown version is a base even without a push from here, so the change of others is not forgotten.
    expect(lines(await trial.plan()).find((line) => line.startsWith('t11'))).toBe(
      't11: refused: Not pushed: anna changed it there since it was last seen here. Merge, or pull it.',
    );
    expect(trial.remembered.get('t11')).toMatchObject({ version: 1, leftToService: ['rules', 'disabledServe'] });
    for (const toggle of others) expect(trial.service.targeting('P', 'dev', toggle)).toMatchObject({ disabled: false });
    expect(trial.service.targeting('P', 'dev', 't11')).toMatchObject({ comment: "a colleague's", disabled: true });
    expect(trial.most()).toBe(4);
  });

  test.each([1, 2, 7])('at most %i requests run in parallel', async (concurrency) => {
    const trial = await startMany({ toggles: twenty });
    await trial.run(await trial.plan({ concurrency }), { concurrency });
    expect(trial.most()).toBe(concurrency);
    expect(new Set(Object.values(kinds(trial)))).toEqual(new Set(['pushed']));
  });

  test.each([{}, { protected: true }])('every file is sent with its own or the typed comment: %j', async (target) => {
    const trial = await startMany({ toggles: ['a', 'b'], target });
    trial.files.set('a', { body: { ...enabled, comment: 'Mine' } });
    const plan = await trial.plan();
    const table = tableOf(plan ?? { environment: '', files: [], elsewhere: 0 }, (uri) => uri, 1);
    expect(table.rows.map(({ changes }) => changes.at(-1))).toEqual([
      'Comment: Mine',
      expect.not.stringContaining('Comment'),
    ]);
    await trial.run(plan);
    expect(['a', 'b'].map((toggle) => trial.service.targeting('P', 'dev', toggle).comment)).toEqual([
      'Mine',
      'Together',
    ]);
    trial.files.set('a', { body: { ...enabled, disabled: true, comment: 'Mine' } });
    const off = await trial.plan({ lastComment: () => 'Mine' });
    expect(lines(off)[0], 'turned off').toMatch(/^a: check-first: Disables the toggle\./);
    await trial.run(off);
    expect(trial.service.targeting('P', 'dev', 'a').comment, 'of the last push').toBe('Together');
  });

  test('a change is sent with the version shown in the table, which is then remembered', async () => {
    const trial = await startMany({ toggles: ['a'] });
    await trial.run(await trial.plan());
    const sent: unknown = JSON.parse(trial.service.requests.at(-1)?.body ?? '');
    expect(sent).toEqual({ ...enabled, comment: 'Together', baseVersion: 1 });
    expect(trial.remembered.get('a')).toMatchObject({ kind: 'seen', version: 2 });
  });

  test('a file that has changed since the table was created is not pushed', async () => {
    const trial = await startMany({ toggles: ['a', 'b', 'c'] });
    const plan = await trial.plan();
    trial.files.set('a', { body: { ...enabled, disabled: true } });
    trial.files.set('b', { body: { ...enabled, comment: 'Only this' } });
    trial.files.delete('c');
    await trial.run(plan);
    expect(trial.results.get('a')?.words).toBe('the file changed in the meantime. Push again.');
    expect(trial.results.get('c')?.words).toBe('c is gone.');
    expect(kinds(trial)).toEqual({ a: 'failed', b: 'pushed', c: 'failed' });
    expect(['a', 'b', 'c'].map((toggle) => versionOf(trial, toggle))).toEqual([1, 2, 1]);
  });

  test('text that is typed after the table was created is not saved', async () => {
    const trial = await startMany({ toggles: ['a'] });
    const plan = await trial.plan();
    const save = () => Promise.reject(new Error('Nothing is to be saved.'));
    await trial.run(plan, { open: async (uri) => ({ ...(await trial.ports.open(uri)), save }) });
    expect(kinds(trial)).toEqual({ a: 'pushed' });
  });

  test.each([[['rob']], [[]]])(
    'an approval by %j is not bypassed if it is required since the table was created',
    async (reviewers) => {
      const trial = await startMany({ toggles: ['a'] });
      const plan = await trial.plan();
      await trial.run(plan, {
        request: async (...wanted) => {
          const exchanged = await trial.ports.request(...wanted);
          const body = JSON.parse(exchanged.answer?.body ?? '{}') as object;
          const changed = JSON.stringify({ ...body, enableApproval: true, reviewers });
          return { ...exchanged, answer: { status: 200, headers: {}, body: changed } };
        },
      });
      expect(trial.results.get('a')).toEqual({
        kind: 'needs-approval',
        words: 'it needs approval.',
      });
      expect(trial.methods()).toEqual(['GET']);
    },
  );

  test('each file is sent with the token of its own service', async () => {
    const trial = await startMany({ toggles: ['a', 'b'] });
    const other = await startTrial({
      seed: {
        tokens: [{ token: 'api-other', account: 'bea' }],
        projects: { P: { toggles: { b: { variations } }, environments: { dev: {} } } },
      },
    });
    const there = targetAt(other.url, { toggle: 'b', api: 'featureprobe' });
    trial.files.set('b', { body: enabled, targets: found(there) });
    const token = (origin: string) => Promise.resolve(origin === other.url ? 'api-other' : 'api-full');
    const agreed: string[] = [];
    const pushed = (place: string, uri: string) => Promise.resolve(void agreed.push(`${place} for ${uri}`));
    const plan = await trial.plan({ token, pushed });
    expect(agreed, 'a table that may be left').toEqual([]);
    await trial.run(plan, { token, pushed });
    expect(kinds(trial)).toEqual({ a: 'pushed', b: 'pushed' });
    expect(agreed.sort()).toEqual([`${trial.service.url} for a`, `${other.url} for b`].sort());
    expect(other.targeting('P', 'dev', 'b')).toMatchObject({ disabled: false, modifiedBy: 'bea' });
  });

  test('each file is sent with the token of its own path on the host', async () => {
    const trial = await startMany({ toggles: ['a', 'b', 'c'] });
    const { url } = trial.service;
    const places = new Map([
      ['a', `${url}/~someone`],
      ['b', `${url}/%7Eother/`],
      ['c', url],
    ]);
    for (const [toggle, baseUrl] of places)
      trial.files.set(toggle, { body: enabled, targets: found(targetAt(baseUrl, { toggle })) });
    const asked: unknown[] = [];
    const token = (place: string) => {
      asked.push(place.slice(url.length));
      return Promise.resolve(`api-for-${place.slice(url.length + 2) || 'all'}`);
    };
    await trial.run(await trial.plan({ token }), { token, concurrency: 1 });
    expect(asked).toEqual(['/~someone', '/~other', '']);
    const sent = trial.service.requests.map(({ path: at, headers }) => [at.split('/api/')[0], headers.authorization]);
    expect(sent).toEqual([
      ['/~someone', 'api-for-someone'],
      ['/%7Eother', 'api-for-other'],
      ['', 'api-for-all'],
    ]);
  });

  test("a colleague's change between the last read and the PATCH is not overwritten", async () => {
    const trial = await startMany({ toggles: ['a'] });
    const plan = await trial.plan();
    await trial.run(plan, {
      pushed: () => Promise.reject(new Error('Nothing was pushed.')),
      request: async (call) => {
        if (call.method === 'PATCH') await colleague(trial, 'a');
        return trial.ports.request(call);
      },
    });
    expect(kinds(trial)).toEqual({ a: 'overtaken' });
    expect(trial.service.targeting('P', 'dev', 'a')).toMatchObject({ comment: "a colleague's", disabled: true });
    // The next push finds the colleague's change; a push of this file alone leads to a merge.
    expect(trial.remembered.get('a')).toMatchObject({ kind: 'seen', version: 1 });
    expect(lines(await trial.plan())[0]).toMatch(/^a: refused: Not pushed: anna changed it there since/);
    // Without a shown version, the base of the file is unknown, so there is nothing to merge.
    trial.remembered.clear();
    expect(lines(await trial.plan())[0]).toMatch(/^a: check-first: First push from here/);
  });

  test('a file counts as up to date if a colleague pushes the same state before the PATCH', async () => {
    const trial = await startMany({ toggles: ['a'] });
    const plan = await trial.plan();
    await trial.run(plan, {
      request: async (call) => {
        if (call.method === 'PATCH') await patch(trial.service, path('a'), { comment: 'faster', ...enabled });
        return trial.ports.request(call);
      },
    });
    expect(kinds(trial)).toEqual({ a: 'same' });
    expect(trial.service.targeting('P', 'dev', 'a')).toMatchObject({ version: 2, comment: 'faster' });
  });

  test('a push with a lost response is reported as pushed even if a colleague pushes after it', async () => {
    const trial = await startMany({ toggles: ['a'] });
    const plan = await trial.plan();
    await trial.run(plan, {
      request: async (call) => {
        const exchanged = await trial.ports.request(call);
        if (call.method !== 'PATCH') return exchanged;
        await colleague(trial, 'a');
        return { outcome: { kind: 'interrupted', cause: 'lost' }, milliseconds: 1 };
      },
    });
    expect(kinds(trial)).toEqual({ a: 'pushed' });
    expect(trial.service.targeting('P', 'dev', 'a').version).toBe(3);
    expect(trial.remembered.get('a')).toMatchObject({ kind: 'seen', version: 2 });
  });

  test('after an error in the extension, a sent change is compared with the live version if possible', async () => {
    const trial = await startMany({ toggles: ['applied', 'lost', 'unread', 'unsent'] });
    const plan = await trial.plan();
    const failed = new Set<string>();
    await trial.run(plan, {
      request: async (call) => {
        const [toggle = ''] = /applied|lost|unread|unsent/.exec(call.url.href) ?? [];
        const exchanged = call.method === 'PATCH' && toggle === 'lost' ? undefined : await trial.ports.request(call);
        if (call.method === 'PATCH' || toggle === 'unsent') failed.add(toggle);
        else if (toggle !== 'unread' || !failed.has(toggle)) return exchanged ?? (await trial.ports.request(call));
        throw new Error('the log is full');
      },
    });
    const happened = 'Failed after it was sent (the log is full).';
    expect(Object.fromEntries(trial.results)).toEqual({
      applied: { kind: 'pushed', words: '' },
      lost: { kind: 'doubtful', words: `${happened} dev still has version 1: so far, it has not been applied.` },
      unread: { kind: 'doubtful', words: `${happened} It may or may not have been applied.` },
      unsent: { kind: 'failed', words: 'the log is full' },
    });
  });

  test('a toggle that was changed and changed back is pushed, because no change is lost', async () => {
    const trial = await startMany({ toggles: ['a'] });
    const plan = await trial.plan();
    await patch(trial.service, path('a'), { disabled: false });
    await patch(trial.service, path('a'), { disabled: true });
    await trial.run(plan);
    expect(kinds(trial)).toEqual({ a: 'pushed' });
    expect(versionOf(trial, 'a')).toBe(4);
  });

  test('a toggle that received the same state in the meantime is not pushed', async () => {
    const trial = await startMany({ toggles: ['a'] });
    const plan = await trial.plan();
    await patch(trial.service, path('a'), enabled);
    await trial.run(plan);
    expect(kinds(trial)).toEqual({ a: 'same' });
    expect(versionOf(trial, 'a')).toBe(2);
  });
});

describe('After a cancellation', () => {
  test('between two files, the current request is finished and the remaining files are not sent', async () => {
    const trial = await startMany({ toggles: twenty });
    const plan = await trial.plan();
    let ended = 0;
    await trial.run(plan, {
      concurrency: 1,
      ended: (uri, result) => {
        ended += 1;
        if (ended === 3) trial.cancel.abort();
        return trial.ports.ended(uri, result);
      },
    });
    const rest = Object.fromEntries(twenty.slice(3).map((toggle) => [toggle, 'not-sent']));
    expect(kinds(trial)).toEqual({ t01: 'pushed', t02: 'pushed', t03: 'pushed', ...rest });
    expect(trial.service.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(3);
  });

  test('while the files are read, no table is shown', async () => {
    const trial = await startMany({ toggles: twenty, onRequest: () => trial.cancel.abort() });
    expect(await trial.plan()).toBeUndefined();
    const looks = trial.service.requests.filter(({ path: asked }) => asked.endsWith('/targeting'));
    expect(looks.length).toBeLessThanOrEqual(4);
  });
});

describe('A service that throttles', () => {
  const throttled = (retryAfter?: string): Fault => ({
    kind: 'respond',
    status: 429,
    body: '{}',
    headers: {
      date: 'Sat, 21 Nov 2026 09:00:00 GMT',
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    },
  });
  /** The service throttles the first `count` changes. */
  const startThrottled = (count: number, fault: Fault) => {
    let left = count;
    const answer = ({ method }: { readonly method: string }) => (method === 'PATCH' && left-- > 0 ? fault : undefined);
    return startMany({ toggles: ['a', 'b'], answer });
  };

  test.each([
    ['seconds', '17', 17_000],
    ['parts of seconds', '90.5', 90_500],
    ['a date of its own clock, which is another than ours', 'Sat, 21 Nov 2026 09:00:30 GMT', 30_000],
    ['a date that is over', 'Sat, 21 Nov 2026 08:00:00 GMT', 1_000],
  ])('gets the pause requested in %s, and each change is sent once', async (_, retryAfter, wait) => {
    const trial = await startThrottled(1, throttled(retryAfter));
    await trial.run(await trial.plan(), { concurrency: 1 });
    expect(trial.waits).toEqual([wait]);
    expect(kinds(trial)).toEqual({ a: 'pushed', b: 'pushed' });
    expect(['a', 'b'].map((toggle) => versionOf(trial, toggle))).toEqual([2, 2]);
  });

  test('gets a single pause if it throttles several parallel requests', async () => {
    const trial = await startThrottled(2, throttled('200'));
    let answered = 0;
    let isBoth = (): void => undefined;
    const both = new Promise<void>((resolve) => (isBoth = resolve));
    await trial.run(await trial.plan(), {
      concurrency: 2,
      wait: async (milliseconds, cancel) => {
        await new Promise((resolve) => setImmediate(resolve));
        return trial.ports.wait(milliseconds, cancel);
      },
      request: async (call) => {
        const exchanged = await trial.ports.request(call);
        if (call.method !== 'PATCH') return exchanged;
        answered += 1;
        if (answered === 2) isBoth();
        await both;
        return exchanged;
      },
    });
    expect(kinds(trial)).toEqual({ a: 'pushed', b: 'pushed' });
  });

  test('does not get a longer pause if the clock is set back during the pause', async () => {
    const trial = await startThrottled(1, throttled('17'));
    let set = 0;
    await trial.run(await trial.plan(), {
      concurrency: 1,
      now: () => trial.ports.now() + set,
      wait: (milliseconds, cancel) => {
        set = -86_400_000;
        return trial.ports.wait(milliseconds, cancel);
      },
    });
    expect(trial.waits).toEqual([17_000]);
    expect(kinds(trial)).toEqual({ a: 'pushed', b: 'pushed' });
  });

  test('gets a pause after a throttled read', async () => {
    let left = 1;
    const trial = await startMany({ toggles: ['a'], answer: () => (left-- > 0 ? throttled('2') : undefined) });
    expect(lines(await trial.plan())[0]).toMatch(/^a: check-first/);
    expect(trial.waits).toEqual([2_000]);
  });

  test('fails a file if it requests more than five minutes in total or names no pause', async () => {
    const trial = await startThrottled(2, throttled('290'));
    await trial.run(await trial.plan(), { concurrency: 1 });
    expect(trial.waits).toEqual([290_000]);
    expect(kinds(trial)).toEqual({ a: 'failed', b: 'pushed' });
    expect(trial.results.get('a')?.words).toMatch(/is throttling; try again in 290 s\.$/);

    const silent = await startThrottled(1, throttled());
    await silent.run(await silent.plan(), { concurrency: 1 });
    expect(silent.waits).toEqual([]);
    expect(kinds(silent)).toEqual({ a: 'failed', b: 'pushed' });
  });

  test('gets no pause after a cancellation', async () => {
    const trial = await startThrottled(1, throttled('60'));
    const wait = () => {
      trial.cancel.abort();
      return Promise.resolve();
    };
    await trial.run(await trial.plan(), { concurrency: 1, wait });
    expect(kinds(trial)).toEqual({ a: 'failed', b: 'not-sent' });
    expect(['a', 'b'].map((toggle) => versionOf(trial, toggle))).toEqual([1, 1]);
  });
});

test('A readable service receives the language of the editor', async () => {
  const trial = await startMany({ toggles: ['a'] });
  await trial.run(await trial.plan());
  expect(trial.methods()).toEqual(['GET', 'PATCH']);
  expect(new Set(trial.service.requests.map(({ headers }) => headers['accept-language']))).toEqual(new Set(['en-US']));
});

describe('An archived toggle', () => {
  const archived = (answers: object | number): Pick<Options, 'answer'> => ({
    answer: ({ path: asked }) => {
      if (asked !== '/api/projects/P/toggles/a') return undefined;
      return typeof answers === 'number'
        ? { kind: 'respond', status: answers, body: 'Oops' }
        : { kind: 'respond', status: 200, body: JSON.stringify(answers) };
    },
  });

  test('is marked as archived in the table, but can be pushed', async () => {
    const trial = await startMany({ toggles: ['a', 'b'], ...archived({ key: 'a', archived: true }) });
    const plan = await trial.plan();
    expect(lines(plan)[0]).toMatch(/^a: check-first: a is archived: applications will not receive /);
    expect(lines(plan)[1]).not.toContain('archived');
    await trial.run(plan);
    expect(kinds(trial)).toEqual({ a: 'pushed', b: 'pushed' });
  });

  test.each([[{}], [404], [500]])('is pushed if the service does not report it as archived: %j', async (answers) => {
    const trial = await startMany({ toggles: ['a'], ...archived(answers) });
    await trial.run(await trial.plan());
    expect(kinds(trial)).toEqual({ a: 'pushed' });
  });
});

describe('With a service that supports only the documented contract', () => {
  const startBlind = async () => {
    const trial = await startMany({ toggles: twenty });
    for (const toggle of twenty)
      trial.files.set(toggle, { body: enabled, targets: found(targetAt(trial.service.url, { toggle })) });
    return trial;
  };

  test('only one PATCH per file is sent', async () => {
    const trial = await startBlind();
    const plan = await trial.plan();
    expect(trial.service.requests).toEqual([]);
    await trial.run(plan);
    expect(trial.service.requests.map(({ method, path: asked }) => `${method} ${asked}`).sort()).toEqual(
      twenty.map((toggle) => `PATCH ${path(toggle)}`),
    );
    expect(trial.service.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      twenty.map(() => ({ ...enabled, comment: 'Together' })),
    );
    expect(trial.service.requests.filter(({ headers }) => 'accept-language' in headers)).toEqual([]);
    expect(trial.most()).toBe(4);
  });

  test('a second table shows the files already pushed, and the changes of the others since their push', async () => {
    const trial = await startBlind();
    await trial.run(await trial.plan());
    const target = found(targetAt(trial.service.url, { toggle: 't02' }));
    const content = { defaultServe: { split: [9000, 1000] }, variations };
    trial.files.set('t02', { body: { disabled: false, content }, targets: target });
    const [t01, t02] = lines(await trial.plan());
    expect(t01).toMatch(/^t01: same: The targeting is the same as in your push of /);
    expect(t02).toMatch(
      /^t02: ready: Since your push of .*: The default now serves 90% "off", 10% "on" \(before: "on"\)\. The value may change for up to 90% of the users of one rule or the default\.$/,
    );
    expect(readyIn(await trial.plan())[0]?.risk).toMatchObject({ disables: false, impact: { most: 9000 } });
  });

  test('after a lost response, the changes of the next push are unknown', async () => {
    const trial = await startBlind();
    await trial.run(await trial.plan(), {
      request: async (call) => {
        const exchanged = await trial.ports.request(call);
        const isLost = call.url.href.endsWith(path('t01'));
        return isLost ? { outcome: { kind: 'interrupted', cause: 'lost' }, milliseconds: 1 } : exchanged;
      },
    });
    expect([trial.results.get('t01')?.kind, trial.results.get('t02')?.kind]).toEqual(['doubtful', 'pushed']);
    const plan = await trial.plan();
    expect(lines(plan)[0]).toMatch(
      /^t01: ready: It is unknown whether your push of .+ was applied, so what this one changes is unknown/,
    );
    await trial.run(plan);
    expect(trial.results.get('t01')?.kind).toBe('pushed');
  });

  test('a failed push is not remembered', async () => {
    const trial = await startBlind();
    const plan = await trial.plan();
    await trial.service.close();
    await trial.run(plan);
    expect(new Set(Object.values(kinds(trial)))).toEqual(new Set(['failed']));
    expect(trial.remembered.size).toBe(0);
  });
});
