/** Skips files that name no SDK, wrapper function or toggle. Searches the bytes, since decoding is the slowest step. */
import { namesSdk } from '../../core/code/sdkNames.js';

/** Every SDK's name contains one of these strings. Mini programs read toggles from `globalData` instead. */
const ofSdk = ['robe', 'ROBE', 'FP', 'Fp'];

export class Needles {
  /** Toggle keys as UTF-8 bytes decoded as Latin-1: one character per byte, for comparison with undecoded files. */
  readonly #keys: ReadonlySet<string>;
  readonly #longest: number;

  constructor(
    keys: Iterable<string>,
    private readonly methods: readonly string[],
  ) {
    this.#keys = new Set(Array.from(keys, (key) => Buffer.from(key).toString('latin1')));
    this.#longest = Array.from(this.#keys).reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  areIn(bytes: Buffer): boolean {
    if (this.methods.some((method) => bytes.includes(method))) return true;
    if (bytes.includes('globalData')) return true;
    if (ofSdk.some((part) => bytes.includes(part)) && namesSdk(bytes.toString('latin1'))) return true;
    return this.#keys.size > 0 && this.#hasKey(bytes);
  }

  #hasKey(bytes: Buffer): boolean {
    let from = -1;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      // Skips bytes other than a double quote, single quote or backquote.
      if (byte !== 0x22 && byte !== 0x27 && byte !== 0x60) continue;
      const isShort = from >= 0 && at - from - 1 <= this.#longest;
      if (isShort && this.#keys.has(bytes.toString('latin1', from + 1, at))) return true;
      from = at;
    }
    return false;
  }
}
