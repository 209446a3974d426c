/** Tests the questions before many files are pushed, and the table that is kept of the push. */
import { describe, expect, test } from 'vitest';
import { linesOf } from '../../../server/src/service/words/harmless.js';
import type { ConsentPorts } from '../../../server/src/service/many/consent.js';
import { askConsent, commentOf } from '../../../server/src/service/many/consent.js';
import type { ReadyToPush } from '../../../server/src/service/many/planned.js';
import type { Row, Table } from '../../../server/src/service/many/table.js';
import {
  again,
  begun,
  finished,
  omittedFiles,
  readTable,
  summary,
  ticked,
  unpushed,
  withRow,
} from '../../../server/src/service/many/table.js';
import type { Risk } from '../../../server/src/service/push/risk.js';
import { unknownImpact } from '../../../server/src/service/push/risk.js';
import type { Target } from '../../../server/src/core/protocol.js';

const guarded: Partial<Target> = { protected: true, environment: 'online', environmentKey: 'online-1' };

function riskOf(most: number): Risk {
  const who = most === 0 ? 'nobody' : 'somebody';
  return { disables: false, impact: { who, most, words: '', changes: [], users: [], asked: 0, unknown: 0 } };
}

function file(
  toggle: string,
  target: Partial<Target>,
  more: Partial<ReadyToPush> & { comment?: string } = {},
): ReadyToPush {
  const { comment, ...rest } = more;
  const place = { environment: 'dev', environmentKey: 'dev', baseUrl: 'https://toggles.example.com', project: 'P' };
  return {
    kind: 'ready',
    checked: {
      uri: `file:///${toggle}.targeting.json`,
      target: { ...place, toggle, protected: false, ...target },
      url: new URL('https://toggles.example.com'),
      ...{ body: '{}', comment, warnings: [] },
    },
    ...{ checkFirst: [], isFirst: false, changes: [], who: 'Dana: off → on', proposal: `Changes ${toggle}.` },
    ...{ risk: riskOf(0), live: undefined, compared: undefined },
    ...rest,
  };
}

async function asked(
  files: readonly ReadyToPush[],
  changes: Partial<ConsentPorts> = {},
  leftOut: readonly string[] = [],
) {
  const questions: string[] = [];
  const ports: ConsentPorts = {
    typedShare: 20,
    askComment: (environment, pushes) => {
      questions.push(`comment for ${environment}${pushes ? ', and it pushes' : ''}`);
      return Promise.resolve('Typed');
    },
    confirm: (_environment, { title, lines, pushes }) => {
      questions.push(`${title}\n${linesOf(lines)}${pushes ? '' : '\nContinue…'}`);
      return Promise.resolve(true);
    },
    typeName: (environment, prompt) => {
      questions.push(`name of ${environment}: ${prompt}`);
      return Promise.resolve(true);
    },
    ...changes,
  };
  const environment = files[0]?.checked.target.environment ?? '';
  return { comment: await askConsent(ports, environment, files, leftOut), questions };
}

