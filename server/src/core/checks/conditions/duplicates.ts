/**
 * # duplicate-name (hint)
 * Two rules or two variations have the same name, so people cannot distinguish them.
 * Not reported: names that differ only in case or blanks, or a rule and a variation of the same name.
 *
 * Fix: append a number to the later one, or rename either.
 *
 * # duplicate-value (hint)
 * Two variations have the same value.
 * Not reported: the same value in another spelling, such as `1` and `1.0`.
 *
 * Fix: yours to decide.
 * ---
 * The service accepts duplicates, so the later duplicate only gets a hint.
 */
import { t } from '../../t.js';
import { asObject } from '../../json/plain.js';
import { fileCheck } from '../check.js';
import { replacement } from '../closest.js';
import type { Fix } from '../problem.js';

export const duplicateRules = fileCheck({
  reads: ['ruleNames'],
  find: ({ ruleNames: names }) => {
    const found = repeated(names);
    const rename = renaming(new Set(found.length === 0 ? [] : names));
    return found.map(({ index, first }) => {
      const message = t('Rule {0} has the same name.', first + 1);
      return { code: 'duplicate-name', rule: index, path: ['name'], message, fixes: rename(names[index]) };
    });
  },
});

export const duplicateVariations = fileCheck({
  reads: ['variations'],
  find: ({ variations = [] }) => {
    const said = {
      name: (first: number) => t('Variation {0} has the same name.', first),
      value: (first: number) => t('Variation {0} has the same value.', first),
    };
    return (['name', 'value'] as const).flatMap((key) => {
      const texts = variations.map((variation) => asObject(variation)?.[key]);
      const rename = renaming(new Set(texts));
      return repeated(texts).map(({ index, first }) => {
        const path = ['content', 'variations', index, key];
        const fixes = key === 'name' ? rename(texts[index]) : [];
        return { code: `duplicate-${key}` as const, path, message: said[key](first), fixes };
      });
    });
  },
});

/** Creates fixes that append the first free number to a name. Calls with the same name get different numbers. */
export function renaming(taken: ReadonlySet<unknown>): (name: unknown) => readonly Fix[] {
  const numbers = new Map<unknown, number>();
  return (name) => {
    let number = numbers.get(name) ?? 2;
    while (taken.has(`${String(name)} ${number}`)) number += 1;
    numbers.set(name, number);
    return replacement(`${String(name)} ${number}`, false);
  };
}

/** The first 1,000 repeated texts, each with its index and the index of its first occurrence. */
function repeated(texts: readonly unknown[]): { readonly index: number; readonly first: number }[] {
  const seen = new Map<string, number>();
  const found: { readonly index: number; readonly first: number }[] = [];
  for (const [index, text] of texts.entries()) {
    if (typeof text !== 'string' || text === '') continue;
    const first = seen.get(text);
    if (first === undefined) seen.set(text, index);
    else found.push({ index, first });
    if (found.length === 1_000) break;
  }
  return found;
}
