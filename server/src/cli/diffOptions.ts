/** What `diff` is asked for. */
import { t } from '@vscode/l10n';
import type { Values } from './evaluateOptions.js';
import { notOneOf, oneOf, shareOf } from './evaluateOptions.js';

export interface DiffOptions {
  readonly compared:
    | { readonly before: string; readonly after: string }
    /** A range of Git, and the places in it that are looked at. */
    | { readonly git: string; readonly places: readonly string[] };
  readonly format: DiffFormat;
  /** In ten-thousandths; undefined where any change is told by the exit code. */
  readonly maxShare: number | undefined;
}

export const diffFormats = ['text', 'json', 'markdown', 'github'] as const;

export type DiffFormat = (typeof diffFormats)[number];

/** @returns what is wrong with them, where something is */
export function diffOptions(values: Values, places: readonly string[]): DiffOptions | string {
  const format = oneOf(diffFormats, values['format'] ?? 'text');
  if (format === undefined) return notOneOf('--format', values['format'], diffFormats);
  const share = values['max-share'];
  const maxShare = shareOf(share);
  if (share !== undefined && maxShare === undefined)
    return t('{0} must be a number from 0 to 100, not {1}.', '--max-share', String(share));
  const range = values['git'];
  if (typeof range === 'string') return { compared: { git: range, places }, format, maxShare };
  const [before, after, another] = places;
  if (before === undefined || after === undefined || another !== undefined)
    return t('Say which files: toggle-targeting diff BEFORE AFTER, or toggle-targeting diff --git BASE...HEAD');
  return { compared: { before, after }, format, maxShare };
}
