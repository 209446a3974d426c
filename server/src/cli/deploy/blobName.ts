import { bytesToHex, utf8ToBytes, concatBytes } from '@noble/hashes/utils.js';
import { sha1 } from '@noble/hashes/legacy.js';

/** As `git hash-object` names a file with these bytes. */
export function blobName(bytes: Uint8Array): string {
  return bytesToHex(sha1(concatBytes(utf8ToBytes(`blob ${bytes.length}\0`), bytes)));
}
