/**
 * textDocument/foldingRange, for editors that fold no JSON themselves: each object and array from its first line to the
 * one before its last bracket, which stays in sight. Of several that begin on one line, the longest.
 */
import type { FoldingRange } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import { endAt, isContainer, Kind, kindAt, size, startAt, unclosed } from '../json/records.js';
import type { OpenDocument } from './openDocument.js';

/** @param limit how many the client takes; of more, the longest are given */
export function foldingRange({ json }: OpenDocument, limit = Infinity): FoldingRange[] {
  const ends = new Map<number, number>();
  for (const { startLine, endLine } of containers(json)) {
    if (endLine - 1 > startLine) ends.set(startLine, Math.max(ends.get(startLine) ?? 0, endLine - 1));
  }
  const ranges = Array.from(ends, ([startLine, endLine]) => ({ startLine, endLine }));
  const byStart = (a: FoldingRange, b: FoldingRange) => a.startLine - b.startLine;
  if (ranges.length <= limit) return ranges.sort(byStart);
  const length = ({ startLine, endLine }: FoldingRange) => endLine - startLine;
  return ranges
    .sort((a, b) => length(b) - length(a))
    .slice(0, limit)
    .sort(byStart);
}

/** The lines of the brackets of each container that is closed. Of records alone, as no node is needed for it. */
function* containers({ chunks }: JsonDocument): Generator<{ startLine: number; endLine: number }> {
  const open: number[] = [];
  let line = 0;
  for (const chunk of chunks) {
    const { records } = chunk;
    for (let at = 0; at < records.length; at += size) {
      const kind = kindAt(records, at);
      const startLine = line + chunk.lineAt(startAt(records, at));
      if (kind === Kind.close) {
        const from = open.pop();
        // Where its own bracket is missing, it ends before another's.
        if (from !== undefined) yield { startLine: from, endLine: line + chunk.lineAt(endAt(records, at) - 1) };
      } else if (isContainer(kind)) {
        if (endAt(records, at) === unclosed) open.push(startLine);
        else yield { startLine, endLine: line + chunk.lineAt(endAt(records, at) - 1) };
      }
    }
    line += chunk.lines;
  }
}
