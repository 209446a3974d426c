/** The table of a push of many files: plain data, shown by a view and stored for a reload. Pure. */
import { t } from '../../core/t.js';
import { environmentAtHost, environmentsName } from '../http/target.js';
import { word } from '../words/harmless.js';
import { asArray, asObject } from '../../core/json/plain.js';
import type { Plan } from './plan.js';
import type { Judged } from './planned.js';
import { notPushedSentence } from './planned.js';
import type { Result } from './pushOne.js';
import { firstOf, listOfFirst } from '../../core/targeting/joined.js';

const states = [
  'sending',
  ...([
    'pushed',
    'failed',
    'overtaken',
    'needs-approval',
    'doubtful',
    'not-sent',
  ] as const satisfies readonly Result['kind'][]),
  ...(['waiting', 'ready', 'first-push', 'check-first', 'same', 'not-ticked', 'refused', 'submitted'] as const),
] as const;

export type RowState = (typeof states)[number];

export interface Row {
  readonly uri: string;
  /** The file's name as the table shows it. */
  readonly file: string;
  /** The toggle's key; empty if the file has no address. */
  readonly toggle: string;
  /** Environment, project and host; empty if the file has no address. */
  readonly place: string;
  /** A short summary of who gets a different value. */
  readonly brief: string;
  /** Sentences to read before ticking the file. */
  readonly checks: readonly string[];
  readonly changes: readonly string[];
  readonly state: RowState;
  readonly isTicked: boolean;
  /** The reason if the file is not pushed, or another sentence; empty if `state` is sufficient. */
  readonly words: string;
  /** Zero-based line of the first error, for a file refused because of errors. */
  readonly errorLine?: number;
}

export interface Table {
  readonly environment: string;
  /** The environment's name as the table shows it. */
  readonly shown: string;
  /** `restored`: planned before a reload, so the files must be checked again. */
  readonly phase: 'planned' | 'restored' | 'running' | 'finished';
  /** Time of the last plan or push, in milliseconds since 1970. */
  readonly time: number;
  readonly rows: readonly Row[];
  readonly elsewhere: number;
}

export function tableOf({ environment, files, elsewhere }: Plan, nameOf: (uri: string) => string, time: number): Table {
  const keys = files.flatMap(({ target }) => (target?.environment === environment ? [target.environmentKey] : []));
  const shown = environment === '' ? '' : environmentsName(environment, keys);
  const rows = files.map((file) => rowOf(file, nameOf(file.uri)));
  return { environment, shown, phase: 'planned', time, rows, elsewhere };
}

function rowOf({ uri, target, verdict }: Judged, file: string): Row {
  const goes =
    target === undefined
      ? { toggle: '', place: '' }
      : { toggle: word(target.toggle), place: environmentAtHost(target) };
  const row = { uri, file, ...goes, checks: [], changes: [], isTicked: false };
  if (verdict.kind === 'submitted') return { ...row, ...verdict.said, state: verdict.kind, words: '' };
  if (verdict.kind === 'same') return { ...row, brief: '', state: 'same', words: verdict.words };
  if (verdict.kind === 'refused') {
    const { reason, errorLine, state = 'refused' } = verdict;
    return { ...row, brief: '', state, words: reason, ...(errorLine !== undefined && { errorLine }) };
  }
  const { checkFirst: checks, who, changes, isFirst } = verdict;
  // If there are sentences to read first, the person must tick the file.
  const isReady = checks.length === 0;
  const isOnlyFirst = isFirst && checks.length === 1;
  const state = isReady ? 'ready' : isOnlyFirst ? 'first-push' : 'check-first';
  const { comment } = verdict.checked;
  const commented = comment === undefined ? [] : [t('Comment: {0}', comment)];
  return {
    ...row,
    brief: who,
    checks,
    changes: [...firstOf(changes), ...commented],
    state,
    isTicked: isReady,
    words: '',
  };
}

