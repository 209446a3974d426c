/**
 * # duplicate-name (hint)
 * Two rules or two variations of the same name, which people cannot tell apart.
 *
 * Fix: put a number behind the later one, or rename either.
 *
 * # duplicate-value (hint)
 * Two variations with the same value.
 *
 * Fix: yours to decide.
 * ---
 * No mistake to the service, so only a hint, at the later one.
 */
import { t } from '@vscode/l10n';
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

/** Puts the first number behind a name that makes it unlike all others. Of a name that is asked for again, no number is tried twice. */
export function renaming(taken: ReadonlySet<unknown>): (name: unknown) => readonly Fix[] {
  const numbers = new Map<unknown, number>();
  return (name) => {
    let number = numbers.get(name) ?? 2;
    while (taken.has(`${String(name)} ${number}`)) number += 1;
    numbers.set(name, number);
    return replacement(`${String(name)} ${number}`, false);
  };
}

/** At most a thousand: nobody reads more. */
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
