/** How files were found to stand to their environments last: what the filter and the badge of the tree go by. Pure. */
import { t } from '@vscode/l10n';
import type { Target } from '../../core/protocol.js';
import type { Drift } from '../drift.js';
import { environmentName } from '../http/target.js';

export type Filter = 'all' | 'differs' | 'moved' | 'problems';

export class Standings {
  /** By file and environment. */
  readonly #files = new Map<string, Map<string, { readonly target: Target; readonly drift: Drift }>>();

  keep(uri: string, target: Target, drift: Drift): void {
    const environments = this.#files.get(uri) ?? new Map<string, { target: Target; drift: Drift }>();
    this.#files.set(uri, environments.set(target.environment, { target, drift }));
  }

  /** Only these files are there, or they may go elsewhere now. */
  forgetOthers(uris: readonly string[]): void {
    const kept = new Set(uris);
    for (const uri of this.#files.keys()) if (!kept.has(uri)) this.#files.delete(uri);
  }

  passes(uri: string, filter: Filter, hasProblems: () => boolean): boolean {
    const drifts = [...(this.#files.get(uri)?.values() ?? [])].map(({ drift }) => drift);
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

  /** What needs a look most, and in how many more environments something does; empty where nothing is known of the file. */
  inFewWords(uri: string): string {
    const all = [...(this.#files.get(uri)?.values() ?? [])];
    const ofFile = all.find(({ drift }) => drift.isOfFile);
    if (ofFile !== undefined) return ofFile.drift.words;
    const others = all.filter(({ drift }) => drift.kind !== 'same');
    const [worst] = others.toSorted(
      (a, b) =>
        urgency.indexOf(a.drift.kind) - urgency.indexOf(b.drift.kind) ||
        Number(b.target.protected) - Number(a.target.protected),
    );
    if (worst === undefined) return all.length === 0 ? '' : t('up to date');
    const { target, drift } = worst;
    // The end of a row is cut off first.
    const first = t('{0} ({1})', inOneWord(drift), environmentName(target));
    return others.length === 1 ? first : t('{0} · {1} more', first, others.length - 1);
  }

  /** A line for each environment that something is known of, as `dev: differs in 1 rule`. */
  lines(uri: string): readonly string[] {
    return [...(this.#files.get(uri)?.values() ?? [])].map(({ target, drift }) =>
      t('{0}: {1}', environmentName(target), drift.words),
    );
  }

  /** Undefined unless a protected environment is another than when a file was made from it or saw it last. */
  badge(): { readonly value: number; readonly tooltip: string } | undefined {
    const all = [...this.#files.values()].flatMap((environments) => [...environments.values()]);
    const value = all.filter(({ target, drift }) => target.protected && drift.moved === true).length;
    if (value === 0) return undefined;
    const tooltip =
      value === 1
        ? t('Others have changed a toggle in a protected environment')
        : t('Others have changed {0} toggles in protected environments', value);
    return { value, tooltip };
  }
}

function inOneWord({ kind, words }: Drift): string {
  switch (kind) {
    case 'failed':
      return t('failed');
    case 'differs':
      return t('differs');
    case 'not-compared':
      return t('not compared');
    default:
      return words;
  }
}

/** How an environment can stand, beginning with what is looked at first. */
const urgency: readonly Drift['kind'][] = ['failed', 'waits', 'behind', 'differs', 'not-compared'];