/** Files whose change is neither known to be live nor waiting for approval. */
export function unpushed({ rows }: Pick<Table, 'rows'>): readonly Row[] {
  return rows.filter(({ state }) => state !== 'pushed' && state !== 'same' && state !== 'submitted');
}

/** Lists each refused file on its own line, and the other omitted files on one line. */
export function omittedFiles(table: Table): readonly string[] {
  const left = unpushed(table).filter(({ isTicked }) => !isTicked);
  const refused = left.filter((row) => !canBeTicked(row));
  const names = listOfFirst(left.filter(canBeTicked).map(rowName));
  return [
    ...firstOf(
      refused.map((row) => t('{0}: {1}', rowName(row), notPushedSentence(row.words))),
      5,
    ),
    ...(names === '' ? [] : [t('{0}: {1}', stateName('not-ticked'), names)]),
  ];
}

export function rowName({ toggle, file }: Row): string {
  return toggle === '' ? file : toggle;
}

export function stateName(state: RowState): string {
  const names: Readonly<Record<RowState, string>> = {
    ready: t('Ready'),
    'first-push': t('First push from here'),
    'check-first': t('Check first'),
    same: t('Up to date'),
    refused: t('Refused'),
    overtaken: t('Changed by others'),
    'needs-approval': t('Needs approval'),
    submitted: t('Waiting for approval'),
    'not-ticked': t('Not ticked'),
    waiting: t('Waiting'),
    sending: t('Pushing…'),
    pushed: t('Pushed'),
    failed: t('Failed'),
    doubtful: t('Unknown'),
    'not-sent': t('Not sent'),
  };
  return names[state];
}

/** Counts the files by state, as in `Ready: 17 · Refused: 1`; after a push, counts the changes that are live. */
export function summary(table: Table): string {
  const { rows, phase } = table;
  if (phase === 'finished') {
    const all = rows.filter(({ state }) => state !== 'same').length;
    const left = rows.filter(({ state }) => state !== 'same' && state !== 'pushed').length;
    if (left > 0 && unpushed(table).length === 0)
      return left === all
        ? t('{0}: {1}', stateName('submitted'), left)
        : t('Pushed {0} of {1}: {2} waiting for approval.', all - left, all, left);
    if (left === 1) return t('Pushed {0} of {1}: 1 is not live.', all - left, all);
    return left === 0 ? t('The push is finished.') : t('Pushed {0} of {1}: {2} are not live.', all - left, all, left);
  }
  const counts = states.map((state) => ({ state, count: rows.filter((row) => row.state === state).length }));
  return counts
    .flatMap(({ state, count }) => (count === 0 ? [] : [t('{0}: {1}', stateName(state), count)]))
    .join(' · ');
}

export function withRow(table: Table, uri: string, change: Pick<Row, 'state' | 'words'>): Table {
  return { ...table, rows: table.rows.map((row) => (row.uri === uri ? { ...row, ...change } : row)) };
}

export function canBeTicked({ state }: Pick<Row, 'state'>): boolean {
  return state === 'ready' || state === 'first-push' || state === 'check-first';
}

export function canBePushedAgain({ state }: Pick<Row, 'state'>): boolean {
  return state === 'failed' || state === 'doubtful' || state === 'not-sent';
}

/** True if the push action in the first row pushes the file. */
export function isNext(row: Row): boolean {
  return canBePushedAgain(row) || (row.isTicked && canBeTicked(row));
}

/** The table's phase for menus: `planned` only if a file can be pushed. */
export function stageOf({ phase, rows }: Table): Table['phase'] {
  if (phase === 'running' || phase === 'restored') return phase;
  return rows.some((row) => canBeTicked(row) || canBePushedAgain(row)) ? 'planned' : 'finished';
}

export function ticked(table: Table, uris: ReadonlySet<string>, isTicked: boolean): Table {
  const rows = table.rows.map((row) => (uris.has(row.uri) && canBeTicked(row) ? { ...row, isTicked } : row));
  return { ...table, rows };
}

