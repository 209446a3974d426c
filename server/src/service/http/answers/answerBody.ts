/** Reads and decodes the start of a response body. Malformed bodies never throw. */
import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { t } from '../../../core/t.js';

export interface Start {
  readonly bytes: Buffer;
  /** The reason why the body ended early, if it did. */
  readonly error?: Error;
}

/** @param limit the maximum number of bytes; the rest of the body is not read */
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

/** Decodes a body, which services may compress unasked. @param limit in bytes; unpacked text may be twice as large */
export function textOfBody(bytes: Buffer, encoding: string, limit: number): string {
  const unpack = unpacking.get(encoding.trim().toLowerCase());
  try {
    if (unpack !== undefined) return new TextDecoder().decode(unpack(bytes, 2 * limit));
  } catch {
    // The data is too large, or not in the declared encoding.
  }
  return encoding === '' || isUtf8(bytes)
    ? new TextDecoder().decode(bytes)
    : t('(the encoding {0} cannot be decompressed)', encoding);
}

const unpacking: ReadonlyMap<string, (bytes: Buffer, maxOutputLength: number) => Buffer> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', unbrotli],
]);

/** Decompresses Brotli data. Finishes with a flush, since the data may be truncated. */
function unbrotli(bytes: Buffer, maxOutputLength: number): Buffer {
  return brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength });
}

function gunzip(bytes: Buffer, maxOutputLength: number): Buffer {
  return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength });
}

/** Decompresses data with a zlib header (RFC 9110, 8.4.1.2), and raw deflate data, which some servers send. */
function inflate(bytes: Buffer, maxOutputLength: number): Buffer {
  const hasHead = ((bytes[0] ?? 0) & 0x0f) === 8;
  return (hasHead ? inflateSync : inflateRawSync)(bytes, {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength,
  });
}
