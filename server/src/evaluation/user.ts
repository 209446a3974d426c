/** A user as SDKs know one: the key that splits go by, and attributes, all of them texts. */
import { Attribute } from './attribute.js';
import { bucketOf } from './buckets.js';

export class User {
  readonly #buckets = new Map<string, number>();
  readonly #attributes = new Map<string, Attribute>();

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
  ) {}

  /** Undefined where nobody knows the key. */
  bucketIn(toggle: string): number | undefined {
    const { key } = this;
    const given = this.buckets.get(toggle);
    if (given !== undefined || key === undefined) return given;
    return remembered(this.#buckets, toggle, () => bucketOf(key, toggle));
  }

  attribute(name: string): Attribute {
    let attribute = this.#attributes.get(name);
    if (attribute === undefined) {
      const text = this.attributes.get(name);
      attribute = new Attribute(text !== undefined, text ?? '', this.now);
      this.#attributes.set(name, attribute);
    }
    return attribute;
  }
}

function remembered<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
