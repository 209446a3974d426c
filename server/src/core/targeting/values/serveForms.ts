/**
 * Edits that say a serve in its other form: one variation (`select`) or a share for each (`split`). Only the key and its
 * value change. A serve that has both, or one of them twice, is left to the person.
 */
import type { JsonDocument } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import { textsOfItems, withItems } from '../../json/edit/edits.js';
import type { PropertyNode } from '../../json/nodes.js';
import type { Serve } from '../model.js';
import { sumOf, whole } from './shares.js';

/** The property that says what is served; undefined unless it is the only one. */
export function formOf({ node }: Serve): PropertyNode | undefined {
  const [form, another] = node.properties.filter(({ key }) => key.value === 'select' || key.value === 'split');
  return another === undefined ? form : undefined;
}

/** Says a select as a split. */
export function asSplit({ text }: JsonDocument, form: PropertyNode, shares: readonly number[]): Edit[] {
  // Where no space stands behind the colon, none stands behind commas.
  const comma = /\s/.test(text.slice(form.key.end, form.node?.start)) ? ', ' : ',';
  return replaced(form, 'split', `[${shares.join(comma)}]`);
}

export function asSelect(form: PropertyNode, selected: number): Edit[] {
  return replaced(form, 'select', String(selected));
}

/**
 * The variations that a split serves, those with the largest shares first.
 * @returns undefined unless the split is a sound one: shares that add up to all
 */
export function sharesOf({ shares }: Serve): readonly { readonly index: number; readonly share: number }[] | undefined {
  if (sumOf(shares) !== whole) return undefined;
  const served = shares.flatMap((share = 0, index) => (share > 0 ? [{ index, share }] : []));
  return served.sort((a, b) => b.share - a.share);
}

/**
 * What each variation has, a select being all of one of them.
 * @returns undefined unless the serve has one form, and what it says adds up to all
 */
export function sharesOfEach(serve: Serve, variations: number): readonly number[] | undefined {
  const { select, split, shares } = serve;
  if (formOf(serve) === undefined) return undefined;
  const said = split === undefined ? { [select?.index ?? -1]: whole } : shares;
  const each = Array.from({ length: variations }, (_, index) => (index in said ? said[index] : 0));
  return sumOf(each) === whole ? each.map((share = 0) => share) : undefined;
}

/** Gives each variation another share. Those that stay keep their spelling. */
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
