/**
 * Edits that say a serve in its other form: one variation (`select`) or a share for each (`split`). Only the key and its
 * value change. A serve that has both, or one of them twice, is left to the person.
 */
import type { JsonDocument } from '../json/document.js';
import type { Edit } from '../json/edits.js';
import type { PropertyNode } from '../json/nodes.js';
import type { Serve } from './model.js';
import { sumOf, whole } from './shares.js';

/** The property that says what is served; undefined unless it is the only one. */
export function formOf({ node }: Serve): PropertyNode | undefined {
  const [form, another] = node.properties.filter(({ key }) => key.value === 'select' || key.value === 'split');
  return another === undefined ? form : undefined;
}

export interface Selected {
  readonly index: number;
  /** Of all variations. */
  readonly count: number;
}

/** A split over so many variations that gives everything to one of them. */
export function asSplit({ text }: JsonDocument, form: PropertyNode, selected: Selected): Edit[] {
  // Where no space stands behind the colon, none stands behind commas.
  const comma = /\s/.test(text.slice(form.key.end, form.node?.start)) ? ', ' : ',';
  const shares = Array.from({ length: selected.count }, () => 0).with(selected.index, whole);
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

function replaced({ key, node }: PropertyNode, name: string, json: string): Edit[] {
  return [
    { start: key.start, end: key.end, newText: `"${name}"` },
    { start: node?.start ?? key.end, end: node?.end ?? key.end, newText: json },
  ];
}
