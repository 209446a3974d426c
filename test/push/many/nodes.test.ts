/** Tests the rows of the tree for a push of many files, and their words for a screen reader. */
import { expect, test } from 'vitest';
import type { Node } from '../../../server/src/service/many/pushNodes.js';
import { nodesOf, titleOf } from '../../../server/src/service/many/pushNodes.js';
import type { Row, RowState, Table } from '../../../server/src/service/many/table.js';
import {
  again,
  begun,
  changedSince,
  finished,
  readTable,
  stageOf,
  ticked,
  withRow,
} from '../../../server/src/service/many/table.js';

function row(toggle: string, state: RowState, more: Partial<Row> = {}): Row {
  return {
    ...{ uri: `file:///${toggle}`, file: `dev/${toggle}.targeting.json`, toggle, place: 'dev of P on h', state },
    ...{ brief: 'Anna, Bart: on → off', checks: [], changes: ['Turns it off.'], words: '' },
    isTicked: state === 'ready',
    ...more,
  };
}

const planned: Table = {
  ...{ environment: 'dev', shown: 'dev', phase: 'planned', time: 1, elsewhere: 3 },
  rows: [
    ...['a', 'b'].map((toggle) => row(toggle, 'ready')),
    row('g', 'first-push', { checks: ['First push from here.'], changes: ['Anna, Bart: on → off', 'Turns it off.'] }),
    row('c', 'check-first', { checks: ['Line 3: Odd.'] }),
    row('d', 'refused', { brief: '', words: 'it needs approval.', changes: [] }),
    row('e', 'refused', { brief: '', words: 'it has 1 error.', errorLine: 2 }),
    row('f', 'same', { brief: '', words: 'f is up to date.', changes: [] }),
  ],
};

function drawn(nodes: readonly Node[], indent = ''): readonly string[] {
  return nodes.flatMap(({ said, isTicked, isOpen, children, can }) => {
    const tick = isTicked === undefined ? '' : isTicked ? '[x] ' : '[ ] ';
    const words = [said.label, said.description].filter((part) => part !== '').join(' | ');
    const deeper = isOpen ? drawn(children, `${indent}  `) : [];
    return [`${indent}${tick}${words}${can === undefined ? '' : ` <${can}>`}`, ...deeper];
  });
}

const spoken = (table: Table) => nodesOf(table).flatMap(({ children }) => children.map(({ said }) => said.spoken));

test('Before a push, the first row names the push, and other rows list affected users or refusals', () => {
  expect(titleOf(planned)).toEqual({ title: 'Push to dev', description: '2 of 4 ticked' });
  expect(drawn(nodesOf(planned))).toEqual([
    'Push 2 files… | dev of P on h',
    '[x] Ready | 2 <compare>',
    '  [x] a | Anna, Bart: on → off',
    '  [x] b | Anna, Bart: on → off',
    '[ ] First push from here | 1 <compare>',
    '  [ ] g | Anna, Bart: on → off',
    'Check first | 1 <compare>',
    '  [ ] c | Anna, Bart: on → off · Line 3: Odd.',
    'Refused | 2',
    '  d | it needs approval. <push-alone>',
    '  e | it has 1 error.',
    'Up to date | 1',
    'Other environments | 3',
  ]);
  const icons = nodesOf(planned).map(({ said, children }) => [said.label, ...children.map((file) => file.said.icon)]);
  expect(icons.slice(1, 5), 'the icon of a file is that of its group').toEqual([
    ...[
      ['Ready', '', ''],
      ['First push from here', ''],
      ['Check first', 'warning'],
      ['Refused', 'circle-slash', 'circle-slash'],
    ],
  ]);
  expect(
    nodesOf(planned)
      .slice(1, 4)
      .map(({ said }) => said.spoken),
  ).toEqual([
    ...['Ready, 2, ticked', 'First push from here, 1, not ticked, First push from here: review what it replaces.'],
    'Check first, 1, Read the warnings of each file, then tick it.',
  ]);
  expect(spoken(planned)).toEqual([
    'Toggle a, Ready, ticked, Anna, Bart: on → off',
    'Toggle b, Ready, ticked, Anna, Bart: on → off',
    'Toggle g, First push from here, not ticked, Anna, Bart: on → off',
    'Toggle c, Check first, not ticked, Anna, Bart: on → off · Line 3: Odd.',
    'Toggle d, Refused, it needs approval.',
    'Toggle e, Refused, it has 1 error.',
    'Toggle f, Up to date, f is up to date.',
  ]);
});

test('A file shows its changes, its warnings, and its target if targets differ', () => {
  const elsewhere = { ...planned, rows: [...planned.rows, row('h', 'ready', { place: 'dev of Q on h' })] };
  const files = nodesOf(elsewhere).flatMap(({ children }) => children);
  const below = (id: string) => drawn(files.find((file) => file.id === id)?.children ?? []);
  expect(below('file:///g'), 'without what the row and its group say').toEqual(['Turns it off.', 'dev of P on h']);
  expect(below('file:///c')).toEqual(['Line 3: Odd.', 'Turns it off.', 'dev of P on h']);
  expect(below('file:///d')).toEqual(['Not pushed: it needs approval.', 'dev of P on h']);
  expect(below('file:///f')).toEqual(['f is up to date.', 'dev of P on h']);
});