/**
 * Updates the table with files that were checked again. A row stays ticked if its content is unchanged.
 * @param looked URIs of the checked files; other files keep their rows
 * @param isPushed true if these files were just pushed on their own
 */
export function again(before: Table, table: Table, looked: ReadonlySet<string>, isPushed = false): Table {
  const ticks = new Map(before.rows.map((row) => [said(row), row.isTicked]));
  const isTicked = (row: Row) => canBeTicked(row) && (ticks.get(said(row)) ?? row.isTicked);
  const lookedAt = (row: Row, now: Row): Row =>
    now.state === 'same' && row.state === 'pushed'
      ? row
      : now.state === 'same' && isPushed
        ? { ...row, state: 'pushed', words: '' }
        : { ...now, isTicked: isTicked(now) };
  const rows = before.rows.flatMap((row) =>
    !looked.has(row.uri)
      ? [{ ...row, isTicked: row.isTicked && row.state !== 'pushed' }]
      : table.rows.flatMap((now) => (now.uri === row.uri ? [lookedAt(row, now)] : [])),
  );
  return { ...table, shown: before.shown, rows, elsewhere: before.elsewhere };
}

function said({ uri, place, checks, changes }: Row): string {
  return JSON.stringify([uri, place, checks, changes]);
}

/** Names of ticked files whose rows have changed since the person ticked them. */
export function changedSince(before: Table, now: Table): readonly string[] {
  const after = new Map(now.rows.map((row) => [row.uri, row]));
  return before.rows.flatMap((row) => {
    const is = after.get(row.uri);
    const couldBePushed = canBeTicked(row) || (is !== undefined && canBeTicked(is));
    return row.isTicked && couldBePushed && (is?.isTicked !== true || said(is) !== said(row)) ? [rowName(row)] : [];
  });
}

/** Queues the ticked files. */
export function begun(table: Table): Table {
  const rows = table.rows.map((row): Row => {
    if (!canBeTicked(row)) return row;
    return { ...row, state: row.isTicked ? 'waiting' : 'not-ticked' };
  });
  return { ...table, phase: 'running', rows };
}

/** Marks the push as finished, and files without a result as doubtful. */
export function finished(table: Table, time: number): Table {
  const words = t(
    'The push ended before its result arrived. Push again: you see what would change before anything is sent.',
  );
  const rows = table.rows.map((row): Row => {
    const isOpen = row.state === 'waiting' || row.state === 'sending';
    return isOpen ? { ...row, state: 'doubtful', words } : row;
  });
  return { ...table, phase: 'finished', time, rows };
}

/** Reads a table from storage, which may contain anything. A push interrupted by an exit counts as finished. */
export function readTable(stored: unknown): Table | undefined {
  const table = asObject(stored);
  const { environment, shown, phase, time, rows, elsewhere: left } = table ?? {};
  if (typeof environment !== 'string' || typeof shown !== 'string' || typeof time !== 'number' || !Array.isArray(rows))
    return undefined;
  const elsewhere = typeof left === 'number' ? left : 0;
  const read: Table = { environment, shown, phase: 'restored', time, rows: rows.flatMap(readRow), elsewhere };
  return phase === 'planned' || phase === 'restored' ? read : finished(read, time);
}

function readRow(stored: unknown): readonly Row[] {
  const row = asObject(stored) ?? {};
  const text = (key: string) => (typeof row[key] === 'string' ? row[key] : '');
  const texts = (key: string) => asArray(row[key])?.filter((each) => typeof each === 'string') ?? [];
  const state = states.find((each) => each === row['state']);
  const { errorLine } = row;
  if (text('uri') === '' || state === undefined) return [];
  return [
    {
      ...{ uri: text('uri'), file: text('file'), toggle: text('toggle'), place: text('place'), state },
      ...{ brief: text('brief'), words: text('words'), checks: texts('checks'), changes: texts('changes') },
      isTicked: row['isTicked'] === true,
      ...(typeof errorLine === 'number' && { errorLine }),
    },
  ];
}
