/**
 * textDocument/foldingRange, for editors that fold no JSON themselves: each object and array from its first line to the
 * one before its last bracket, which stays in sight. Of several that begin on one line, the longest.
 */
import type { FoldingRange } from 'vscode-languageserver-types';
import type { JsonDocument } from '../../json/document.js';
import { endAt, isContainer, kindAt, size, startAt, unclosed } from '../../json/read/records.js';
import type { OpenDocument } from '../openDocument.js';

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
function* containers(json: JsonDocument): Generator<{ startLine: number; endLine: number }> {
  const { records } = json;
  for (let at = 0; at < records.length; at += size) {
    const end = endAt(records, at);
    if (!isContainer(kindAt(records, at)) || end === unclosed) continue;
    // Where its own bracket is missing, it ends before another's.
    yield { startLine: json.lineAt(startAt(records, at)), endLine: json.lineAt(end - 1) };
  }
}
