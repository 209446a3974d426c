/** Describes variations, for hovers. */
import { t } from '../../t.js';
import type { Variation } from '../../targeting/model.js';
import { scalarText } from '../variations.js';
import { escapeMarkdown, inlineCode } from './markdown.js';

/** A variation within a sentence: *beta* (`true`), or *beta* if name and value are equal; without both, its index. */
export function variationInWords(index: number, variations: readonly Variation[] | undefined): string {
  const variation = variations?.[index];
  if (variations !== undefined && variation === undefined) return t('variation {0} (which does not exist)', index);
  return (variation && called(variation)) ?? t('variation {0}', index);
}

/** The variation's name, value and description; undefined if the variation is missing. */
export function describedInWords(variation: Variation | undefined): string | undefined {
  if (variation === undefined) return undefined;
  const words = called(variation) ?? t('variation {0}', variation.index);
  const description = escapeMarkdown(variation.description ?? '');
  return description === '' ? words : `${words} — ${description}`;
}

function called({ node, name = '' }: Variation): string | undefined {
  const value = scalarText(node, 'value');
  const words = escapeMarkdown(name);
  if (words === '') return value === undefined ? undefined : inlineCode(value);
  const emphasized = `*${words}*`;
  return value === undefined || value === name ? emphasized : t('{0} ({1})', emphasized, inlineCode(value));
}
