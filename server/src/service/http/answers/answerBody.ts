/** The body of an answer: as much of it as is wanted, as text. Nothing that a service sends makes it fail. */
import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { t } from '@vscode/l10n';

export interface Start {
  readonly bytes: Buffer;
  /** Why there is not more of it, where it broke off. */
  readonly error?: Error;
}

/** @param limit in bytes; what follows is not waited for */
export async function startOf(body: AsyncIterable<unknown>, limit: number): Promise<Start> {
  const chunks: Buffer[] = [];
  const bytes = () => Buffer.concat(chunks).subarray(0, limit);
  let length = 0;
  try {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      length += chunk.length;
      if (length >= limit) break;
    }
  } catch (error) {
    return { bytes: bytes(), error: error instanceof Error ? error : new Error(String(error)) };
  }
  return { bytes: bytes() };
}

/**
 * Services compress although nobody asks for it. What is not compressed as they say is text as it is, where it is text. A byte order mark is left out.
 * @param limit in bytes of the text: what unpacks to more than twice as much is not unpacked
 */
export function textOfBody(bytes: Buffer, encoding: string, limit: number): string {
  const unpack = unpacking.get(encoding.trim().toLowerCase());
  try {
    if (unpack !== undefined) return new TextDecoder().decode(unpack(bytes, 2 * limit));
  } catch {
    // Too much, or not what it is said to be.
  }
  return encoding === '' || isUtf8(bytes) ? new TextDecoder().decode(bytes) : t('(cannot be unpacked: {0})', encoding);
}

const unpacking: ReadonlyMap<string, (bytes: Buffer, maxOutputLength: number) => Buffer> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', unbrotli],
]);

/** Each unpacks to the end of what is there: the rest may not have come. */
function unbrotli(bytes: Buffer, maxOutputLength: number): Buffer {
  return brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength });
}

function gunzip(bytes: Buffer, maxOutputLength: number): Buffer {
  return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength });
}

/** With the head of zlib, as it should be (RFC 9110, 8.4.1.2), or without, as some send it. */
function inflate(bytes: Buffer, maxOutputLength: number): Buffer {
  const hasHead = ((bytes[0] ?? 0) & 0x0f) === 8;
  return (hasHead ? inflateSync : inflateRawSync)(bytes, {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength,
  });
}
