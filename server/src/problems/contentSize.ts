/**
 * content-too-large: the open-source service takes at most 1 MiB of the content's JSON (service.md B). It counts the content
 * that it writes itself, after merging; here the file is counted, without the blanks between its tokens.
 */
import type { JsonDocument } from '../document/document.js';
import { messages } from './catalogue.js';
import type { Finding } from './problem.js';

const limit = 1_048_576;

export function contentTooLarge({ segments }: JsonDocument): Finding | undefined {
  let bytes = 0;
  for (const { bytes: own } of segments) bytes += own;
  if (bytes <= limit) return undefined;
  bytes = 0;
  for (const { compactBytes: own } of segments) bytes += own;
  return bytes <= limit ? undefined : { code: 'content-too-large', message: messages.contentTooLarge(bytes) };
}
