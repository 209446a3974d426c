/** A document of code that the editor has open, with its newest text. */
import type { Position, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Wrapper } from '../core/code/calls.js';
import type { LanguageId } from '../core/code/languages.js';
import { languageOf } from '../core/code/languages.js';
import { placesIn } from '../core/code/places.js';
import type { CodeText } from '../core/features/inCode/codeText.js';
import { nameOf } from '../workspace/uris.js';

export class CodeDocument {
  private constructor(
    readonly uri: string,
    readonly language: LanguageId,
    readonly document: TextDocument,
  ) {}

  /** Undefined of what is no language that we read. */
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

  /** Reads it: nothing of that is kept. */
  read(keys: ReadonlyMap<string, unknown>, wrappers: readonly Wrapper[]): CodeText {
    const { uri, language, text, document } = this;
    return {
      ...{ uri, language, text },
      findings: placesIn(text, language, (key) => keys.has(key), wrappers),
      offsetAt: (position: Position) => document.offsetAt(position),
      rangeOf: ({ from, to }) => ({ start: document.positionAt(from), end: document.positionAt(to) }),
    };
  }
}
