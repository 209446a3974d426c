/** Whole serves, made of the variations that the file has. */
import { t } from '@vscode/l10n';
import type { JsonDocument } from '../../json/document.js';
import { listIn } from '../../targeting/model.js';
import { evenShares } from '../../targeting/shares.js';
import { variationLabels } from '../variations.js';
import type { ObjectSnippet } from './objectSnippet.js';
import { mostProposals } from './proposal.js';
import { choice, place } from './snippetText.js';

/** For each variation one that selects it, and an even split. */
export function serves(json: JsonDocument): readonly ObjectSnippet[] {
  const selects = variationLabels(json, mostProposals).map((label, index): ObjectSnippet => {
    const properties = [`"select": ${index}`];
    return { label, filter: label, properties, layout: 'line', detail: `{ "select": ${index} }` };
  });
  const any: ObjectSnippet = {
    label: 'select',
    filter: 'select',
    properties: [`"select": ${place(1, '0')}`],
    layout: 'line',
  };
  const split = evenSplit(json);
  return [
    ...(selects.length === 0 ? [any] : selects),
    ...(split === undefined
      ? []
      : [{ label: t('split evenly'), filter: 'split', properties: [`"split": ${split}`], layout: 'line' as const }]),
  ];
}

/** The indices that may be selected, to choose from. */
export function selectChoice(json: JsonDocument, at: number): string {
  const count = Math.min(listIn(json, 'variations')?.length ?? 0, mostInAChoice);
  return count === 0
    ? place(at, '0')
    : choice(
        at,
        Array.from({ length: count }, (_each, index) => String(index)),
      );
}

export const mostInAChoice = 30;

/** A share for each variation; together 10000. Undefined where there are so many that nobody means them to be even. */
export function evenSplit(json: JsonDocument): string | undefined {
  const { length: listed = 0 } = listIn(json, 'variations') ?? {};
  const count = listed === 0 ? 2 : listed;
  if (count > 100) return undefined;
  return `[${evenShares(count)
    .map((share, index) => place(index + 1, String(share)))
    .join(', ')}]`;
}
