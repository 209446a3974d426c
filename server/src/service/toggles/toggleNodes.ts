/** Nodes of the tree of toggles: name, comparison, icon, tooltip and text for screen readers. Pure. */
import { t } from '../../core/t.js';
import { namesOf } from '../../core/features/codeLens.js';
import type { Target } from '../../core/protocol.js';
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

export interface ToggleFile {
  /** The path as shown by the editor. */
  readonly path: string;
  /** The file's comparison with its environments, unless nodes below show it; empty if unknown. */
  readonly standing: string;
  /** The most urgent kind of comparison; absent if unknown. */
  readonly kind?: Drift['kind'] | undefined;
  /** A line of text for each environment. */
  readonly standings: readonly string[];
  /** Keys of the toggles that require this toggle. */
  readonly requiredBy: readonly string[];
}

export interface FileNode<T> {
  readonly file: T;
  readonly said: Said;
}

/** Nodes sorted by toggle. If a toggle has several files, their folders distinguish them. */
export function fileNodes<T extends ToggleFile>(files: readonly T[]): readonly FileNode<T>[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(toggleOf(file), (counts.get(toggleOf(file)) ?? 0) + 1);
  return [...files]
    .sort((a, b) => compare(toggleOf(a), toggleOf(b)) || compare(a.path, b.path))
    .map((file) => {
      const toggle = toggleOf(file);
      const { path, standing, kind, standings, requiredBy } = file;
      const required = (by: string | number) => (requiredBy.length === 0 ? [] : [t('required by {0}', by)]);
      const tooltip = linesOf([plain(path), ...standings, ...required(namesOf(requiredBy))]);
      const folder = path.slice(0, Math.max(0, path.lastIndexOf('/'))) || './';
      const parts = [counts.get(toggle) === 1 ? '' : folder, standing, ...required(requiredBy.length)];
      return {
        file,
        said: {
          label: plain(toggle),
          description: plain(parts.filter((part) => part !== '').join(' · ')),
          tooltip,
          ...(standing === '' || kind === undefined ? { icon: 'json' } : icons[kind]),
        },
      };
    });
}

/** @param isOnly omits the host, since there is only one service */
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
  const where = environmentAtHost(target);
  const told = {
    'in-browser': { words: t('not compared'), sentence: notFromHere() },
    unreadable: {
      words: t('cannot be read'),
      sentence: t(
        'targeting.config.json has no "api": "featureprobe" for this environment: it can be pushed to, but not read.',
      ),
    },
    'no-object': {
      words: t('nothing to compare'),
      sentence: t('The file is not a single JSON object.'),
    },
    'not-among-first': {
      words: t('not compared'),
      sentence: t('Only the first few environments are compared automatically.'),
    },
  };
  const { words, sentence } = told[why];
  return {
    title: plain(t('{0}: {1}', environmentName(target), words)),
    words,
    kind: 'not-compared',
    tooltip: linesOf([where, sentence]),
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

function toggleOf({ path }: ToggleFile): string {
  return path.slice(path.lastIndexOf('/') + 1, -targetingEnding.length);
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
