/** A user as SDKs know one: the key that splits go by, and attributes, all of them texts. */
import { Budget, STEPS_FOR_A_USER } from '../budget.js';
import { madeOnce } from '../json/madeOnce.js';
import { Attribute } from './values/attribute.js';
import { bucketOf } from './buckets.js';

export class User {
  readonly #buckets = new Map<string, number>();
  readonly #attributes = new Map<string, Attribute>();

  /**
   * @param key undefined if unknown: SDKs make one up then
   * @param now Unix seconds: what a datetime condition looks at where the attribute is absent
   * @param segments those that the user is in; undefined where their definitions decide
   * @param buckets by keys of toggles, instead of those that the key has
   * @param budget that answers about this user may take
   */
  constructor(
    readonly key: string | undefined,
    readonly attributes: ReadonlyMap<string, string>,
    readonly now: number,
    readonly segments?: ReadonlySet<string>,
    readonly buckets: ReadonlyMap<string, number> = noBuckets,
    private readonly budget = new Budget(STEPS_FOR_A_USER),
  ) {}

  /** Undefined if the key is unknown. */
  bucketIn(toggle: string): number | undefined {
    const { key } = this;
    const given = this.buckets.get(toggle);
    if (given !== undefined || key === undefined) return given;
    return madeOnce(this.#buckets, toggle, () => bucketOf(key, toggle));
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
