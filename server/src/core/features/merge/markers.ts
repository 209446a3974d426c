/** Writes conflict markers in Git's format. */
import type { Labels } from '../../json/read/conflictMarkers.js';
import type { Edit } from '../../json/edit/edits.js';
import { applyEdits } from '../../json/edit/edits.js';
import type { Span } from '../../json/nodes.js';
import { lineBreakOf } from '../../json/edit/writing.js';
import type { Conflict } from './conflicts.js';

type Block = Span & Conflict;

/** @param text the text of our side */
export function withMarkers(
  text: string,
  conflicts: readonly Conflict[],
  { ours, theirs, base, size }: Labels,
): { readonly text: string; readonly conflicts: number } {
  const lineBreak = lineBreakOf(text);
  const marker = (sign: string, label?: string) =>
    sign.repeat(size) + (label === undefined ? '' : ` ${label}`) + lineBreak;
  const closed = (lines: string) => (lines === '' || lines.endsWith(lineBreak) ? lines : lines + lineBreak);
  const edits = blocksOf(text, conflicts).flatMap((block): Edit[] => {
    const lines = text.slice(block.start, block.end);
    const asIn = (side: keyof Conflict) => closed(applyEdits(lines, moved(block[side], -block.start)));
    if (asIn('theirs') === closed(lines)) return [];
    const newText = [
      ...[marker('<', ours), closed(lines)],
      ...(base === undefined ? [] : [marker('|', base), asIn('base')]),
      ...[marker('='), asIn('theirs'), marker('>', theirs)],
    ].join('');
    return [{ start: block.start, end: block.end, newText }];
  });
  return { text: applyEdits(text, edits), conflicts: edits.length };
}

/** Merges conflicts that would share a line. */
function blocksOf(text: string, conflicts: readonly Conflict[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const block of conflicts.map((each) => blockOf(text, each)).sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = blocks.at(-1);
    if (last === undefined || last.end <= block.start) blocks.push(block);
    else
      blocks[blocks.length - 1] = {
        start: last.start,
        end: Math.max(last.end, block.end),
        theirs: [...last.theirs, ...block.theirs],
        base: [...last.base, ...block.base],
      };
  }
  return blocks;
}

function blockOf(text: string, conflict: Conflict): Block {
  const [theirs, base] = [conflict.theirs, conflict.base].map((edits) => edits.map((edit) => onWholeLines(text, edit)));
  const spans = [...(theirs ?? []), ...(base ?? [])].map((edit) => linesOf(text, edit));
  const [start, end] = [Math.min(...spans.map((each) => each.start)), Math.max(...spans.map((each) => each.end))];
  return { start, end, theirs: theirs ?? [], base: base ?? [] };
}

/**
 * Moves an edit that only inserts or only removes text to the start of a line, if possible. For instance, removing `b`
 * from `a, b, ` may cut either `b, ` or `, b`.
 */
function onWholeLines(text: string, edit: Edit): Edit {
  if (edit.start < edit.end && edit.newText !== '') return edit;
  return [toLeft, toRight].map((step) => slid(text, edit, step)).find(({ start }) => isLineStart(text, start)) ?? edit;
}

type Step = (text: string, edit: Edit) => Edit | undefined;

function slid(text: string, edit: Edit, step: Step): Edit {
  let last = edit;
  for (let next: Edit | undefined = edit; next !== undefined; next = step(text, last)) {
    last = next;
    if (isLineStart(text, last.start)) break;
  }
  return last;
}

function toLeft(text: string, { start, end, newText }: Edit): Edit | undefined {
  const sign = text.charAt(start - 1);
  const isSame = newText === '' ? text.charAt(end - 1) === sign : newText.endsWith(sign);
  if (!isSame || !isBetween(sign)) return undefined;
  return { start: start - 1, end: end - 1, newText: newText === '' ? '' : sign + newText.slice(0, -1) };
}

function toRight(text: string, { start, end, newText }: Edit): Edit | undefined {
  const sign = text.charAt(end);
  const isSame = newText === '' ? text.charAt(start) === sign : newText.startsWith(sign);
  if (!isSame || !isBetween(sign)) return undefined;
  return { start: start + 1, end: end + 1, newText: newText === '' ? '' : newText.slice(1) + sign };
}

function isBetween(sign: string): boolean {
  return sign !== '' && ', \t\r\n'.includes(sign);
}

function linesOf(text: string, { start, end, newText }: Edit): Span {
  const areWhole =
    isLineStart(text, start) && isLineStart(text, end) && (newText === '' || isLineStart(newText, newText.length));
  const lineEnd = text.indexOf('\n', end) + 1;
  return {
    start: text.lastIndexOf('\n', start - 1) + 1,
    end: areWhole ? end : lineEnd === 0 ? text.length : lineEnd,
  };
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n';
}

function moved(edits: readonly Edit[], by: number): readonly Edit[] {
  return edits.map(({ start, end, newText }) => ({ start: start + by, end: end + by, newText }));
}
