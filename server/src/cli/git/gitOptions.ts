/** What `git` is asked for: by people to be installed, and by Git itself to merge and to show. */
import { t } from '@vscode/l10n';
import type { Labels } from '../../core/json/conflictMarkers.js';
import type { Values } from '../evaluateOptions.js';

export type GitOptions =
  | { readonly kind: 'install' | 'uninstall'; readonly scope: Scope }
  | { readonly kind: 'textconv'; readonly file: string }
  | MergeOptions;

/** One repository, or all of the person. */
export type Scope = 'local' | 'global';

export interface MergeOptions {
  readonly kind: 'merge';
  /** Files with the three texts; the result goes into that of ours. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** How the file is called that is merged. */
  readonly path: string;
  readonly labels: Labels & { readonly base: string };
}

/** @returns what is wrong with them, where something is */
export function gitOptions(values: Values, [kind, ...places]: readonly string[]): GitOptions | string {
  if (values['local'] === true && values['global'] === true)
    return t('{0} and {1} exclude each other. Give one of them.', '--local', '--global');
  if ((kind === 'install' || kind === 'uninstall') && places.length === 0)
    return { kind, scope: values['global'] === true ? 'global' : 'local' };
  const [first, second, third, path = second, ...labels] = places;
  if (kind === 'textconv' && first !== undefined && second === undefined) return { kind, file: first };
  if (kind !== 'merge' || first === undefined || second === undefined || third === undefined || path === undefined)
    return t('Say what to do: toggle-targeting git install, or toggle-targeting git uninstall');
  const size = values['marker-size'] ?? '7';
  if (!/^[1-9]\d?$/.test(String(size))) return t('{0} must be a number, not {1}.', '--marker-size', String(size));
  const [base, ours, theirs] = ['base', 'ours', 'theirs'].map((side, index) => labelOf(labels[index]) ?? side);
  return {
    ...{ kind, base: first, ours: second, theirs: third, path },
    labels: { base: base ?? '', ours: ours ?? '', theirs: theirs ?? '', size: Number(size) },
  };
}

/** Before 2.44, Git passes on what it does not know: `%X`. */
function labelOf(label: string | undefined): string | undefined {
  return label === undefined || /^(?:%[SXY])?$/.test(label) ? undefined : label;
}
