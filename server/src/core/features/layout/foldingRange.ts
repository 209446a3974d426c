/** textDocument/foldingRange for editors without JSON folding: one range per line, without the closing bracket. */
import type { FoldingRange } from 'vscode-languageserver-types';
import type { JsonDocument } from '../../json/document.js';
import { endAt, isContainer, kindAt, size, startAt, unclosed } from '../../json/read/records.js';
import type { OpenDocument } from '../openDocument.js';

/** @param limit the client's maximum number of ranges; if there are more ranges, the longest are returned */
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

/** The lines of the brackets of each closed container, read from the records without creating nodes. */
function* containers(json: JsonDocument): Generator<{ startLine: number; endLine: number }> {
  const { records } = json;
  for (let at = 0; at < records.length; at += size) {
    const end = endAt(records, at);
    if (!isContainer(kindAt(records, at)) || end === unclosed) continue;
    // A container without its own closing bracket ends before the closing bracket of another container.
    yield { startLine: json.lineAt(startAt(records, at)), endLine: json.lineAt(end - 1) };
  }
}
