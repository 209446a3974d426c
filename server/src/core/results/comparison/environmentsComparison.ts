/** Compares all toggles in two environments on a page of plain text. Toggles with different values come first. */
import { t } from '../../t.js';
import type { ComparisonPage } from '../../protocol.js';
import { indented } from './toggleComparison.js';

export interface ComparedToggle {
  readonly toggle: string;
  readonly uri: string;
  /** `equivalent`: everyone gets the same value, although the files differ. */
  readonly kind: 'same' | 'equivalent' | 'differs';
  readonly words: string;
}

export function environmentsComparison(
  [one, other]: readonly [one: string, other: string],
  toggles: readonly ComparedToggle[],
): ComparisonPage {
  const lines: string[] = [];
  const links: { readonly line: number; readonly uri: string }[] = [];
  const add = (title: string, kind: ComparedToggle['kind'], wordsOf: (each: ComparedToggle) => readonly string[]) => {
    const those = toggles.filter((each) => each.kind === kind);
    if (those.length > 0) lines.push('', title);
    for (const each of those) {
      links.push({ line: lines.push(`  ${each.toggle}`) - 1, uri: each.uri });
      lines.push(...indented(wordsOf(each), 4));
    }
  };
  const same = toggles.filter(({ kind }) => kind !== 'differs').length;
  lines.push(t('{0} of {1} toggles serve everyone the same in {2} and {3}.', same, toggles.length, one, other));
  add(t('Users get different values in {0} and {1}', one, other), 'differs', ({ words }) => [words]);
  add(t('The same for everyone, though the files differ'), 'equivalent', () => []);
  add(t('The same in both files'), 'same', () => []);
  return { lines, links };
}
