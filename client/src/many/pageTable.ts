/** The table of many files as its page shows it: with the words around it. */
import * as vscode from 'vscode';
import type { Row, Table } from '../../../server/src/service/many/table.js';
import { canBeChosen, groupOf, groups, stateName, summary, unpushed } from '../../../server/src/service/many/table.js';
import { plain } from '../../../server/src/service/words/harmless.js';
import type { PageButton, PageHead, PageRow, PageState, PageTable } from './page.js';

export interface Shown {
  readonly table: Table;
  /** URIs of the files that are to be pushed. */
  readonly chosen: ReadonlySet<string>;
  /** URIs of the files that have a diff to show. */
  readonly compared: ReadonlySet<string>;
}

export function pageTable(shown: Shown): PageTable {
  const { table } = shown;
  const place = placeOf(table);
  return {
    ...headOf(shown),
    title: plain(titleOf(table)),
    place: place ?? '',
    columns: [vscode.l10n.t('File'), vscode.l10n.t('Goes to'), vscode.l10n.t('What changes'), vscode.l10n.t('State')],
    chooseAll: vscode.l10n.t('Choose all'),
    groups: groups.flatMap((group) => {
      const rows = table.rows
        .filter((row) => groupOf(row) === group)
        .map((row) => rowOf(shown, row, place !== undefined));
      return rows.length === 0
        ? []
        : [{ title: groupTitle(group, table, rows.length), isFolded: group === 'same', rows }];
    }),
  };
}

function groupTitle(group: (typeof groups)[number], { phase }: Table, count: number): string {
  switch (group) {
    case 'going':
      return phase === 'planned' ? vscode.l10n.t('Ready ({0})', count) : vscode.l10n.t('Results ({0})', count);
    case 'attention':
      return vscode.l10n.t('Check first, or refused ({0})', count);
    case 'same':
      return vscode.l10n.t('Up to date ({0})', count);
  }
}

/** The one that all go to; undefined where there are several. */
function placeOf({ rows }: Table): string | undefined {
  const [place, ...others] = new Set(rows.flatMap((row) => (row.place === '' ? [] : [row.place])));
  return others.length === 0 && place !== undefined ? plain(place) : undefined;
}

export function titleOf({ shown }: Table): string {
  return shown === '' ? vscode.l10n.t('Push files') : vscode.l10n.t('Push files to {0}', shown);
}

export function headOf({ table, chosen }: Shown): PageHead {
  const done = summary(table);
  return {
    summary: table.phase === 'finished' ? `${new Date(table.time).toLocaleString()} · ${done}` : done,
    buttons: buttonsOf(table, chosen.size),
  };
}

function buttonsOf(table: Table, chosen: number): readonly PageButton[] {
  const cancel: PageButton = { action: 'cancel', label: vscode.l10n.t('Cancel'), enabled: true };
  switch (table.phase) {
    case 'planned': {
      const label = chosen === 1 ? vscode.l10n.t('Push 1 File') : vscode.l10n.t('Push {0} Files', chosen);
      return [{ action: 'push', label, enabled: chosen > 0 }, cancel];
    }
    case 'running':
      return [cancel];
    case 'finished':
      return unpushed(table).length === 0
        ? []
        : [{ action: 'again', label: vscode.l10n.t('Push Failed Files Again'), enabled: true }];
  }
}

/** @param isPlaceSaid above the table */
function rowOf({ table, chosen, compared }: Shown, row: Row, isPlaceSaid: boolean): PageRow {
  const isOpen = table.phase === 'planned' && canBeChosen(row);
  const isRefused = table.phase === 'planned' && row.state === 'refused';
  const changes = row.changes.map(plain);
  return {
    ...stateOf(row),
    file: plain(row.file),
    where: plain(isPlaceSaid || row.toggle === '' ? row.toggle : `${row.toggle} → ${row.place}`),
    changes: changes.slice(0, MAX_CHANGES),
    moreChanges: changes.slice(MAX_CHANGES),
    more: vscode.l10n.t('{0} more', changes.length - MAX_CHANGES),
    chosen: isOpen ? chosen.has(row.uri) : undefined,
    alone: row.state === 'check-first',
    diff: isOpen && compared.has(row.uri) ? vscode.l10n.t('Show Diff') : undefined,
    problems: isRefused && row.hasErrors === true ? vscode.l10n.t('Show Problems') : undefined,
    pushAlone: isRefused && row.hasErrors !== true ? vscode.l10n.t('Push Alone…') : undefined,
  };
}

/** Of one file: the others are unfolded. */
const MAX_CHANGES = 3;

export function stateOf({ uri, state, words }: Row): PageState {
  return { uri, state, label: stateName(state), words: plain(words) };
}
