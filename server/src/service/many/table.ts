/** The table of many files: plain data that the page shows and that is kept for after a reload. Pure. */
import { t } from '@vscode/l10n';
import { environmentAtHost, environmentsName } from '../http/target.js';
import { word } from '../words/harmless.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { asObject } from '../../core/targeting/state/state.js';
import type { Plan } from './plan.js';
import type { Judged } from './planned.js';
import type { Result } from './pushOne.js';

/** In the order in which they are counted up. */
const states = [
  'sending',
  ...(['pushed', 'failed', 'doubtful', 'not-sent'] as const satisfies readonly Result['kind'][]),
  ...(['waiting', 'ready', 'check-first', 'same', 'not-chosen', 'refused'] as const),
] as const;

/** From the plan on, what is known of a file. */
export type RowState = (typeof states)[number];

export interface Row {
  readonly uri: string;
  /** The file, as people call it. */
  readonly file: string;
  /** Its key; empty when it goes nowhere. */
  readonly toggle: string;
  /** Environment, project and host; empty when it goes nowhere. */
  readonly place: string;
  readonly changes: readonly string[];
  readonly state: RowState;
  /** A sentence, where the state alone does not say it. */
  readonly words: string;
  /** Of one that is refused: it has problems to show. */
  readonly hasErrors?: true;
}

export interface Table {
  readonly environment: string;
  /** The environment as people read it. */
  readonly shown: string;
  readonly phase: 'planned' | 'running' | 'finished';
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly rows: readonly Row[];
}

export function tableOf({ environment, files }: Plan, nameOf: (uri: string) => string, time: number): Table {
  const keys = files.flatMap(({ target }) => (target?.environment === environment ? [target.environmentKey] : []));
  const shown = environment === '' ? '' : environmentsName(environment, keys);
  return { environment, shown, phase: 'planned', time, rows: files.map((file) => rowOf(file, nameOf(file.uri))) };
}

function rowOf({ uri, target, verdict }: Judged, file: string): Row {
  const goes =
    target === undefined
      ? { toggle: '', place: '' }
      : { toggle: word(target.toggle), place: environmentAtHost(target) };
  if (verdict.kind !== 'ready') {
    const hasErrors = verdict.kind === 'refused' && verdict.hasErrors === true && ({ hasErrors: true } as const);
    return { uri, file, ...goes, changes: [], state: verdict.kind, words: verdict.words, ...hasErrors };
  }
  const { checkFirst } = verdict;
  const state = checkFirst.length === 0 ? 'ready' : 'check-first';
  return { uri, file, ...goes, changes: first(verdict.changes), state, words: sentencesOf(checkFirst) };
}

/** The diff has them all; the table is kept with every row that changes. */
function first(changes: readonly string[]): readonly string[] {
  const more = changes.length - MAX_SHOWN;
  return more <= 0 ? changes : [...changes.slice(0, MAX_SHOWN), t('… and {0} more', more)];
}

const MAX_SHOWN = 20;

/** Those that people may want to push again. */
export function unpushed({ rows }: Table): readonly string[] {
  return rows.filter(({ state }) => again.has(state)).map(({ uri }) => uri);
}

const again: ReadonlySet<RowState> = new Set(['failed', 'doubtful', 'not-sent']);

export function stateName(state: RowState): string {
  switch (state) {
    case 'ready':
      return t('Ready');
    case 'check-first':
      return t('Check first');
    case 'same':
      return t('Up to date');
    case 'refused':
      return t('Refused');
    case 'not-chosen':
      return t('Not chosen');
    case 'waiting':
      return t('Waiting');
    case 'sending':
      return t('Pushing…');
    case 'pushed':
      return t('Pushed');
    case 'failed':
      return t('Failed');
    case 'doubtful':
      return t('Unknown');
    case 'not-sent':
      return t('Not sent');
  }
}

/** Three groups, in their order: what goes, what a person has to look at, and what there is nothing to do about. */
export const groups = ['going', 'attention', 'same'] as const;

export function groupOf({ state }: Pick<Row, 'state'>): (typeof groups)[number] {
  switch (state) {
    case 'same':
      return 'same';
    case 'check-first':
    case 'refused':
      return 'attention';
    default:
      return 'going';
  }
}

/** `Pushed: 17 · Failed: 1`. */
export function summary({ rows }: Table): string {
  const counts = states.map((state) => ({ state, count: rows.filter((row) => row.state === state).length }));
  return counts
    .flatMap(({ state, count }) => (count === 0 ? [] : [t('{0}: {1}', stateName(state), count)]))
    .join(' · ');
}

/** After a row was told something; the others stay. */
export function withRow(table: Table, uri: string, change: Pick<Row, 'state' | 'words'>): Table {
  return { ...table, rows: table.rows.map((row) => (row.uri === uri ? { ...row, ...change } : row)) };
}

/** Before anything is pushed. */
export function canBeChosen({ state }: Pick<Row, 'state'>): boolean {
  return state === 'ready' || state === 'check-first';
}

/** URIs of the files that are chosen with one tick for all, and at first: each of the others takes its own tick. */
export function readyRows({ rows }: Table): ReadonlySet<string> {
  return new Set(rows.flatMap(({ uri, state }) => (state === 'ready' ? [uri] : [])));
}

/** After the tick for all. Taken away, it leaves none chosen. */
export function allChosen(table: Table, chosen: ReadonlySet<string>, tick: boolean): ReadonlySet<string> {
  return new Set(tick ? [...chosen, ...readyRows(table)] : []);
}

/** After the tick of one file. */
export function oneChosen(
  table: Table,
  chosen: ReadonlySet<string>,
  { uri, tick }: { readonly uri: string; readonly tick: boolean },
): ReadonlySet<string> {
  const rows = table.rows.filter(canBeChosen).filter((row) => (row.uri === uri ? tick : chosen.has(row.uri)));
  return new Set(rows.map((row) => row.uri));
}

/** The chosen ones wait for their turn. */
export function begun(table: Table, chosen: ReadonlySet<string>): Table {
  const rows = table.rows.map((row): Row => {
    if (!canBeChosen(row)) return row;
    return { ...row, state: chosen.has(row.uri) ? 'waiting' : 'not-chosen', words: '' };
  });
  return { ...table, phase: 'running', rows };
}

/** What nobody has heard the end of is doubtful. */
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

/** A table from storage, which may hold anything. It may be one of a push that the editor's end has cut off. */
export function readTable(stored: unknown): Table | undefined {
  const table = asObject(stored);
  const { environment, shown = environment, time, rows } = table ?? {};
  if (typeof environment !== 'string' || typeof shown !== 'string' || typeof time !== 'number' || !Array.isArray(rows))
    return undefined;
  return finished({ environment, shown, phase: 'running', time, rows: rows.flatMap(readRow) }, time);
}

function readRow(stored: unknown): readonly Row[] {
  const row = asObject(stored);
  const { uri, file, toggle, place, changes, words } = row ?? {};
  const state = states.find((each) => each === row?.['state']);
  const texts = [uri, file, toggle, place, words].filter((text) => typeof text === 'string');
  if (texts.length < 5 || !Array.isArray(changes) || state === undefined) return [];
  const [readUri = '', readFile = '', readToggle = '', readPlace = '', readWords = ''] = texts;
  return [
    {
      ...{ uri: readUri, file: readFile, toggle: readToggle, place: readPlace, state, words: readWords },
      changes: changes.filter((change) => typeof change === 'string'),
    },
  ];
}