describe('Between the click and the push', () => {
  test('nothing is asked if every file has a comment and no environment is protected', async () => {
    const files = [file('a', {}, { comment: 'A' }), file('b', {}, { comment: 'B' })];
    expect(await asked(files)).toEqual({ comment: '', questions: [] });
  });

  test('a single comment is requested for all files without a comment', async () => {
    const files = [file('a', {}, { comment: 'A' }), file('b', {}), file('c', {})];
    expect(await asked(files)).toEqual({ comment: 'Typed', questions: ['comment for dev, and it pushes'] });
  });

  test('the question about a protected environment shows host, project and environment of each group', async () => {
    const files = [file('a', guarded), file('b', { ...guarded, project: 'Q' }), file('c', guarded)];
    expect(await asked(files)).toEqual({
      comment: 'Typed',
      questions: [
        'comment for online (key online-1)',
        [
          'Push 3 toggles to the protected environment online (key online-1)?',
          ...[
            'Host: toggles.example.com',
            'Project: P',
            'Environment: online (key online-1)',
            '',
            'a: Dana: off → on',
            'c: Dana: off → on',
            '',
          ],
          ...[
            'Host: toggles.example.com',
            'Project: Q',
            'Environment: online (key online-1)',
            '',
            'b: Dana: off → on',
            '',
          ],
          'Comment: Typed',
        ].join('\n'),
      ],
    });
  });

  test('the question about a protected environment shows a comment that all files share', async () => {
    const own = [file('a', guarded, { comment: 'A' }), file('b', guarded, { comment: 'B\nb' })];
    const { comment, questions } = await asked(own);
    expect(comment).toBe('');
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatch(/\na: Dana: off → on\nb: Dana: off → on$/);
    const some = await asked([...own, file('c', guarded), file('d', guarded, { comment: 'A' })]);
    expect(some.questions[0]).toBe('comment for online (key online-1)');
    const same = await asked(['a', 'b'].map((toggle) => file(toggle, guarded, { comment: 'Same' })));
    expect(same.questions).toEqual([expect.stringMatching(/\n\nComment: Same$/)]);
  });

  test('an empty comment becomes a summary of each change', async () => {
    const files = [file('a', guarded), file('b', guarded, { comment: 'B' })];
    const { comment } = await asked(files, { askComment: () => Promise.resolve(' ') });
    expect(files.map((each) => commentOf(each, comment ?? ''))).toEqual(['Changes a.', 'B']);
    expect(files.map((each) => commentOf(each, 'Typed'))).toEqual(['Typed', 'B']);
  });

  test('the question about a protected environment lists the files that are left out', async () => {
    const { questions } = await asked([file('a', guarded, { comment: 'A' })], {}, ['b: Not pushed: 1 error.']);
    expect(questions[0]).toMatch(/\na: Dana: off → on\n\nComment: A\n\nb: Not pushed: 1 error\.$/);
  });

  test('risky changes ask once for the key of a protected environment', async () => {
    const files = [
      file('a', guarded, { risk: { ...riskOf(0), disables: true } }),
      file('b', guarded, { risk: riskOf(2000) }),
      file('c', guarded, { risk: riskOf(2001) }),
      file('d', guarded, { risk: riskOf(5000) }),
    ];
    const { questions } = await asked(files);
    expect(questions).toHaveLength(3);
    expect(questions[1], 'the button does not push yet').toMatch(/\nContinue…$/);
    expect(questions[2]).toBe(
      'name of online-1: This disables a in online (key online-1). In c, d, the value changes for up to 50% of the users of one rule or the default. Type online-1 to continue.',
    );
    const unknown = await asked([file('e', guarded, { risk: { disables: false, impact: unknownImpact() } })]);
    expect(unknown.questions[2]).toMatch(
      /the value changes for up to 100% of the users of one rule or the default\. Type online-1 to continue\.$/,
    );
    const mild = files.map((each) => ({ ...each, checked: { ...each.checked, target: file('x', {}).checked.target } }));
    expect((await asked(mild)).questions).toEqual(['comment for dev, and it pushes']);
  });

  test.each([
    ['the comment', { askComment: () => Promise.resolve(undefined) }],
    ['the confirmation', { confirm: () => Promise.resolve(false) }],
    ['the name', { typeName: () => Promise.resolve(false) }],
  ])('nothing is pushed if the user cancels %s', async (_, left) => {
    const files = [file('a', guarded, { risk: { ...riskOf(0), disables: true } })];
    expect((await asked(files, left)).comment).toBeUndefined();
  });

  test('only the first twenty of many toggles are listed', async () => {
    const files = Array.from({ length: 23 }, (_, index) => file(`t${index}`, guarded));
    expect((await asked(files)).questions[1]).toMatch(/\nt19: Dana: off → on\n… and 3 more\n/);
  });

  test('toggles that need a check come first, and all of them are listed', async () => {
    const more = (index: number): Partial<ReadyToPush> =>
      index < 6
        ? { checkFirst: ['First push from here: review what it replaces.'], isFirst: true }
        : index === 10
          ? { checkFirst: ['Disables the toggle.'] }
          : { checkFirst: index > 17 ? ['Line 3: Odd.'] : [] };
    const files = Array.from({ length: 23 }, (_, index) =>
      file(`t${index}`, guarded, { comment: 'A', ...more(index) }),
    );
    const named = (question = '') => [...question.matchAll(/^t\d+(?=:)|^….*/gm)].map(String);
    expect(named((await asked(files)).questions[0])).toEqual([
      ...['t10', 't18', 't19', 't20', 't21', 't22', ...files.slice(0, 10).map((_, index) => `t${index}`)],
      ...['t11', 't12', 't13', 't14', '… and 3 more'],
    ]);
  });
});

