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

interface Read extends CodeFound {
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
    const known = scopes.flatMap((scope) => this.#latest(scope, toggle) ?? []);
    const searchedFiles = known.reduce((sum, { looked }) => sum + looked, 0);
    // No code was searched, for example in a browser, where no code is available.
    if (known.length < scopes.length || searchedFiles === 0) return undefined;
    const asked = askedFor(toggle, filesOf(known));
    return { title: askedInWords(asked, searchedFiles), hasPlaces: placesOf(asked).length > 0 };
  }

  /** The user attributes that code sends. Code that has changed is read in the background. */
  attributesSent(uri: string): readonly string[] {
    return this.#latestFiles(uri).flatMap(({ attributes }) => attributes);
  }

  /** The SDKs that code calls, by their names in a config. Code that has changed is read in the background. */
  sdksCalled(uri: string): readonly string[] {
    return this.#latestFiles(uri).flatMap((file) => {
      const language = languageOf(nameOf(file.uri));
      return file.findings.flatMap((finding) => {
        const isCall = language !== undefined && finding.isCertain && 'method' in finding;
        return isCall ? (sdkOf(language, finding.method, finding.count) ?? []) : [];
      });
    });
  }

  /** The paths of `include` without code files, as of the last read. Code that has changed is read in the background. */
  unmatched(configUri: string): readonly string[] | undefined {
    const scope = this.options.code.scopes.find((each) => each.configUri === configUri);
    // In a browser, and in virtual folders, only open files are known.
    if (scope?.code.include === undefined || isWorker || !configUri.startsWith('file:')) return undefined;
    return this.#latest(scope)?.unmatched;
  }

  /** @param last whether an outdated result is accepted @returns undefined if no code is to be searched */
  async asked(uri: string, toggle: string, last = false): Promise<TogglePlaces | undefined> {
    const scopes = this.options.code.scopesOf(uri);
    if (scopes.length === 0) return undefined;
    const found: CodeFound[] = [];
    for (const scope of scopes)
      found.push((last ? this.#read.get(scope.configUri) : undefined) ?? (await this.of(scope)));
    return askedFor(toggle, filesOf(found));
  }

  async of(scope: CodeScope): Promise<CodeFound> {
    const { changes } = this.options.code;
    const keys = new Set(this.options.code.togglesOf(scope).byKey.keys());
    const found = await this.options.code.found(scope);
    const read = { ...found, changes, keys, files: resolveConstants(found.files) };
    this.#read.set(scope.configUri, read);
    return read;
  }

  /** The last result. Code that has changed, or was not searched for the toggle, is read in the background. */
  #latest(scope: CodeScope, toggle?: string): Read | undefined {
    const read = this.#read.get(scope.configUri);
    const isMissing = toggle !== undefined && read?.keys.has(toggle) !== true;
    if (isMissing || read?.changes !== this.options.code.changes) this.#readLater(scope);
    return read;
  }

  #latestFiles(uri: string): readonly CodeFile[] {
    return filesOf(this.options.code.scopesOf(uri).flatMap((scope) => this.#latest(scope) ?? []));
  }

  #readLater(scope: CodeScope): void {
    if (this.#reading.has(scope.configUri)) return;
    this.#reading.add(scope.configUri);
    this.of(scope)
      .then(this.options.onRead, this.options.failed)
      .finally(() => this.#reading.delete(scope.configUri));
  }
}

function filesOf(all: readonly CodeFound[]): readonly CodeFile[] {
  return all.flatMap(({ files }) => files);
}
