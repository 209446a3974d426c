import { bytesToHex } from '@noble/hashes/utils.js';
import { sha1 } from '@noble/hashes/legacy.js';

/** @returns Git's object name for a file with these bytes, regardless of line endings */
export function blobName(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n');
  return bytesToHex(sha1(Buffer.from(`blob ${text.length}\0${text}`, 'latin1')));
}
