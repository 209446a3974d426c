/** The toggles that a file requires, and those that they require in turn, as their files say now. */
import type { ToggleSource } from '../evaluation/environment.js';
import { parse } from '../json/document.js';
import type { Toggles } from '../targeting/toggles.js';

/** More than this many are not read: what depends on the others is not known. */
const mostRequired = 200;

/** @param textOf undefined where it cannot be read */
export function requiredToggles(
  toggles: Toggles,
  uri: string,
  keys: readonly string[],
  textOf: (uri: string) => string | undefined,
): ReadonlyMap<string, ToggleSource> {
  const sources = new Map<string, ToggleSource>();
  const asked = [...keys];
  for (let key = asked.pop(); key !== undefined && sources.size < mostRequired; key = asked.pop()) {
    // Where several files are of one toggle, nobody knows which of them is pushed.
    const [file, ...more] = sources.has(key) ? [] : toggles.named(key, uri);
    const text = file === undefined || more.length > 0 ? undefined : textOf(file.uri);
    if (file === undefined || text === undefined) continue;
    sources.set(key, { key, returnType: undefined, targeting: parse(text).root?.value });
    asked.push(...file.targeting.required);
  }
  return sources;
}
