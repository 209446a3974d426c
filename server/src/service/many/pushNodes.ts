/** The tree for a push of many files: the next step, groups of files, and sentences below each file. Pure. */
import { t } from '../../core/t.js';
import type { Said } from '../toggles/toggleNodes.js';
import { listOf, listOfFirst } from '../../core/targeting/joined.js';
import { linesOf, plain } from '../words/harmless.js';
import { firstPush, notPushedSentence } from './planned.js';
import type { Row, RowState, Table } from './table.js';
import { canBePushedAgain, canBeTicked, isNext, rowName, stateName, summary, unpushed } from './table.js';

export interface Node {
  readonly id: string;
  readonly kind: 'next' | 'group' | 'file' | 'sentence';
  /** The file's URI; set for a file and its sentences. */
  readonly uri?: string;
  readonly said: Said;
  readonly isOpen: boolean;
  readonly children: readonly Node[];
  /** True if the node is ticked; absent if the node has no checkbox. */
  readonly isTicked?: boolean;
  /** Zero-based line at which a click opens the file instead of its diff. */
  readonly line?: number;
  /** Command run by a click, with the file and the environment. */
  readonly act?: string;
  /** Selects the node's menus in package.json. */
  readonly can?: 'compare' | 'push-alone';
}

export function titleOf(table: Table): { readonly title: string; readonly description: string } {
  const { shown, rows, phase } = table;
  const title = shown === '' ? t('Push files') : t('Push to {0}', shown);
  const open = rows.filter(canBeTicked);
  if (phase !== 'running' && phase !== 'finished' && open.length > 0)
    return { title, description: t('{0} of {1} ticked', open.filter(isNext).length, open.length) };
  const counted = rows.filter(({ state, isTicked }) => (phase === 'running' ? isTicked : state !== 'same'));
  const pushed = counted.filter(({ state }) => state === 'pushed').length;
  return { title, description: counted.length === 0 ? '' : t('{0} of {1} pushed', pushed, counted.length) };
}

export function nodesOf(table: Table): readonly Node[] {
  const places = new Set(table.rows.flatMap(({ place }) => (place === '' ? [] : [place])));
  const groups = groupsIn(table).map(({ state, rows }): Node => {
    const isTicked = rows.every((row) => row.isTicked);
    const takesTick = state === 'ready' || state === 'first-push';
    const name = stateName(state === 'waiting' ? 'sending' : state);
    const ticks = takesTick ? [isTicked ? t('ticked') : t('not ticked')] : [];
    return {
      id: `group:${state}`,
      kind: 'group',
      said: said(name, {
        description: String(rows.length),
        tooltip: whyNotTicked(state),
        spoken: listOf([name, String(rows.length), ...ticks, whyNotTicked(state)].filter((part) => part !== '')),
      }),
      isOpen: state !== 'same',
      children: rows.map((row) => fileNode(row, places.size > 1)),
      ...(takesTick && { isTicked }),
      ...(canBeTicked({ state }) && { can: 'compare' }),
    };
  });
  const elsewhere = said(t('Other environments'), { description: String(table.elsewhere) });
  const left = table.elsewhere === 0 ? [] : [leaf('elsewhere', 'group', elsewhere)];
  return [nextNode(table, places.size === 1 ? [...places].join('') : table.shown), ...groups, ...left];
}

/** Keeps the files being pushed in one group until the whole push has finished. */
function groupsIn({ phase, rows }: Table): readonly { readonly state: RowState; readonly rows: readonly Row[] }[] {
  const isRunning = ({ isTicked }: Row) => phase === 'running' && isTicked;
  return order.flatMap((state) => {
    const own = rows.filter((row) => (isRunning(row) ? state === 'waiting' : row.state === state));
    return own.length === 0 ? [] : [{ state, rows: own }];
  });
}

/** The order of groups: groups that need attention come first. */
const order: readonly RowState[] = [
  ...(['waiting', 'failed', 'doubtful', 'not-sent', 'overtaken', 'ready', 'first-push', 'check-first'] as const),
  ...(['not-ticked', 'needs-approval', 'refused', 'submitted', 'pushed', 'same'] as const),
];

function whyNotTicked(state: RowState): string {
  if (state === 'check-first') return t('Read the warnings of each file, then tick it.');
  return state === 'first-push' ? firstPush() : '';
}

/** The first row, which describes the effect of a click. Starts with the essentials, for narrow side bars. */
function nextNode(table: Table, where: string): Node {
  const of = (label: string, icon: string, description = where): Node =>
    leaf(
      'next',
      'next',
      said(label, {
        description,
        icon,
        tooltip: linesOf([label, description, listOfFirst(table.rows.filter(isNext).map(rowName))]),
        spoken: plain(listOf([label, description])),
      }),
    );
  const [open, left] = [table.rows.filter(canBeTicked), unpushed(table)];
  const count = left.filter(isNext).length;
  if (table.phase === 'running') return of(stateName('sending'), 'loading~spin');
  if (table.phase === 'restored') return of(t('Check again…'), 'refresh');
  if (left.length === 0) {
    if (table.rows.every(({ state }) => state === 'same')) return of(t('There is nothing to push.'), 'info');
    return of(summary({ ...table, phase: 'finished' }), 'pass');
  }
  if (count > 0 && left.filter(isNext).every(canBePushedAgain)) return of(t('Push again…'), 'refresh', summary(table));
  if (open.length === 0 && table.phase === 'finished') return of(summary(table), 'info');
  if (open.length === 0) return of(t('Check again…'), 'refresh', summary({ ...table, rows: left }));
  if (count === 0) return of(t('Tick the files to push.'), 'info');
  return of(count === 1 ? t('Push 1 file…') : t('Push {0} files…', count), 'cloud-upload');
}

