/** The calls that request toggles, as found when all code was last read. */
import type { TogglePlaces } from '../../core/code/askedFor.js';
import { askedFor, placesOf } from '../../core/code/askedFor.js';
import { sdkOf } from '../../core/code/calls.js';
import { languageOf } from '../../core/code/lexer/languages.js';
import { resolveConstants } from '../../core/code/constantsOfAll.js';
import { askedInWords } from '../../core/results/codePages.js';
import type { CodeScope } from '../../workspace/code/codeScopes.js';
import type { CodeFile, CodeFound } from '../../workspace/code/codebase.js';
import { nameOf } from '../../workspace/disk/uris.js';
import { isWorker } from '../lsp.js';
import type { CodeKnowledge } from './codeKnowledge.js';

interface Options {
  readonly code: CodeKnowledge;
  /** Called after the code was read again. */
  readonly onRead: () => void;
  readonly failed: (error: unknown) => void;
}

export interface CodeSeen {
  readonly files: readonly CodeFile[];
  readonly searchedFiles: number;
  readonly unreadableFiles: number;
}

interface Read extends CodeSeen, Pick<CodeFound, 'unmatched'> {
  /** The number of changes that had been reported when the code was read. */
  readonly changes: number;
  readonly keys: ReadonlySet<string>;
}

export class CodeIndex {
  /** The result of the last read, by the URI of the config. */
  readonly #read = new Map<string, Read>();
  readonly #reading = new Set<string>();

  constructor(private readonly options: Options) {}

  /** Describes the known calls for a file's toggle. Code that has not been read is read in the background. */
  seen(uri: string, toggle: string): { readonly title: string; readonly hasPlaces: boolean } | undefined {
    const scopes = this.options.code.scopesOf(uri);
    for (const scope of scopes) if (!this.#isUpToDate(scope, toggle)) this.#readLater(scope);
    const known = scopes.flatMap(({ configUri }) => this.#read.get(configUri) ?? []);
    if (scopes.length === 0 || known.length < scopes.length) return undefined;
    const all = together(known);
    // No code was searched, for example in a browser, where no code is available.
    if (all.searchedFiles === 0) return undefined;
    const asked = askedFor(toggle, all.files);
    return { title: askedInWords(asked, all), hasPlaces: placesOf(asked).length > 0 };
  }

  /** The user attributes in the code that was read so far. This method does not read code. */
  attributesSent(uri: string): readonly string[] {
    return this.#filesRead(uri).flatMap(({ attributes }) => attributes);
  }

  /** The SDKs that the code calls, by their names in a config. Code that was not read is read in the background. */
  sdksCalled(uri: string): readonly string[] {
    for (const scope of this.options.code.scopesOf(uri)) if (!this.#read.has(scope.configUri)) this.#readLater(scope);
    return this.#filesRead(uri).flatMap((file) => {
      const language = languageOf(nameOf(file.uri));
      return file.findings.flatMap((finding) => {
        const isCall = language !== undefined && finding.isCertain && 'method' in finding;
        return isCall ? (sdkOf(language, finding.method, finding.count) ?? []) : [];
      });
    });
  }

  /** The paths of `include` without code files, as of the last read. Code that has changed is read in the background. */
  unmatched(configUri: string): readonly string[] | undefined {
    const { changes, scopes } = this.options.code;
    const scope = scopes.find((each) => each.configUri === configUri);
    // In a browser, and in virtual folders, only open files are known.
    if (scope?.code.include === undefined || isWorker || !configUri.startsWith('file:')) return undefined;
    const read = this.#read.get(configUri);
    if (read?.changes !== changes) this.#readLater(scope);
    return read?.unmatched;
  }

  #filesRead(uri: string): readonly CodeFile[] {
    return this.options.code.scopesOf(uri).flatMap(({ configUri }) => this.#read.get(configUri)?.files ?? []);
  }

  /** @param last whether an outdated result is accepted @returns undefined if no code is to be searched */
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
    const { files, looked, unread, unmatched } = await this.options.code.found(scope);
    const read = {
      ...{ changes, keys, files: resolveConstants(files) },
      ...{ searchedFiles: looked, unreadableFiles: unread.length, unmatched },
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
