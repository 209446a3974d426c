/**
 * The page of the table of many files: shows what the extension hands it and tells what is pressed. It decides nothing and
 * has no words of its own; text is never read as markup.
 */
import type { FromPage, PageButton, PageGroup, PageRow, PageState, PageTable, ToPage } from '../src/many/page.js';

declare function acquireVsCodeApi(): { readonly postMessage: (message: FromPage) => void };

const editor = acquireVsCodeApi();

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  if (data.kind === 'table') showTable(data.table);
  else if (data.row !== undefined) showState(data.row);
  showHead(data.kind === 'table' ? data.table : data);
});
editor.postMessage({ kind: 'ready' });

function showTable({ title, place, columns, chooseAll, groups }: PageTable): void {
  document.title = title;
  part('title').textContent = title;
  part('place').textContent = place;
  const choices = groups.some(({ rows }) => rows.some(({ chosen }) => chosen !== undefined));
  const width = columns.length + (choices ? 1 : 0);
  for (const old of document.querySelectorAll('tbody')) old.remove();
  part('table').append(...groups.map((group) => groupOf(group, choices, width)));
  const titles = choices ? [boxForAll(chooseAll), ...columns] : columns;
  part('columns').replaceChildren(...titles.map((inside) => made('th', { scope: 'col' }, inside)));
  showWhetherAll();
}

/** What is folded has a line each, and is unfolded with a button. */
function groupOf({ title, isFolded, rows }: PageGroup, choices: boolean, width: number): HTMLElement {
  const body = made('tbody', {});
  const head = made('th', { scope: 'rowgroup', colspan: String(width) }, title);
  const shown = rows.map((row) => rowOf(row, choices));
  if (isFolded) {
    for (const row of shown) row.hidden = true;
    const button = made('button', { type: 'button', class: 'link', 'aria-expanded': 'false' }, title);
    button.addEventListener('click', () => {
      const isOpen = button.ariaExpanded === 'true';
      button.ariaExpanded = String(!isOpen);
      for (const row of shown) row.hidden = isOpen;
    });
    head.replaceChildren(button);
  }
  body.append(made('tr', { class: 'group' }, head), ...shown);
  return body;
}

function showHead({ summary, buttons }: { readonly summary: string; readonly buttons: readonly PageButton[] }): void {
  // Said anew only when it is another: it is read aloud.
  if (part('summary').textContent !== summary) part('summary').textContent = summary;
  const had = document.activeElement?.getAttribute('data-action');
  const shown = buttons.map(({ action, label, enabled }) => {
    const button = pressable(label, { kind: action });
    button.disabled = !enabled;
    button.dataset['action'] = action;
    return button;
  });
  part('buttons').replaceChildren(...shown);
  // Whoever is at a button stays there when it is made anew, or goes on to what is there in its place.
  if (typeof had === 'string') (shown.find(({ dataset }) => dataset['action'] === had) ?? shown[0])?.focus();
}

/** @param choices whether there is a column of checkboxes */
function rowOf(row: PageRow, choices: boolean): HTMLElement {
  const { uri, file, where, chosen, diff, problems, pushAlone } = row;
  const open = pressable('', { kind: 'open', uri });
  // Names are broken where their parts end, if there is room for no more.
  open.append(...file.split(/(?<=[/._-])/).flatMap((name) => [name, made('wbr', {})]));
  open.className = 'link';
  const state = made('td', { 'data-uri': uri });
  fillState(state, row);
  return made(
    'tr',
    {},
    ...(choices ? [made('td', {}, chosen === undefined ? '' : boxFor(row, chosen))] : []),
    made('th', { scope: 'row' }, open),
    made('td', {}, where),
    made(
      'td',
      {},
      ...changesOf(row),
      diff === undefined ? '' : linkOf(row, diff, 'diff'),
      problems === undefined ? '' : linkOf(row, problems, 'problems'),
      pushAlone === undefined ? '' : linkOf(row, pushAlone, 'push-alone'),
    ),
    state,
  );
}

function changesOf({ changes, moreChanges, more }: PageRow): readonly Node[] {
  if (changes.length === 0) return [];
  const list = (lines: readonly string[]) => made('ul', {}, ...lines.map((line) => made('li', {}, line)));
  if (moreChanges.length === 0) return [list(changes)];
  return [list(changes), made('details', {}, made('summary', {}, more), list(moreChanges))];
}

function linkOf({ uri, file }: PageRow, label: string, kind: 'diff' | 'problems' | 'push-alone'): HTMLElement {
  const button = pressable(label, { kind, uri });
  button.className = 'link';
  button.ariaLabel = `${label}: ${file}`;
  return button;
}

function showState(row: PageState): void {
  const cell = document.querySelector<HTMLElement>(`[data-uri="${CSS.escape(row.uri)}"]`);
  if (cell !== null) fillState(cell, row);
}

function fillState(cell: HTMLElement, { state, label, words }: PageState): void {
  cell.dataset['state'] = state;
  cell.replaceChildren(made('strong', {}, label), words === '' ? '' : made('div', {}, words));
}

function boxFor({ uri, file, label, alone }: PageRow, chosen: boolean): HTMLInputElement {
  // The state goes with the name where the box is not like the others: it may be all that is read aloud.
  const box = made('input', { type: 'checkbox', 'aria-label': alone ? `${file}: ${label}` : file });
  if (alone) box.dataset['alone'] = '';
  box.checked = chosen;
  box.addEventListener('change', () => {
    editor.postMessage({ kind: 'choose', uri, chosen: box.checked });
    showWhetherAll();
  });
  return box;
}

function boxForAll(label: string): HTMLInputElement {
  const all = made('input', { type: 'checkbox', id: 'all', 'aria-label': label });
  all.addEventListener('change', () => {
    for (const box of boxes()) if (!all.checked || !isAlone(box)) box.checked = all.checked;
    editor.postMessage({ kind: 'choose-all', chosen: all.checked });
  });
  return all;
}

function showWhetherAll(): void {
  const all = document.querySelector<HTMLInputElement>('#all');
  if (all === null) return;
  const taken = boxes().filter((box) => !isAlone(box));
  all.disabled = taken.length === 0;
  all.checked = taken.length > 0 && taken.every(({ checked }) => checked);
  all.indeterminate = !all.checked && boxes().some(({ checked }) => checked);
}

/** The box for all leaves it as it is. */
function isAlone({ dataset }: HTMLInputElement): boolean {
  return dataset['alone'] !== undefined;
}

function boxes(): readonly HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('tbody input')];
}

function pressable(label: string, message: FromPage): HTMLButtonElement {
  const button = made('button', { type: 'button' }, label);
  button.addEventListener('click', () => editor.postMessage(message));
  return button;
}

function made<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no ${id}.`);
  return element;
}
