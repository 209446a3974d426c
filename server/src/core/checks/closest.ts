/** What was probably meant, and the fix that says so. */
import { t } from '@vscode/l10n';
import { distance } from 'fastest-levenshtein';
import type { Fix } from './problem.js';
import { quoted } from './words.js';

/** The known word that was probably meant: the same but for case, two letters that changed places, or at most a third of it mistyped. */
export function closestOf(typed: string, known: readonly string[]): string | undefined {
  const word = typed.slice(0, 100).toLowerCase();
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    const most = Math.floor(candidate.length / 3);
    // A word that is much longer or shorter need not be looked at.
    if (Math.abs(candidate.length - word.length) > most) continue;
    const lower = candidate.toLowerCase();
    const cost = isSwapped(word, lower) ? 1 : distance(word, lower);
    if (cost <= most && cost < least) [best, least] = [candidate, cost];
  }
  return best;
}

/** Whether two neighbouring letters have changed places, which is one slip of the fingers. */
function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length || a === b) return false;
  let at = 0;
  while (a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return a.charAt(at) === b.charAt(at + 1) && a.charAt(at + 1) === b.charAt(at) && a.slice(at + 2) === b.slice(at + 2);
}

/** One string in place of another, where it is known. @param isCertain not where something else may be what is wrong */
export function replacement(string: string | undefined, isCertain: boolean): readonly Fix[] {
  return string === undefined ? [] : [{ kind: 'replace-value', json: JSON.stringify(string), isCertain }];
}

/** @param message whole sentences */
export function didYouMean(message: string, closest: string | undefined): string {
  return closest === undefined ? message : t('{0} Did you mean {1}?', message, quoted(closest));
}
