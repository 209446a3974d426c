/** A user as SDKs know one: the key that splits go by, and attributes, all of them texts. */
import { readInstants } from './instants.js';
import { readNumbers } from './numbers.js';
import type { Readings } from './ordered.js';
import { versionReaders } from './versions.js';

export class User {
  readonly #numbers = new Map<string, Readings<number>>();
  readonly #versions = new Map<string, Readings<unknown>>();
  readonly #instants = new Map<string | undefined, Readings<number>>();

  /**
   * @param key undefined where nobody knows: SDKs make one up then
   * @param now Unix seconds: what a datetime condition looks at where the attribute is absent
   */
  constructor(
    readonly key: string | undefined,
    readonly attributes: ReadonlyMap<string, string>,
    readonly now: number,
  ) {}

  /** The same texts are compared again and again; each is read once. */
  numberOf(text: string): Readings<number> {
    return remembered(this.#numbers, text, () => readNumbers.map((read) => read(text)));
  }

  versionOf(text: string): Readings<unknown> {
    return remembered(this.#versions, text, () => versionReaders.map(({ read }) => read(text)));
  }

  /** @param text undefined for an attribute that is absent */
  instantOf(text: string | undefined): Readings<number> {
    return remembered(this.#instants, text, () => readInstants.map((read) => read(text, this.now)));
  }
}

function remembered<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
