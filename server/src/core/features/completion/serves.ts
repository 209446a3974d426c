/** Proposals for serves, variations and shares, based on the file's variations. */
import { t } from '../../t.js';
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../../json/document.js';
import { nodeAt } from '../../json/queries.js';
import { listIn } from '../../targeting/model.js';
import { evenShares, whole } from '../../targeting/values/shares.js';
import { variationLabels } from '../variations.js';
import type { Proposal, Site } from './proposal.js';
import { literal, MAX_PROPOSALS, onOneLine } from './proposal.js';
import { place, plainText } from './snippetText.js';

/** Proposes a serve for each variation, and an even split. */
export function serves(json: JsonDocument): readonly Proposal[] {
  const selects = variationLabels(json, MAX_PROPOSALS).map((label, index) =>
    onOneLine({ label, detail: `{ "select": ${index} }` }, [`"select": ${index}`]),
  );
  const split = evenSplit(json);
  return [
    ...(selects.length === 0 ? [onOneLine({ label: 'select' }, [`"select": ${place(1, '0')}`])] : selects),
    ...(split === undefined ? [] : [onOneLine({ label: t('split evenly'), filter: 'split' }, [`"split": ${split}`])]),
  ];
}

export function selectValues({ json }: Site): readonly Proposal[] {
  return variationLabels(json, MAX_PROPOSALS).map((label, index, { length }) => ({
    label,
    insert: String(index),
    kind: CompletionItemKind.EnumMember,
    preselect: length === 1,
  }));
}

export function splitValues({ json }: Site): readonly Proposal[] | undefined {
  const split = evenSplit(json);
  if (split === undefined) return undefined;
  const detail = t('split evenly');
  return [{ label: plainText(split), insert: split, kind: CompletionItemKind.Snippet, detail, preselect: true }];
}

/** Proposes all shares for an empty split, otherwise the remainder up to 10000. Other numbers would be guesses. */
export function shareValues(site: Site): readonly Proposal[] {
  const split = nodeAt(site.json, site.path.slice(0, -1));
  if (split?.kind !== 'array') return [];
  if (split.length === 1) return (splitValues(site) ?? []).map(withoutBrackets);
  const shares = split.value.map((share) => (typeof share === 'number' ? share : NaN));
  const rest = whole - shares.reduce((sum, share) => sum + share, 0);
  if (!Number.isInteger(rest) || rest <= 0) return [];
  return [{ ...literal(rest), detail: t('the rest of 10000'), preselect: true }];
}

function withoutBrackets(list: Proposal): Proposal {
  return { ...list, label: list.label.slice(1, -1), insert: list.insert.slice(1, -1) };
}

export const MAX_CHOICES = 30;

/** An even split with one share per variation, 10000 in total; undefined if there are too many variations. */
function evenSplit(json: JsonDocument): string | undefined {
  const { length: listed = 0 } = listIn(json, 'variations') ?? {};
  const count = listed === 0 ? 2 : listed;
  if (count > 100) return undefined;
  return `[${evenShares(count)
    .map((share, index) => place(index + 1, String(share)))
    .join(', ')}]`;
}
