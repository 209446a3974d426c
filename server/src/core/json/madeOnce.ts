/** @returns the value of a key, which is made if there is none yet */
export function madeOnce<K, V>(known: Map<K, V>, key: K, make: () => NoInfer<V>): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
