/** Nodes of the tree of toggles: name, comparison, icon, tooltip and text for screen readers. Pure. */
import { t } from '../../core/t.js';
import { namesOf } from '../../core/features/codeLens.js';
import type { Target, ToggleFiles } from '../../core/protocol.js';
import { targetingEnding } from '../../core/targeting/fileNames.js';
import type { Drift } from '../driftWords.js';
import { guardedSentence } from '../driftWords.js';
import { notFromHere } from '../http/answers/outcome.js';
import { environmentAtHost, environmentName, hostOf } from '../http/target.js';
import { linesOf, plain } from '../words/harmless.js';
import type { Waiting } from './environmentStates.js';

export interface Said {
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** Text for screen readers, if it differs from label, description and tooltip. */
  readonly spoken?: string;
  /** `icon` and `color` are names that the editor knows; `icon` may be empty. */
  readonly icon: string;
  readonly color?: string;
}

export interface Toggle<F> {
  readonly toggle: string;
  readonly files: readonly [F, ...(readonly F[])];
  /** The name of the only environment, so that the toggle needs no nodes below. */
  readonly only: string | undefined;
  /** Keys of the toggles that require this toggle. */
  readonly requiredBy: readonly string[];
}

/**
 * Groups the files that the editor has found by toggle. A file that the server does not know has a row of its own.
 * @param found the files by URI; `path` is decoded
 */
export function togglesOf<F extends { readonly path: string }>(
  found: ReadonlyMap<string, F>,
  known: readonly ToggleFiles[],
): readonly Toggle<F>[] {
  const grouped = new Set(known.flatMap(({ files }) => files.map(({ uri }) => uri)));
  const alone = [...found].filter(([uri]) => !grouped.has(uri));
  const unknown = alone.map(([uri, { path }]): ToggleFiles => {
    const toggle = path.slice(path.lastIndexOf('/') + 1, -targetingEnding.length);
    return { toggle, files: [{ uri, environments: [], requiredBy: [] }] };
  });
  return [...known, ...unknown].flatMap(({ toggle, files: all }): readonly Toggle<F>[] => {
    const there = all.filter(({ uri }) => found.has(uri));
    const [file, ...others] = there.flatMap(({ uri }) => found.get(uri) ?? []);
    if (file === undefined) return [];
    const [only, ...more] = there.flatMap(({ environments }) => environments);
    const requiredBy = [...new Set(there.flatMap((each) => each.requiredBy))];
    return [{ toggle, files: [file, ...others], only: more.length === 0 ? only : undefined, requiredBy }];
  });
}

export interface ToggleRow extends Pick<Toggle<unknown>, 'toggle' | 'only' | 'requiredBy'> {
  /** The paths of the toggle's files as shown by the editor, in the order of environments. */
  readonly paths: readonly string[];
  /** The toggle's comparison with its environments, unless nodes below show it; empty if unknown. */
  readonly standing: string;
  /** The most urgent kind of comparison; absent if unknown. */
  readonly kind?: Drift['kind'] | undefined;
  /** A line of text for each environment. */
  readonly standings: readonly string[];
}

/** Nodes, sorted by toggle and path. Their folders distinguish toggles with the same name. */
export function toggleNodes<T extends ToggleRow>(
  rows: readonly T[],
): readonly { readonly row: T; readonly said: Said }[] {
  const counts = new Map<string, number>();
  for (const { toggle } of rows) counts.set(toggle, (counts.get(toggle) ?? 0) + 1);
  return [...rows]
    .sort((a, b) => compare(a.toggle, b.toggle) || compare(a.paths[0] ?? '', b.paths[0] ?? ''))
    .map((row) => {
      const { toggle, paths, only = '', standing, kind, standings, requiredBy } = row;
      const required = (by: string) => (requiredBy.length === 0 ? [] : [t('required by {0}', by)]);
      const tooltip = linesOf([...paths.map(plain), ...standings, ...required(namesOf(requiredBy))]);
      const folder = counts.get(toggle) === 1 ? '' : folderOf(paths);
      const parts = [folder, plain(only), standing, ...required(countOf(requiredBy))];
      const icon = kind === undefined ? { icon: 'json' } : icons[kind];
      const description = plain(parts.filter((part) => part !== '').join(' · '));
      return { row, said: { label: plain(toggle), description, tooltip, ...icon } };
    });
}

function countOf({ length }: readonly string[]): string {
  return length === 1 ? t('1 toggle') : t('{0} toggles', length);
}

/** The innermost folder that contains all files. */
function folderOf([first = '', ...others]: readonly string[]): string {
  const above = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
  let folder = above(first);
  while (folder !== '' && others.some((path) => !path.startsWith(`${folder}/`))) folder = above(folder);
  return folder || './';
}

/** @param isOnly whether there is only one service, so that its host need not be shown */
export function waitingNode({ target, drift, files }: Waiting, isOnly: boolean): Said {
  const { kind, click, tooltip } = drift;
  const isOne = files === 1;
  const host = hostOf(target);
  if (click === 'compare') {
    const label = isOne ? t('Compare 1 file') : t('Compare {0} files', files);
    return { label, description: host, tooltip, icon: 'git-compare' };
  }
  const label = isOne ? t('Set token to compare 1 file') : t('Set token to compare {0} files', files);
  return { label, description: isOnly ? '' : host, tooltip, ...(kind === 'failed' ? icons.failed : { icon: 'key' }) };
}

export function environmentNode(target: Target, { kind, words, isOff, tooltip }: Drift): Said {
  const state = isOff ? t('{0} · disabled', words) : words;
  return {
    label: plain(environmentName(target)),
    description: plain(state),
    tooltip: linesOf([...tooltip.split('\n'), ...guardedSentence(target)]),
    ...icons[kind],
    // The description already shows the state, so the icon can show the protection.
    ...(target.protected && { icon: 'lock' }),
  };
}

export function notCompared(target: Target, why: 'in-browser' | 'unreadable' | 'no-object' | 'not-among-first'): Drift {
  const reasons: Readonly<Record<typeof why, readonly [words: string, sentence: string]>> = {
    'in-browser': [t('not compared'), notFromHere()],
    unreadable: [
      t('cannot be read'),
      t('targeting.config.json has no "api": "featureprobe" for this environment: it can be pushed to, but not read.'),
    ],
    'no-object': [t('nothing to compare'), t('The file is not a single JSON object.')],
    'not-among-first': [t('not compared'), t('Only the first few environments are compared automatically.')],
  };
  const [words, sentence] = reasons[why];
  return {
    title: plain(t('{0}: {1}', environmentName(target), words)),
    words,
    kind: 'not-compared',
    tooltip: linesOf([environmentAtHost(target), sentence]),
    click: 'show-diff',
  };
}

const icons: Readonly<Record<Drift['kind'], Pick<Said, 'icon' | 'color'>>> = {
  'not-compared': { icon: 'circle-outline' },
  same: { icon: 'pass', color: 'charts.green' },
  differs: { icon: 'diff', color: 'charts.yellow' },
  behind: { icon: 'arrow-down', color: 'charts.blue' },
  waits: { icon: 'watch', color: 'charts.purple' },
  failed: { icon: 'error', color: 'charts.red' },
};

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