/** @param withPlace whether the node shows where the file goes, because files go to different places */
function fileNode(row: Row, withPlace: boolean): Node {
  const { uri, file, toggle, place, state, brief, checks, changes, words, isTicked } = row;
  const sentence = (text: string, icon = '') => ({ text, icon });
  const toCheck = state === 'check-first' ? checks : [];
  const act = acts()[state];
  const sentences = [
    ...(words === ''
      ? []
      : [sentence(hasReason.has(state) ? notPushedSentence(words) : words, isLive.has(state) ? '' : 'info')]),
    ...toCheck.map((text) => sentence(text, 'warning')),
    ...changes.filter((text) => text !== brief).map((text) => sentence(text)),
    ...(withPlace && place !== '' ? [sentence(place, 'cloud')] : []),
  ];
  const isOpen = canBeTicked(row);
  const briefly = words === '' ? [brief, ...toCheck].join(' · ') : words;
  const spoken = [toggle === '' ? file : t('Toggle {0}', toggle), stateName(state)];
  const ticks = isOpen ? [isTicked ? t('ticked') : t('not ticked')] : [];
  return {
    // A new ID reopens the row: once VS Code has drawn a row closed, the row stays closed.
    id: act === undefined ? uri : `${uri}:${state}`,
    ...{ kind: 'file', uri },
    said: {
      ...said(rowName(row), { description: state === 'same' ? '' : briefly, ...icons[state] }),
      tooltip: linesOf([file, ...(brief === '' ? [] : [brief]), ...sentences.map(({ text }) => text)]),
      spoken: plain(listOf([...spoken, ...ticks, briefly])),
    },
    isOpen: act !== undefined && hasReason.has(state),
    children: [
      ...(act === undefined
        ? []
        : [{ ...leaf(`${uri}:act`, 'sentence', said(act.label, act)), uri, act: act.command }]),
      // For `needs-approval`, the row already shows the reason, and the first child shows the next step.
      ...(state === 'needs-approval' ? sentences.slice(1) : sentences).map(({ text, icon }, index) =>
        leaf(`${uri}:${index}`, 'sentence', said(text, { icon, tooltip: plain(text) })),
      ),
    ],
    ...(isOpen && { isTicked }),
    ...((row.errorLine !== undefined || toggle === '' || isLive.has(state)) && { line: row.errorLine ?? 0 }),
    ...(hasReason.has(state) && row.errorLine === undefined && toggle !== '' && { can: 'push-alone' }),
  };
}

const isLive: ReadonlySet<RowState> = new Set(['pushed', 'same']);

const hasReason: ReadonlySet<RowState> = new Set(['refused', 'failed', 'not-sent', 'overtaken', 'needs-approval']);

/** The next step for a single file, by the file's state. */
const acts = (): Partial<Readonly<Record<RowState, Pick<Said, 'label' | 'icon'> & { readonly command: string }>>> => ({
  overtaken: { label: t('Merge…'), icon: 'git-merge', command: 'toggleTargeting.push' },
  'needs-approval': { label: t('Submit for Approval'), icon: 'git-pull-request', command: 'toggleTargeting.push' },
  submitted: { label: t('Approval…'), icon: 'git-pull-request', command: 'toggleTargeting.approval' },
});

const icons: Partial<Readonly<Record<RowState, Pick<Said, 'icon' | 'color'>>>> = {
  'check-first': { icon: 'warning', color: 'charts.yellow' },
  refused: { icon: 'circle-slash', color: 'charts.red' },
  overtaken: { icon: 'git-merge', color: 'charts.yellow' },
  'needs-approval': { icon: 'git-pull-request', color: 'charts.purple' },
  submitted: { icon: 'watch', color: 'charts.purple' },
  same: { icon: 'pass', color: 'charts.green' },
  'not-ticked': { icon: 'circle-outline' },
  waiting: { icon: 'watch' },
  sending: { icon: 'loading~spin' },
  pushed: { icon: 'pass', color: 'charts.green' },
  failed: { icon: 'error', color: 'charts.red' },
  doubtful: { icon: 'question', color: 'charts.yellow' },
  'not-sent': { icon: 'circle-slash', color: 'charts.yellow' },
};

function leaf(id: string, kind: Node['kind'], words: Said): Node {
  return { id, kind, said: words, isOpen: false, children: [] };
}

function said(label: string, more: Partial<Said>): Said {
  const { description = '' } = more;
  return { tooltip: '', icon: '', ...more, label: plain(label), description: plain(description) };
}
