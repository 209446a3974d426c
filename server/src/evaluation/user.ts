/** A user as SDKs know one: the key that splits go by, and attributes, all of them texts. */
import { bucketOf } from './buckets.js';
import { instantOfAttribute } from './instants.js';
import { readNumber } from './numbers.js';
import type { Reading } from './ordered.js';
import { readVersion } from './versions.js';

export class User {
  readonly #buckets: Map<string, number>;
  readonly #numbers = new Map<string, Reading<number>>();
  readonly #versions = new Map<string, Reading<unknown>>();
  readonly #instants = new Map<string | undefined, Reading<number>>();

  /**
   * @param key undefined where nobody knows: SDKs make one up then
   * @param now Unix seconds: what a datetime condition looks at where the attribute is absent
   * @param segments those that the user is in; undefined where their definitions decide
   * @param buckets by keys of toggles, instead of those that the key has
   */
  constructor(
    readonly key: string | undefined,
    readonly attributes: ReadonlyMap<string, string>,
    readonly now: number,
    readonly segments?: ReadonlySet<string>,
    readonly buckets: ReadonlyMap<string, number> = new Map(),
  ) {
    this.#buckets = new Map(buckets);
  }

  /** Undefined where nobody knows the key. */
  bucketIn(toggle: string): number | undefined {
    const { key } = this;
    if (key === undefined) return this.buckets.get(toggle);
    return remembered(this.#buckets, toggle, () => bucketOf(key, toggle));
  }

  /** The same texts are compared again and again; each is read once. */
  numberOf(text: string): Reading<number> {
    return remembered(this.#numbers, text, () => readNumber(text));
  }

  versionOf(text: string): Reading<unknown> {
    return remembered(this.#versions, text, () => readVersion(text));
  }

  /** @param text undefined for an attribute that is absent */
  instantOf(text: string | undefined): Reading<number> {
    return remembered(this.#instants, text, () => instantOfAttribute(text, this.now));
  }
}

function remembered<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
