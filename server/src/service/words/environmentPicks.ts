/** Lists the environments for a question: their order and descriptions. Pure. */
import { t } from '../../core/t.js';
import type { Target } from '../../core/protocol.js';
import { hostOf, namesOf } from '../http/target.js';

export interface EnvironmentRow {
  readonly target: Target;
  readonly isLast: boolean;
  readonly description: string;
}

export interface EnvironmentList {
  readonly rows: readonly EnvironmentRow[];
  /** The address that all rows share, such as `Storefront on toggles.example.com`; undefined if addresses differ. */
  readonly address: string | undefined;
}

/**
 * Keeps the order of the config, but puts the last used environment first unless it is protected: the first row is
 * preselected, and Enter must not lead to production.
 */
export function environmentList(targets: readonly Target[], wentLast: (target: Target) => boolean): EnvironmentList {
  const [address, ...others] = new Set(targets.map(addressOf));
  const isCommon = others.length === 0;
  const rows = targets.map((target) => {
    const words = [...(isCommon ? [] : [addressOf(target)]), ...(target.protected ? [t('protected')] : [])];
    return { target, isLast: wentLast(target), description: words.join(' · ') };
  });
  const isFirst = ({ isLast, target }: EnvironmentRow) => isLast && !target.protected;
  return {
    rows: rows.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a))),
    address: isCommon ? address : undefined,
  };
}

function addressOf(target: Target): string {
  return t('{0} on {1}', namesOf(target).project, hostOf(target));
}
