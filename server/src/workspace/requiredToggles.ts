/** Finds the toggles that a file requires, directly or through other toggles, in the files of its environment. */
import type { ToggleSource } from '../core/evaluation/environment.js';
import { withLeftMarked } from '../core/evaluation/leftToService.js';
import { isReturnType } from '../core/evaluation/values/values.js';
import type { JsonDocument } from '../core/json/document.js';
import { parse } from '../core/json/document.js';
import { asArray, asObject } from '../core/json/plain.js';
import type { ToggleFile, Toggles } from '../core/targeting/toggles.js';

export interface RequiredToggle {
  /** The toggle's file; undefined if the toggle has no file. */
  readonly uri: string | undefined;
  readonly document: () => JsonDocument;
  /** The return type comes from the requiring file, since files do not contain their own type. */
  readonly source: ToggleSource;
}

/** Maximum number of required files that are read, which limits the work per keystroke. */
const MAX_REQUIRED_FILES = 100;

/** The text and plain data of a file. The parsed document is not kept, because it is large. */
interface ReadToggle {
  readonly text: string;
  readonly targeting: unknown;
}

export class RequiredToggles {
  /** Caches files that were read, since many files may require the same file. A changed file is a new object. */
  readonly #read = new WeakMap<ToggleFile, ReadToggle | undefined>();

  constructor(private readonly textOf: (uri: string) => string | undefined) {}

  /** Required toggles by key. Skips a toggle with several files. @param instead texts by key that replace files */
  of(
    { uri, toggle }: { readonly uri: string; readonly toggle: string },
    document: JsonDocument,
    toggles: Toggles,
    instead?: ReadonlyMap<string, string>,
  ): ReadonlyMap<string, RequiredToggle> {
    const found = new Map<string, RequiredToggle>();
    const unread: unknown[] = [document.root?.value];
    for (const each of unread) {
      for (const { key, type } of prerequisitesOf(each)) {
        if (typeof key !== 'string' || key === toggle || found.has(key) || found.size === MAX_REQUIRED_FILES) continue;
        const [file, another] = toggles.named(key, uri);
        const text = instead?.get(key);
        const read = text !== undefined ? readIn(text) : another === undefined ? this.#readOf(file) : undefined;
        if (read === undefined) continue;
        const returnType = typeof type === 'string' && isReturnType(type) ? type : undefined;
        const source = { key, returnType, targeting: withLeftMarked(read.targeting) };
        found.set(key, { uri: file?.uri, document: () => parse(read.text), source });
        unread.push(read.targeting);
      }
    }
    return found;
  }

  #readOf(file: ToggleFile | undefined): ReadToggle | undefined {
    if (file === undefined) return undefined;
    if (!this.#read.has(file)) {
      const text = this.textOf(file.uri);
      this.#read.set(file, text === undefined ? undefined : readIn(text));
    }
    return this.#read.get(file);
  }
}

function readIn(text: string): ReadToggle {
  return { text, targeting: parse(text).root?.value };
}

function prerequisitesOf(targeting: unknown): readonly Readonly<Record<string, unknown>>[] {
  const { prerequisites } = asObject(asObject(targeting)?.['content']) ?? {};
  return (asArray(prerequisites) ?? []).map(asObject).filter((each) => each !== undefined);
}
