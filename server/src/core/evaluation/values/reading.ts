/** Reads JSON as the API does (evaluation.md 1.1). If the API cannot read a field, the toggle vanishes. */
import { withoutHalves } from '../../json/read/halves.js';
import { asArray, asObject } from '../../json/plain.js';
import { left } from '../leftToService.js';
import type { Path } from '../toggles.js';

export class Unbuildable extends Error {
  constructor(readonly field: Field) {
    super('Unbuildable');
  }
}

export type Plain = Readonly<Record<string, unknown>>;

/** A field of an object, or an item of a list, with its path. Null counts as absent: `value` is then undefined. */
export class Field {
  readonly value: unknown;

  /** @param parent undefined at the root */
  constructor(
    value: unknown,
    private readonly parent?: Field,
    private readonly key: string | number = '',
  ) {
    this.value = value ?? undefined;
  }

  get path(): Path {
    return this.parent === undefined ? [] : [...this.parent.path, this.key];
  }

  /** Whether the file omits the field, so that only the service knows its value. */
  get isLeft(): boolean {
    return this.value === left;
  }

  fail(): never {
    throw new Unbuildable(this);
  }

  of(key: string): Field {
    return new Field(this.object()?.[key], this, key);
  }

  object(): Plain | undefined {
    return this.value === undefined ? undefined : (asObject(this.value) ?? this.fail());
  }

  /** @returns this field, which must be an object */
  there(): this {
    return this.object() === undefined ? this.fail() : this;
  }

  items(): readonly Field[] | undefined {
    if (this.value === undefined) return undefined;
    const items = asArray(this.value) ?? this.fail();
    return items.map((item, index) => new Field(item, this, index));
  }

  /** The value as a string. Numbers and booleans are converted; lone surrogates become question marks. */
  text(): string | undefined {
    const { value } = this;
    if (typeof value === 'string') return withoutHalves(value);
    if (value === undefined) return value;
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : this.fail();
  }

  /** The value as a 32-bit integer. Strings of digits are converted, and fractions are truncated. */
  integer(): number | undefined {
    if (this.value === undefined || this.value === '') return undefined;
    const isText = typeof this.value === 'string' && /^\s*[+-]?\d+\s*$/.test(this.value);
    if (!isText && typeof this.value !== 'number') this.fail();
    const value = Math.trunc(Number(this.value));
    return value >= -(2 ** 31) && value < 2 ** 31 ? value : this.fail();
  }

  boolean(): boolean {
    if (this.value === undefined) return false;
    if (typeof this.value === 'object') this.fail();
    return typeof this.value === 'string' ? this.value.trim().toLowerCase() === 'true' : Boolean(this.value);
  }

  required<T>(value: T | undefined): T {
    return value ?? this.fail();
  }
}
