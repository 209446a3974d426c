/** Finds the known word that was probably meant, and creates the fix. */
import { t } from '../t.js';
import { distance } from 'fastest-levenshtein';
import type { Fix } from './problem.js';
import { quoted } from './words.js';

/** @returns the closest known word, which may differ in case, two swapped letters, or up to a third of its letters */
export function closestOf(typed: string, known: readonly string[]): string | undefined {
  const word = typed.slice(0, 100).toLowerCase();
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    const most = Math.floor(candidate.length / 3);
    if (Math.abs(candidate.length - word.length) > most) continue;
    const lower = candidate.toLowerCase();
    const cost = isSwapped(word, lower) ? 1 : distance(word, lower);
    if (cost <= most && cost < least) [best, least] = [candidate, cost];
  }
  return best;
}

/** Whether two adjacent letters are swapped, which counts as one typo. */
function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length || a === b) return false;
  let at = 0;
  while (a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return a.charAt(at) === b.charAt(at + 1) && a.charAt(at + 1) === b.charAt(at) && a.slice(at + 2) === b.slice(at + 2);
}

/** @param string the replacement, if known @param isCertain false if another fix may be right */
export function replacement(string: string | undefined, isCertain: boolean): readonly Fix[] {
  return string === undefined ? [] : [{ kind: 'replace-value', json: JSON.stringify(string), isCertain }];
}

/** @param message one or more complete sentences */
export function didYouMean(message: string, closest: string | undefined): string {
  return closest === undefined ? message : t('{0} Did you mean {1}?', message, quoted(closest));
}
