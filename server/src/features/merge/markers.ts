/** Conflict markers, written as Git writes them. */
import type { Edit } from '../../json/edits.js';
import { applyEdits } from '../../json/edits.js';
import type { Span } from '../../json/nodes.js';
import { isBlank } from '../../json/tokens.js';
import { lineBreakOf } from '../../json/writing.js';
import type { Conflict } from './conflicts.js';

export interface Labels {
  readonly ours: string;
  readonly theirs: string;
  /** Where the markers show the base, too. */
  readonly base?: string;
  /** The length of a marker. */
  readonly size: number;
}

/** A conflict with the whole lines that it is about. */
type Block = Span & Conflict;

/** @param text as ours has it */
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

/** Those of which one line would be in two are one. */
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

/** The same edit, further to the left: an item that comes or goes with its comma does so from one line start to another. */
function onWholeLines(text: string, { start, end, newText }: Edit): Edit {
  if (start < end && newText !== '') return { start, end, newText };
  let moving = newText;
  let by = 0;
  const last = () => (newText === '' ? text[end - by - 1] : moving.at(-1));
  while (isBlankInLine(text, start - by - 1) && text[start - by - 1] === last()) {
    by += 1;
    moving = moving === '' ? '' : text.slice(start - by, start - by + 1) + moving.slice(0, -1);
  }
  return isLineStart(text, start - by)
    ? { start: start - by, end: end - by, newText: moving }
    : { start, end, newText };
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

function isBlankInLine(text: string, at: number): boolean {
  return text[at] !== '\n' && text[at] !== '\r' && isBlank(text.charCodeAt(at));
}

function moved(edits: readonly Edit[], by: number): readonly Edit[] {
  return edits.map(({ start, end, newText }) => ({ start: start + by, end: end + by, newText }));
}
