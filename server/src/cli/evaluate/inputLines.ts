import type { Unreadable } from '../../core/checks/text/unreadable.js';
import { tooLarge } from '../../core/checks/text/unreadable.js';

const lineFeed = 10;

/** Splits UTF-8 input into lines. A line with more bytes than the limit is replaced by an error. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<string | Unreadable, void> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array) => {
    length += part.length;
    if (length <= limit) parts.push(part);
    else parts = [];
  };
  const taken = () => {
    const line = length <= limit ? Buffer.concat(parts).toString() : tooLarge(limit);
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      add(chunk.subarray(start, end));
      yield taken();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield taken();
}