describe('The table', () => {
  const row = {
    ...{ file: 'dev/a.targeting.json', toggle: 'a', place: 'dev of P on h' },
    ...{ brief: 'Everyone changes.', checks: [], changes: ['Enables the toggle.'], isTicked: true, words: '' },
  };
  const planned: Table = {
    ...{ environment: 'dev', shown: 'dev', phase: 'planned', time: 1, elsewhere: 2 },
    rows: [
      { ...row, uri: 'file:///a', state: 'ready' },
      { ...row, uri: 'file:///b', state: 'ready' },
      { ...row, uri: 'file:///c', state: 'ready', isTicked: false },
      { ...row, uri: 'file:///d', state: 'refused', isTicked: false, words: 'Not pushed: …', errorLine: 2 },
    ],
  };
  const running = begun(planned);
  const reloaded = (table: Table) => readTable(JSON.parse(JSON.stringify(table)));

  test('counts files by state', () => {
    expect(summary(planned)).toBe('Ready: 3 · Refused: 1');
    expect(summary(running)).toBe('Waiting: 2 · Not ticked: 1 · Refused: 1');
  });

  test('offers and counts the files that are not live, and keeps the pushed files', () => {
    const failed = withRow(running, 'file:///a', { state: 'failed', words: 'Why.' });
    const ended = withRow(failed, 'file:///b', { state: 'not-sent', words: 'Why.' });
    const left = (table: Table) => unpushed(table).map(({ toggle, uri }) => toggle + uri.slice(-1));
    expect(left(finished(ended, 2))).toEqual(['aa', 'ab', 'ac', 'ad']);
    const pushed = withRow(ended, 'file:///a', { state: 'pushed', words: '' });
    expect(left(finished(pushed, 2))).toEqual(['ab', 'ac', 'ad']);
    expect(summary(finished(pushed, 2))).toBe('Pushed 1 of 4: 3 are not live.');
    // A pushed file stays in the table, but takes no part in the next push.
    const looked = new Set(['file:///b', 'file:///c', 'file:///d']);
    const [a, ...others] = again(finished(pushed, 2), { ...planned, rows: planned.rows.slice(1) }, looked).rows;
    expect([a?.state, a?.isTicked]).toEqual(['pushed', false]);
    expect(others).toEqual(planned.rows.slice(1));
    const more = { ...planned, rows: [...(a === undefined ? [] : [a]), ...others] };
    expect(omittedFiles(more)).toEqual(['a: Not pushed: Not pushed: …', 'Not ticked: a']);
    const many = Array.from('abcdefghijk').flatMap((toggle) =>
      planned.rows.slice(2).map((each): Row => ({ ...each, toggle, words: 'it has 1 error.' })),
    );
    expect(omittedFiles({ ...more, rows: many })).toEqual([
      ...['a', 'b', 'c', 'd', 'e'].map((toggle) => `${toggle}: Not pushed: it has 1 error.`),
      ...['… and 6 more', 'Not ticked: a, b, c, d, e, f, g, h, i, j and 1 more'],
    ]);
    const all = more.rows.map((each): Row => ({ ...each, state: each.uri === 'file:///d' ? 'refused' : 'pushed' }));
    expect(summary(finished({ ...more, rows: all }, 2))).toBe('Pushed 3 of 4: 1 is not live.');
    expect(summary(finished({ ...more, rows: all.slice(0, 3) }, 2))).toBe('The push is finished.');
  });

  test('counts files pushed separately after a run, but not files that only match the live version', () => {
    const ended = (['failed', 'not-sent'] as const).reduce(
      (table, state, index) => withRow(table, `file:///${'ab'[index] ?? ''}`, { state, words: 'Why.' }),
      running,
    );
    const same: Row = {
      ...row,
      uri: 'file:///a',
      state: 'same',
      brief: '',
      changes: [],
      isTicked: false,
      words: 'Same.',
    };
    const alone = (isPushed: boolean) => {
      const looked = { ...finished(ended, 2), rows: [same] };
      const table = { ...again(finished(ended, 2), looked, new Set([same.uri]), isPushed), phase: 'finished' as const };
      return { summary: summary(table), row: table.rows[0] };
    };
    const pushed = { ...row, uri: 'file:///a', state: 'pushed' };
    expect(alone(true)).toEqual({ summary: 'Pushed 1 of 4: 3 are not live.', row: pushed });
    expect(alone(false)).toEqual({ summary: 'Pushed 0 of 3: 3 are not live.', row: same });
    const live = {
      ...finished(ended, 2),
      rows: [{ ...row, uri: 'file:///a', state: 'pushed', words: 'version 5' } as Row],
    };
    expect(again(live, { ...live, rows: [same] }, new Set([same.uri])).rows, 'pushed, and looked at again').toEqual(
      live.rows,
    );
  });

  test('keeps its ticks in storage, but restores them only for unchanged rows', () => {
    expect(reloaded(planned)).toEqual({ ...planned, phase: 'restored' });
    const uris = new Set(planned.rows.map(({ uri }) => uri));
    const once = { ...planned, rows: planned.rows.map((each) => ({ ...each, isTicked: each.state === 'ready' })) };
    expect(again(planned, once, uris)).toEqual(planned);
    const changed = once.rows.map((each) => ({ ...each, changes: ['Another change.'] }));
    expect(again(planned, { ...once, rows: changed }, uris).rows).toEqual(changed);
    const toCheck = { ...planned, rows: planned.rows.map((each): Row => ({ ...each, state: 'check-first' })) };
    const unticked = ticked(toCheck, new Set(planned.rows.map(({ uri }) => uri)), false);
    expect(again(finished(begun(toCheck), 2), unticked, uris), 'after a push that failed').toEqual(toCheck);
  });

  test('is restored from storage unchanged', () => {
    const done = finished(withRow(running, 'file:///a', { state: 'pushed', words: 'Pushed a.' }), 2);
    expect(reloaded(done)).toEqual(done);
  });

  test('marks files that were being pushed when the editor closed as uncertain', () => {
    const cut = withRow(running, 'file:///a', { state: 'sending', words: '' });
    const states = reloaded(cut)?.rows.map(({ state }) => state);
    expect(states).toEqual(['doubtful', 'doubtful', 'not-ticked', 'refused']);
  });

  test('is not restored from other data, and omits invalid rows', () => {
    for (const stored of [undefined, null, 7, 'text', [], {}, { environment: 'dev', time: 1 }, { rows: [] }])
      expect(readTable(stored), JSON.stringify(stored)).toBeUndefined();
    const rows = [undefined, {}, { ...row, uri: 7, state: 'pushed' }, { ...row, uri: 'file:///a', state: 'odd' }];
    expect(readTable({ environment: 'dev', shown: 'dev', time: 1, rows })?.rows).toEqual([]);
  });
});