test('The first row counts ticks', () => {
  const first = (table: Table) => drawn(nodesOf(table))[0];
  const none = ticked(planned, new Set(['file:///a', 'file:///b']), false);
  expect(first(none)).toBe('Tick the files to push. | dev of P on h');
  expect(first(ticked(none, new Set(['file:///c']), true))).toBe('Push 1 file… | dev of P on h');
  expect(titleOf(none).description).toBe('0 of 4 ticked');
  const refused = { ...planned, rows: planned.rows.filter(({ state }) => state === 'refused') };
  expect([first(refused), titleOf(refused).description]).toEqual(['Check again… | Refused: 2', '0 of 2 pushed']);
  const same = { ...planned, rows: planned.rows.filter(({ state }) => state === 'same') };
  expect([first(same), titleOf(same).description]).toEqual(['There is nothing to push. | dev of P on h', '']);
  const restored = readTable(planned) ?? planned;
  expect(first(restored)).toBe('Check again… | dev of P on h');
  expect(drawn(nodesOf(restored)).slice(1)).toEqual(drawn(nodesOf(planned)).slice(1));
});

test('Failed files stay in place during the push, and come first afterwards', () => {
  const running = withRow(begun(planned), 'file:///b', { state: 'failed', words: 'Down for a moment.' });
  expect(titleOf(running).description).toBe('0 of 2 pushed');
  expect(drawn(nodesOf(running)).slice(0, 5)).toEqual([
    'Pushing… | dev of P on h',
    'Pushing… | 2',
    '  a | Anna, Bart: on → off',
    '  b | Down for a moment. <push-alone>',
    'Not ticked | 2',
  ]);
  const done = finished(withRow(running, 'file:///a', { state: 'pushed', words: '' }), 2);
  expect(drawn(nodesOf(done)).slice(0, 3)).toEqual([
    'Push again… | Pushed 1 of 6: 5 are not live.',
    'Failed | 1',
    '  b | Down for a moment. <push-alone>',
  ]);
  expect(drawn(nodesOf(done)).slice(-5)).toEqual([
    '  e | it has 1 error.',
    'Pushed | 1',
    '  a | Anna, Bart: on → off',
    'Up to date | 1',
    'Other environments | 3',
  ]);
  expect(titleOf(done).description).toBe('1 of 6 pushed');
  expect([stageOf(running), stageOf(done)]).toEqual(['running', 'planned']);
  const edited = again(done, { ...done, rows: [row('a', 'ready')] }, new Set(['file:///a']));
  expect(drawn(nodesOf({ ...edited, phase: 'finished' }))[0], 'a pushed file that was edited').toBe(
    'Push 2 files… | dev of P on h',
  );
  const submitted = {
    state: 'submitted' as const,
    brief: 'waits for wei',
    changes: ['A change by anna waits.'],
    words: '',
  };
  const rows = done.rows.map((each) => (each.uri === 'file:///b' ? { ...each, ...submitted } : each));
  const others = rows.filter(({ state }) => ['pushed', 'submitted', 'same'].includes(state));
  for (const phase of ['finished', 'planned'] as const)
    expect(drawn(nodesOf({ ...done, phase, rows: others })), phase).toEqual([
      'Pushed 1 of 2: 1 waiting for approval. | dev of P on h',
      'Waiting for approval | 1',
      '  b | waits for wei',
      ...['Pushed | 1', '  a | Anna, Bart: on → off', 'Up to date | 1', 'Other environments | 3'],
    ]);
  expect(stageOf({ ...done, rows: others })).toBe('finished');
  expect(drawn(nodesOf({ ...done, rows }))[0]).toBe('Pushed 1 of 6: 5 are not live. | dev of P on h');
  const [, failed, , unknown] = drawn(nodesOf(finished(running, 2)));
  expect([failed, unknown]).toEqual(['Failed | 1', 'Unknown | 1']);
});

test('A file that must be pushed separately offers the next step', () => {
  const reason = { brief: '', changes: [] };
  const rows = [
    row('a', 'overtaken', { ...reason, words: 'rob changed it there.' }),
    row('b', 'needs-approval', { ...reason, words: 'it needs approval.' }),
  ];
  expect(drawn(nodesOf({ ...planned, rows, elsewhere: 0 }))).toEqual([
    'Check again… | Changed by others: 1 · Needs approval: 1',
    'Changed by others | 1',
    ...['  a | rob changed it there. <push-alone>', '    Merge…', '    Not pushed: rob changed it there.'],
    'Needs approval | 1',
    ...['  b | it needs approval. <push-alone>', '    Submit for Approval'],
  ]);
  const waiting = { ...planned, rows: [row('c', 'submitted', { brief: 'waits for wei' })] };
  const [, group] = nodesOf(waiting);
  expect(group?.children[0]?.children.map(({ said, act }) => [said.label, act])).toEqual([
    ['Approval…', 'toggleTargeting.approval'],
    ['Turns it off.', undefined],
  ]);
});

test('A ticked file is listed if its changes are different now', () => {
  const change = (uri: string, more: Partial<Row>): Table => ({
    ...planned,
    rows: planned.rows.map((each) => (each.uri === `file:///${uri}` ? { ...each, ...more } : each)),
  });
  expect(changedSince(planned, planned)).toEqual([]);
  expect(changedSince(planned, change('a', { changes: ['Turns it on.'] }))).toEqual(['a']);
  expect(changedSince(planned, change('a', { state: 'overtaken', isTicked: false }))).toEqual(['a']);
  expect(changedSince(planned, change('c', { checks: ['Line 4: Odd.'] })), 'not ticked').toEqual([]);
  const failed = change('a', { state: 'failed' });
  expect(changedSince(failed, planned), 'it can be pushed again as it is').toEqual([]);
  expect(changedSince(failed, change('a', { state: 'overtaken', isTicked: false })), 'it was not confirmed').toEqual(
    [],
  );
});
