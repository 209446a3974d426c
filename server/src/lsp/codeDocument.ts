/** A document of code that the editor has open. Each version is another object. */
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Wrapper } from '../core/code/calls.js';
import type { LanguageId } from '../core/code/languages.js';
import { languageOf } from '../core/code/languages.js';
import type { CodeFinding } from '../core/code/places.js';
import { placesIn } from '../core/code/places.js';
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

  changed(changes: TextDocumentContentChangeEvent[], version: number): CodeDocument {
    return new CodeDocument(this.uri, this.language, TextDocument.update(this.document, changes, version));
  }

  findings(keys: ReadonlyMap<string, unknown>, wrappers: readonly Wrapper[]): readonly CodeFinding[] {
    return placesIn(this.text, this.language, (key) => keys.has(key), wrappers);
  }
}
