export function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

export function asArray(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** @returns undefined if the text is not valid JSON, or if it is damaged (contains U+FFFD) */
export function plainJson(text: string): unknown {
  try {
    return text.includes('\uFFFD') ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** A table for lookups of words from files. Unlike other objects, it has no inherited entries such as `constructor`. */
export function byWord<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}

/** Sets a property, even if its key is `__proto__`. */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
  else object[key] = value;
}
