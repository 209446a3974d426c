/** Stores the last comparisons of files with their environments, for the tree's rows, filter and badge. */
import { t } from '../../core/t.js';
import type { Target } from '../../core/protocol.js';
import { listOf } from '../../core/targeting/joined.js';
import type { Drift } from '../driftWords.js';
import { environmentName } from '../http/target.js';
import type { Standing } from '../clickGroups.js';
import { clickOf, isWaiting } from '../clickGroups.js';

export type Filter = 'all' | 'differs' | 'moved' | 'problems';

/** Files that wait for the same click; the comparison of one file represents them. */
export interface Waiting extends Standing {
  readonly uri: string;
  readonly files: number;
}

export class EnvironmentStates {
  /** Comparisons by file and environment. */
  readonly #files = new Map<string, Map<string, Standing | undefined>>();

  keep(uri: string, target: Target, drift: Drift): void {
    const environments = this.#files.get(uri) ?? new Map<string, Standing | undefined>();
    this.#files.set(uri, environments.set(target.environment, { target, drift }));
  }

  forgetOthers(uris: readonly string[]): void {
    const kept = new Set(uris);
    for (const uri of this.#files.keys()) if (!kept.has(uri)) this.#files.delete(uri);
  }

  /** Forgets all comparisons, but keeps the order of environments. */
  forgetDrifts(): void {
    for (const environments of this.#files.values())
      for (const environment of environments.keys()) environments.set(environment, undefined);
  }

  /** @param uris the files of one toggle, as in the methods below */
  passes(uris: readonly string[], filter: Filter, hasProblems: () => boolean): boolean {
    const drifts = this.#of(uris).map(({ drift }) => drift);
    switch (filter) {
      case 'all':
        return true;
      case 'problems':
        return hasProblems();
      case 'differs':
        return drifts.some(({ kind }) => kind === 'differs' || kind === 'behind');
      case 'moved':
        return drifts.some(({ moved }) => moved === true);
    }
  }

  /** Files that are compared only after a click, grouped by service. */
  waiting(): readonly Waiting[] {
    const groups = new Map<string, Waiting>();
    for (const uri of this.#files.keys()) {
      const clicks = new Map(
        this.#of([uri])
          .filter(({ drift }) => isWaiting(drift))
          .map((each) => [clickOf(each), each]),
      );
      for (const [key, each] of clicks) {
        const before = groups.get(key) ?? { ...each, uri, files: 0 };
        groups.set(key, { ...before, files: before.files + 1 });
      }
    }
    return [...groups.values()];
  }

  isNothingCompared(): boolean {
    return this.#all().every(({ drift }) => drift.kind === 'not-compared');
  }

  /** Describes the most urgent comparison and the number of other environments; empty if unknown. */
  comparisonSummary(uris: readonly string[]): string {
    const all = this.#of(uris);
    if (all.every(({ drift }) => isWaiting(drift))) return '';
    return inFewWords(all, uris.length === 1).words;
  }

  /** The most urgent kind of comparison; undefined if nothing is known without a click. */
  worst(uris: readonly string[]): Drift['kind'] | undefined {
    const all = this.#of(uris);
    if (all.every(({ drift }) => isWaiting(drift))) return undefined;
    const kinds = all.map(({ drift }) => drift.kind);
    return urgency.find((kind) => kinds.includes(kind)) ?? kinds[0];
  }

  /** A line for each known environment, such as `dev: differs in 1 rule`. */
  lines(uris: readonly string[]): readonly string[] {
    return this.#of(uris).map(({ target, drift }) => {
      const name = environmentName(target);
      return t('{0}: {1}', target.protected ? t('{0} (protected)', name) : name, drift.words);
    });
  }

  /** @returns undefined if others have not changed any toggle in a protected environment since its file was made */
  badge(): { readonly value: number; readonly tooltip: string } | undefined {
    const all = this.#all();
    const value = all.filter(({ target, drift }) => target.protected && drift.moved === true).length;
    if (value === 0) return undefined;
    const tooltip =
      value === 1
        ? t('Others have changed a toggle in a protected environment')
        : t('Others have changed {0} toggles in protected environments', value);
    return { value, tooltip };
  }

  #all(): readonly Standing[] {
    return this.#of([...this.#files.keys()]);
  }

  #of(uris: readonly string[]): readonly Standing[] {
    return uris.flatMap((uri) => [...(this.#files.get(uri)?.values() ?? [])]).filter((each) => each !== undefined);
  }
}

/**
 * Describes the only comparison, or the most urgent ones and the number of others. `of` lists the described ones.
 * @param areOfOneFile false if environments have their own files, so that a file's state applies to one environment
 */
export function inFewWords(
  all: readonly Standing[],
  areOfOneFile = true,
): { readonly words: string; readonly of: readonly Standing[] } {
  const [first, another] = all;
  if (first !== undefined && another === undefined)
    return { words: first.drift.shortWords ?? first.drift.words, of: all };
  const ofFile = areOfOneFile ? all.find(({ drift }) => drift.isOfFile) : undefined;
  if (ofFile !== undefined) return { words: ofFile.drift.words, of: [ofFile] };
  const others = all.filter(({ drift }) => drift.kind !== 'same');
  const byUrgency = others.toSorted(
    (a, b) =>
      urgency.indexOf(a.drift.kind) - urgency.indexOf(b.drift.kind) ||
      Number(b.target.protected) - Number(a.target.protected),
  );
  const [worst] = byUrgency;
  if (worst === undefined) return { words: t('up to date'), of: all };
  const words = inOneWord(worst.drift);
  const alike = byUrgency.filter(({ drift }) => inOneWord(drift) === words);
  for (let count = alike.length; count > 1; count -= 1) {
    const line = lineOf(alike.slice(0, count), others);
    if (line.length <= MAX_ROW_LENGTH) return { words: line, of: alike };
  }
  return { words: lineOf([worst], others), of: alike };
}

/** Maximum length of a row in characters; the view cuts off longer rows. */
const MAX_ROW_LENGTH = 40;

/** Names environments in the order of the config: `differs in dev, staging` or `behind (dev) · 1 more`. */
function lineOf(named: readonly Standing[], all: readonly Standing[]): string {
  const [first] = named;
  if (first === undefined) return '';
  const words = inOneWord(first.drift);
  const names = listOf(all.filter((each) => named.includes(each)).map(({ target }) => environmentName(target)));
  const unnamed = all.filter((each) => !named.includes(each));
  const areAlike = unnamed.length > 0 && unnamed.every(({ drift }) => inOneWord(drift) === words);
  const list = areAlike ? t('{0} and {1} more', names, unnamed.length) : names;
  const line = first.drift.kind === 'differs' ? t('differs in {0}', list) : t('{0} ({1})', words, list);
  return unnamed.length === 0 || areAlike ? line : t('{0} · {1} more', line, unnamed.length);
}

function inOneWord({ kind, words, shortWords }: Drift): string {
  switch (kind) {
    case 'failed':
      return shortWords ?? words;
    case 'differs':
      return t('differs');
    case 'not-compared':
      return t('not compared');
    default:
      return words;
  }
}

/** Kinds of comparisons, most urgent first. */
const urgency: readonly Drift['kind'][] = ['failed', 'waits', 'behind', 'differs', 'not-compared'];
