/** Returns the value for the key, and creates the value on first use. */
export function getOrCreate<K, V>(known: Map<K, V>, key: K, make: () => NoInfer<V>): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
