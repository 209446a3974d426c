/** The summary line of `apply`, and the reasons for toggles that were not pushed, grouped by reason. */
import { t } from '../../../core/t.js';
import { listOf } from '../../../core/targeting/joined.js';

export type Came = 'pushed' | 'submitted' | 'not-sent' | 'unknown';

export class ApplyTally {
  readonly #counts = new Map<Came, number>();

  constructor(private readonly verdicts: readonly { readonly kind: string }[]) {}

  add(came: Came, count = 1): void {
    this.#counts.set(came, (this.#counts.get(came) ?? 0) + count);
  }

  /** @returns for example `5 pushed, 25 up to date`. Other counts are omitted if they are zero. */
  words(): string {
    const count = (came: Came) => this.#counts.get(came) ?? 0;
    const [same = 0, submitted = 0, skipped = 0] = ['same', 'submitted', 'skipped'].map(
      (kind) => this.verdicts.filter((verdict) => verdict.kind === kind).length,
    );
    return listOf([
      t('{0} pushed', count('pushed')),
      ...(count('submitted') > 0 ? [t('{0} submitted for approval', count('submitted'))] : []),
      ...(count('unknown') > 0 ? [t('{0} unknown', count('unknown'))] : []),
      ...(count('not-sent') > 0 ? [t('{0} not pushed', count('not-sent'))] : []),
      t('{0} up to date', same),
      ...(submitted > 0 ? [t('{0} already submitted', submitted)] : []),
      ...(skipped > 0 ? [t('{0} left out', skipped)] : []),
    ]);
  }
}

/** Groups toggles that have the same reason in one line. */
export function byReason(all: readonly { readonly name: string; readonly reason: string }[]): readonly string[] {
  const reasons = [...new Set(all.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const names = all.filter((each) => each.reason === reason).map(({ name }) => name);
    const [only = ''] = names;
    return names.length === 1
      ? t('{0}: {1}', only, reason)
      : t('{0} toggles ({1}): {2}', names.length, listOf(names), reason);
  });
}
