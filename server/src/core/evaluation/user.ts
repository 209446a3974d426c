/** A user as SDKs receive it: a key, which decides splits, and attributes, which are all strings. */
import { Budget, STEPS_FOR_A_USER } from '../budget.js';
import { getOrCreate } from '../json/madeOnce.js';
import { Attribute } from './values/attribute.js';
import { bucketOf } from './buckets.js';

export class User {
  readonly #buckets = new Map<string, number>();
  readonly #attributes = new Map<string, Attribute>();

  /**
   * @param key undefined if unknown; SDKs then generate a key.
   * @param now the current time in Unix seconds, for datetime conditions on an absent attribute.
   * @param segments keys of the user's segments; undefined if the segments' definitions decide.
   * @param buckets buckets by toggle key, which override the buckets computed from the user key.
   */
  constructor(
    readonly key: string | undefined,
    readonly attributes: ReadonlyMap<string, string>,
    readonly now: number,
    readonly segments?: ReadonlySet<string>,
    readonly buckets: ReadonlyMap<string, number> = noBuckets,
    private readonly budget = new Budget(STEPS_FOR_A_USER),
  ) {}

  /** @returns the bucket for a toggle; undefined if neither the bucket nor the user's key is known */
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
