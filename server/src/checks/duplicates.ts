/**
 * # duplicate-name (hint)
 * Two rules or two variations of the same name, which people cannot tell apart.
 *
 * Fix: rename one.
 *
 * # duplicate-value (hint)
 * Two variations with the same value.
 *
 * Fix: yours to decide.
 * ---
 * No mistake to the service, so only a hint, at the later one.
 */
import { t } from '@vscode/l10n';
import { asObject } from '../json/plain.js';
import { fileCheck } from './check.js';

export const duplicateRules = fileCheck({
  reads: ['rules'],
  find: ({ rules }) =>
    repeated(rules.map(({ name }) => name)).map(({ index, first }) => {
      const message = t('Rule {0} has the same name.', first + 1);
      return { code: 'duplicate-name', rule: index, path: ['name'], message };
    }),
});

export const duplicateVariations = fileCheck({
  reads: ['variations'],
  find: ({ variations = [] }) => {
    const said = {
      name: (first: number) => t('Variation {0} has the same name.', first),
      value: (first: number) => t('Variation {0} has the same value.', first),
    };
    return (['name', 'value'] as const).flatMap((key) =>
      repeated(variations.map((variation) => asObject(variation)?.[key])).map(({ index, first }) => {
        const path = ['content', 'variations', index, key];
        return { code: `duplicate-${key}` as const, path, message: said[key](first) };
      }),
    );
  },
});

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
