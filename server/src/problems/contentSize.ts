/**
 * content-too-large: the open-source service takes at most 1 MiB of the content's JSON (service.md B). It counts the content
 * that it writes itself, after merging; here the file is counted, without the blanks between its tokens.
 */
import type { Segment } from '../document/segment.js';
import { messages } from './catalogue.js';
import type { Finding } from './problem.js';
import type { Changes } from './checkedSegment.js';

/** Of a file, in bytes of UTF-8. */
export interface FileSize {
  readonly bytes: number;
  /** Without blanks; counted only when there are more bytes than may be. */
  readonly compactBytes: number | undefined;
}

const limit = 1_048_576;

/** @param since the size of an earlier version, in which segments `come` took the place of `gone` */
export function fileSize(
  segments: readonly Segment[],
  since?: { readonly size: FileSize; readonly gone: Changes; readonly come: Changes },
): FileSize {
  const count = (of: (segment: Segment) => number, before: number | undefined) => {
    if (since === undefined || before === undefined) return segments.reduce((sum, segment) => sum + of(segment), 0);
    return before + sumOf(since.come, of) - sumOf(since.gone, of);
  };
  const bytes = count((segment) => segment.bytes, since?.size.bytes);
  if (bytes <= limit) return { bytes, compactBytes: undefined };
  return { bytes, compactBytes: count((segment) => segment.compactBytes, since?.size.compactBytes) };
}

export function contentTooLarge({ compactBytes }: FileSize): Finding | undefined {
  if (compactBytes === undefined || compactBytes <= limit) return undefined;
  return { code: 'content-too-large', message: messages.contentTooLarge(compactBytes) };
}

function sumOf(changes: Changes, of: (segment: Segment) => number): number {
  let sum = 0;
  for (const each of changes) if (each !== undefined) sum += of(each.segment);
  return sum;
}
