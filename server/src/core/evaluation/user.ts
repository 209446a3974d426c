/** A user as SDKs know it: a key, which decides splits, and attributes, which are all texts. */
import { Budget, STEPS_FOR_A_USER } from '../budget.js';
import { getOrCreate } from '../json/madeOnce.js';
import { Attribute } from './values/attribute.js';
import { bucketOf } from './buckets.js';

export class User {
  readonly #buckets = new Map<string, number>();
  readonly #attributes = new Map<string, Attribute>();

  /**
   * @param key undefined if unknown; SDKs then make one up.
   * @param now Unix seconds, for datetime conditions on an absent attribute.
   * @param segments of the user; undefined if their definitions decide.
   * @param buckets by toggle key, instead of those of the user key.
   */
  constructor(
    readonly key: string | undefined,
    readonly attributes: ReadonlyMap<string, string>,
    readonly now: number,
    readonly segments?: ReadonlySet<string>,
    readonly buckets: ReadonlyMap<string, number> = noBuckets,
    private readonly budget = new Budget(STEPS_FOR_A_USER),
  ) {}

  /** @returns undefined if the key is unknown */
  bucketIn(toggle: string): number | undefined {
    const { key } = this;
    const given = this.buckets.get(toggle);
    if (given !== undefined || key === undefined) return given;
    return getOrCreate(this.#buckets, toggle, () => bucketOf(key, toggle));
  }

  attribute(name: string): Attribute {
    return this.#attributes.get(name) ?? this.#read(name);
  }

  #read(name: string): Attribute {
    const text = this.attributes.get(name);
    const attribute = new Attribute(text !== undefined, text ?? '', this.now, this.budget);
    this.#attributes.set(name, attribute);
    return attribute;
  }
}

const noBuckets: ReadonlyMap<string, number> = new Map();
