/**
 * The most ordinary edit: letters in the name of a rule, of which all that matters is whether it stands twice, or in a
 * string that no rule reads. What is said of the file as a whole stays said, and moves with what stands behind the string.
 */
import { endAt, startAt } from '../document/records.js';
import type { Segment } from '../document/segment.js';
import { sameOpen } from '../document/segment.js';
import { stringAt } from '../document/tokens.js';
import type { CheckedSegment } from './checkedSegment.js';

export interface LooseEdit {
  readonly was: Segment;
  readonly is: Segment;
  /** The name of a rule, before and after; undefined when the string is none. */
  readonly name: { readonly was: string; readonly is: string } | undefined;
  /** Where the string ended before, from the start of the segment, and how far it has moved. */
  readonly end: number;
  readonly by: number;
}

/** @returns undefined when anything else has changed */
export function looseEdit(was: CheckedSegment, is: CheckedSegment): LooseEdit | undefined {
  const [a, b] = [was.segment, is.segment];
  if (a.records.length !== b.records.length || !sameOpen(a.before, b.before) || !haveSameSyntax(was, is))
    return undefined;
  for (const [index, { record, isName }] of was.facts.looseTexts.entries()) {
    const [start, end] = [startAt(a.records, record), endAt(a.records, record)];
    if (is.facts.looseTexts[index]?.record !== record || startAt(b.records, record) !== start) return undefined;
    const endNow = endAt(b.records, record);
    if (a.text.slice(start, end) === b.text.slice(start, endNow)) continue;
    if (a.text.slice(0, start) !== b.text.slice(0, start) || a.text.slice(end) !== b.text.slice(endNow))
      return undefined;
    const name = { was: stringAt(a.text, a.records, record), is: stringAt(b.text, b.records, record) };
    return { was: a, is: b, name: isName ? name : undefined, end, by: endNow - end };
  }
  return undefined;
}

function haveSameSyntax({ segment: a }: CheckedSegment, { segment: b }: CheckedSegment): boolean {
  // Of what is behind the place where the reader gave up, segments say nothing.
  if (a.gaveUp || b.gaveUp || a.syntaxProblems.length !== b.syntaxProblems.length) return false;
  return a.syntaxProblems.every(({ kind }, index) => kind === b.syntaxProblems[index]?.kind);
}
