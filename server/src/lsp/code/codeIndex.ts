/** Calls for toggles in code, as found when all files of code were last read. */
import type { TogglePlaces } from '../../core/code/askedFor.js';
import { askedFor, placesOf } from '../../core/code/askedFor.js';
import { resolveConstants } from '../../core/code/constantsOfAll.js';
import { askedInWords } from '../../core/results/codePages.js';
import type { CodeScope } from '../../workspace/code/codeScopes.js';
import type { CodeFile } from '../../workspace/code/codebase.js';
import type { CodeKnowledge } from './codeKnowledge.js';

interface Options {
  readonly code: CodeKnowledge;
  /** Called after code was read again. */
  readonly onRead: () => void;
  readonly failed: (error: unknown) => void;
}

export interface CodeSeen {
  readonly files: readonly CodeFile[];
  readonly searchedFiles: number;
  readonly unreadableFiles: number;
}

interface Read extends CodeSeen {
  /** The number of reported changes at the time the code was read. */
  readonly changes: number;
  readonly keys: ReadonlySet<string>;
}

export class CodeIndex {
  /** The key is the URI of the config. */
  readonly #read = new Map<string, Read>();
  readonly #reading = new Set<string>();

  constructor(private readonly options: Options) {}

  /** A summary in words of the known calls for a file's toggle. Unread code is read in the background. */
  seen(uri: string, toggle: string): { readonly title: string; readonly hasPlaces: boolean } | undefined {
    const scopes = this.options.code.scopesOf(uri);
    for (const scope of scopes) if (!this.#isUpToDate(scope, toggle)) this.#readLater(scope);
    const known = scopes.flatMap(({ configUri }) => this.#read.get(configUri) ?? []);
    if (scopes.length === 0 || known.length < scopes.length) return undefined;
    const all = together(known);
    // For example in a browser, which has no files of code.
    if (all.searchedFiles === 0) return undefined;
    const asked = askedFor(toggle, all.files);
    return { title: askedInWords(asked, all), hasPlaces: placesOf(asked).length > 0 };
  }

  /** The users' attributes in the code read so far; does not read. */
  attributesSent(uri: string): readonly string[] {
    const files = this.options.code.scopesOf(uri).flatMap(({ configUri }) => this.#read.get(configUri)?.files ?? []);
    return files.flatMap(({ attributes }) => attributes);
  }

  /** @param last accepts the last result, even if outdated @returns undefined if no config has `code` */
  async asked(uri: string, toggle: string, last = false): Promise<TogglePlaces | undefined> {
    const scopes = this.options.code.scopesOf(uri);
    if (scopes.length === 0) return undefined;
    const found: CodeSeen[] = [];
    for (const scope of scopes)
      found.push((last ? this.#read.get(scope.configUri) : undefined) ?? (await this.of(scope)));
    return askedFor(toggle, together(found).files);
  }

  async of(scope: CodeScope): Promise<CodeSeen> {
    const { changes } = this.options.code;
    const keys = new Set(this.options.code.togglesOf(scope).byKey.keys());
    const { files, looked, unread } = await this.options.code.found(scope);
    const read = {
      ...{ changes, keys, files: resolveConstants(files) },
      ...{ searchedFiles: looked, unreadableFiles: unread.length },
    };
    this.#read.set(scope.configUri, read);
    return read;
  }

  #isUpToDate({ configUri }: CodeScope, toggle: string): boolean {
    const read = this.#read.get(configUri);
    return read?.changes === this.options.code.changes && read.keys.has(toggle);
  }

  #readLater(scope: CodeScope): void {
    if (this.#reading.has(scope.configUri)) return;
    this.#reading.add(scope.configUri);
    this.of(scope)
      .then(this.options.onRead, this.options.failed)
      .finally(() => this.#reading.delete(scope.configUri));
  }
}

function together(all: readonly CodeSeen[]): CodeSeen {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return {
    files: all.flatMap(({ files }) => files),
    searchedFiles: sum(all.map(({ searchedFiles }) => searchedFiles)),
    unreadableFiles: sum(all.map(({ unreadableFiles }) => unreadableFiles)),
  };
}
