/** An open file of code, with its current text. */
import type { Position, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Wrapper } from '../../core/code/calls.js';
import type { LanguageId } from '../../core/code/lexer/languages.js';
import { languageOf } from '../../core/code/lexer/languages.js';
import { placesIn } from '../../core/code/places.js';
import type { CodeText } from '../../core/features/inCode/codeText.js';
import { nameOf } from '../../workspace/disk/uris.js';

type Span = Parameters<CodeText['rangeOf']>[0];

export class CodeDocument {
  #read: { readonly keys: ReadonlyMap<string, unknown>; readonly text: CodeText } | undefined;

  private constructor(
    readonly uri: string,
    readonly language: LanguageId,
    readonly document: TextDocument,
  ) {}

  /** @returns undefined if the language is not supported */
  static open(uri: string, languageId: string, version: number, text: string): CodeDocument | undefined {
    const language = languageOf(nameOf(uri));
    return language && new CodeDocument(uri, language, TextDocument.create(uri, languageId, version, text));
  }

  get text(): string {
    return this.document.getText();
  }

  get version(): number {
    return this.document.version;
  }

  changed(changes: TextDocumentContentChangeEvent[], version: number): CodeDocument {
    return new CodeDocument(this.uri, this.language, TextDocument.update(this.document, changes, version));
  }

  /** Finds the calls in the text. The result is cached per `keys` object, which is a new object if toggles change. */
  read(keys: ReadonlyMap<string, unknown>, wrappers: readonly Wrapper[]): CodeText {
    if (this.#read?.keys === keys) return this.#read.text;
    const { uri, language, text, document } = this;
    const read = {
      ...{ uri, language, text, wrappers },
      findings: placesIn(text, language, (key) => keys.has(key), wrappers).findings,
      offsetAt: (position: Position) => document.offsetAt(position),
      rangeOf: ({ from, to }: Span) => ({ start: document.positionAt(from), end: document.positionAt(to) }),
    };
    this.#read = { keys, text: read };
    return read;
  }
}
