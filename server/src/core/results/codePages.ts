/** Writes pages of plain text about code: toggles that could be removed, and the places that still use a toggle. */
import { t } from '../t.js';
import type { TogglePlaces, CodePlace } from '../code/askedFor.js';
import { filesOf } from '../code/askedFor.js';
import type { CodePage, StaleToggle } from '../protocol.js';
import { listOf } from '../targeting/joined.js';

/** A toggle that serves everyone the same value in all environments. */
export interface ConstantToggle {
  readonly key: string;
  readonly uri: string;
  readonly value: string;
  /** Names of the environments; empty if a single file serves all environments. */
  readonly environments: readonly string[];
}

type ConstantAsked = ConstantToggle & { readonly asked: TogglePlaces };

export interface StaleOptions {
  /** The number of files searched. */
  readonly looked: number;
  /** Files that are too large or unreadable. */
  readonly unread: readonly string[];
  readonly constant: readonly ConstantAsked[];
  readonly count: number;
  readonly undecided: readonly string[];
  readonly nameOf: (uri: string) => string;
}

export function stalePage(options: StaleOptions): CodePage {
  const { constant, count, undecided, nameOf } = options;
  const page = new Page(nameOf);
  const stale = constant.filter(({ asked }) => isAskedFor(asked));
  const others = constant.filter(({ asked }) => !isAskedFor(asked));
  page.add(
    stale.length === 1
      ? t('1 of {0} toggles gives everyone the same value forever and is still in code.', count)
      : t('{0} of {1} toggles give everyone the same value forever and are still in code.', stale.length, count),
  );
  for (const { key, uri, value, environments, asked } of stale) {
    page.add('');
    page.addLink(key, uri);
    page.add(`  ${keptInWords(value, environments)}`);
    for (const place of [...asked.calls, ...asked.constants]) page.addPlace(place, 2);
  }
  const unreadable = unique(constant.flatMap(({ asked }) => asked.unreadable));
  const unknown = [
    ...others.map(({ key, asked }) => t('{0}: {1}', key, noCall(asked, options.looked))),
    ...undecided.map((key) => t('{0}: it takes too long to find out whether everyone gets the same value.', key)),
    ...(options.unread.length === 0 ? [] : [unreadInWords(options.unread.length)]),
  ];
  if (unknown.length > 0) page.add('', t('Could not be determined'), ...unknown.map((line) => `  ${line}`));
  if (unreadable.length > 0) page.add('', t('Calls whose keys cannot be read'));
  for (const place of unreadable) page.addPlace(place, 2);
  return { lines: page.lines, links: page.links, toggles: stale.map((each) => staleToggle(each, nameOf)), unknown };
}

export function unsearchedPage(): CodePage {
  const sentence = t('Code is searched only on a disk. Open this folder in VS Code on a desktop or a server.');
  return { lines: [sentence], links: [], toggles: [], unknown: [sentence] };
}

export function askingPage(
  key: string,
  { calls, constants, mentions }: TogglePlaces,
  nameOf: StaleOptions['nameOf'],
): CodePage {
  const page = new Page(nameOf);
  page.add(calledStill(key, { calls }), '');
  for (const place of [...calls, ...constants]) page.addPlace(place, 0);
  if (mentions.length > 0) page.add('', t('Mentions'));
  for (const place of mentions) page.addPlace(place, 0);
  return { lines: page.lines, links: page.links, toggles: [], unknown: [] };
}

export function isAskedFor({ calls, constants }: TogglePlaces): boolean {
  return calls.length + constants.length > 0;
}

/** The text that is shown above a targeting file: in how many files the toggle is called. */
export function askedInWords(asked: TogglePlaces, searchedFiles: number): string {
  const { calls, constants } = asked;
  const [calling, naming] = [filesOf(calls), filesOf(constants)];
  if (calling > 0) return calling === 1 ? t('called in 1 file') : t('called in {0} files', calling);
  if (naming > 0) return naming === 1 ? t('a constant in 1 file') : t('a constant in {0} files', naming);
  return noCall(asked, searchedFiles);
}

export function calledStill(key: string, { calls }: Pick<TogglePlaces, 'calls'>): string {
  const files = filesOf(calls);
  return files === 1 ? t('{0} is still called in 1 file.', key) : t('{0} is still called in {1} files.', key, files);
}

function noCall({ unreadable }: TogglePlaces, searchedFiles: number): string {
  const count = searchedFiles.toLocaleString('en');
  const none = searchedFiles === 1 ? t('no call in 1 file') : t('no calls in {0} files', count);
  if (unreadable.length === 0) return none;
  return unreadable.length === 1
    ? t('{0}; 1 call has a key that cannot be read', none)
    : t('{0}; {1} calls have keys that cannot be read', none, unreadable.length);
}

function unreadInWords(count: number): string {
  return count === 1
    ? t('1 file is too large, or could not be read.')
    : t('{0} files are too large, or could not be read.', count);
}

function keptInWords(value: string, environments: readonly string[]): string {
  return environments.length === 0 ? t('Keep {0}.', value) : t('Keep {0}, as in {1}.', value, listOf(environments));
}

function staleToggle(
  { key, uri, value, environments, asked }: ConstantAsked,
  nameOf: (uri: string) => string,
): StaleToggle {
  const places = [...asked.calls, ...asked.constants].map((place) => `${nameAndLine(place, nameOf)} ${what(place)}`);
  return { key, file: nameOf(uri), keep: value, environments, places };
}

/** Removes duplicates: several toggles may list the same unreadable call. */
function unique(places: readonly CodePlace[]): readonly CodePlace[] {
  return [...new Map(places.map((place) => [JSON.stringify([place.uri, place.range]), place])).values()];
}

class Page {
  readonly lines: string[] = [];
  readonly links: CodePage['links'][number][] = [];

  constructor(private readonly nameOf: (uri: string) => string) {}

  add(...lines: readonly string[]): void {
    this.lines.push(...lines);
  }

  addLink(text: string, uri: string, at?: CodePlace['range']['start']): void {
    this.links.push({ line: this.lines.length, uri, ...(at && { at }) });
    this.lines.push(text);
  }

  addPlace(place: CodePlace, columns: number): void {
    const text = `${nameAndLine(place, this.nameOf)}  ${what(place)}`;
    this.addLink(' '.repeat(columns) + text, place.uri, place.range.start);
  }
}

function nameAndLine({ uri, range }: CodePlace, nameOf: (uri: string) => string): string {
  return `${nameOf(uri)}:${range.start.line + 1}`;
}

function what({ finding }: CodePlace): string {
  switch (finding.kind) {
    case 'call':
      return finding.method;
    case 'constant':
      return t('constant {0}', finding.name);
    case 'mention':
      return finding.isInComment ? t('in a comment') : t('mention');
    case 'unreadable':
      return finding.name === undefined ? finding.method : `${finding.method}(${finding.name})`;
  }
}
