/** Edits that convert a serve between `select` and `split`. A serve with several of these keys stays unchanged. */
import type { JsonDocument } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import { textsOfItems, withItems } from '../../json/edit/edits.js';
import type { PropertyNode } from '../../json/nodes.js';
import type { Serve } from '../model.js';
import { sumOf, whole } from './shares.js';

/** @returns the `select` or `split` of a serve; undefined unless the serve has exactly one of these keys */
export function formOf({ node }: Serve): PropertyNode | undefined {
  const [form, another] = node.properties.filter(({ key }) => key.value === 'select' || key.value === 'split');
  return another === undefined ? form : undefined;
}

/** Turns a select into a split. */
export function asSplit({ text }: JsonDocument, form: PropertyNode, shares: readonly number[]): Edit[] {
  // If no space follows the colon, no space follows the commas.
  const comma = /\s/.test(text.slice(form.key.end, form.node?.start)) ? ', ' : ',';
  return replaced(form, 'split', `[${shares.join(comma)}]`);
}

export function asSelect(form: PropertyNode, selected: number): Edit[] {
  return replaced(form, 'select', String(selected));
}

/** The variations that a split serves, by descending share. @returns undefined unless the shares add up to the whole */
export function sharesOf({ shares }: Serve): readonly { readonly index: number; readonly share: number }[] | undefined {
  if (sumOf(shares) !== whole) return undefined;
  const served = shares.flatMap((share = 0, index) => (share > 0 ? [{ index, share }] : []));
  return served.sort((a, b) => b.share - a.share);
}

/**
 * The share of each variation; a select gives one variation the whole.
 * @returns undefined unless the serve is either a select or a split and adds up to the whole
 */
export function sharesOfEach(serve: Serve, variations: number): readonly number[] | undefined {
  const { select, split, shares } = serve;
  if (formOf(serve) === undefined) return undefined;
  const said = split === undefined ? { [select?.index ?? -1]: whole } : shares;
  const each = Array.from({ length: variations }, (_, index) => (index in said ? said[index] : 0));
  return sumOf(each) === whole ? each.map((share = 0) => share) : undefined;
}

/** Edits that set the shares of a serve. Unchanged shares keep their spelling. */
export function withShares(document: JsonDocument, serve: Serve, shares: readonly number[]): Edit[] {
  const { split } = serve;
  const form = formOf(serve);
  if (form === undefined) return [];
  if (split === undefined) return asSplit(document, form, shares);
  const texts = textsOfItems(document, split);
  const length = shares.findLastIndex((share, index) => share !== (serve.shares[index] ?? 0)) + 1;
  while (texts.length < length) texts.push('0');
  return withItems(
    document,
    split,
    texts.map((text, index) => (shares[index] === serve.shares[index] ? text : String(shares[index] ?? text))),
  );
}

function replaced({ key, node }: PropertyNode, name: string, json: string): Edit[] {
  return [
    { start: key.start, end: key.end, newText: `"${name}"` },
    { start: node?.start ?? key.end, end: node?.end ?? key.end, newText: json },
  ];
}
