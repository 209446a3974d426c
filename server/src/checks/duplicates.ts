/**
 * duplicate-name and duplicate-value: rules or variations that people cannot tell apart. No mistake to the service, so only a
 * hint, at the later one.
 */
import { asObject } from '../json/plain.js';
import { messages } from './catalogue.js';
import type { FileCheck, FileFinding } from './check.js';

export const duplicateRules: FileCheck<'rules'> = ({ rules }) =>
  repeated(rules.map(({ name }) => name)).map(({ index, first }) => ({
    ...finding('rules', index, 'name'),
    message: messages.duplicateRuleName(first + 1),
  }));

export const duplicateVariations: FileCheck<'variations'> = ({ variations = [] }) => {
  const of = (key: string) => variations.map((variation) => asObject(variation)?.[key]);
  return [
    ...repeated(of('name')).map(({ index, first }) => ({
      ...finding('variations', index, 'name'),
      message: messages.duplicateVariationName(first),
    })),
    ...repeated(of('value')).map(({ index, first }) => ({
      ...finding('variations', index, 'value'),
      message: messages.duplicateVariationValue(first),
    })),
  ];
};

function finding(of: FileFinding['of'], index: number, key: 'name' | 'value') {
  return { code: `duplicate-${key}`, of, index, path: [key] } as const;
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
