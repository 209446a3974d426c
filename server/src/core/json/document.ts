/** An immutable version of a JSON text and its tree, of which nodes and plain data are made on demand. */
import type { Position } from 'vscode-languageserver-types';
import type { JsonNode } from './nodes.js';
import { nodeOf } from './nodes.js';
import { Reader } from './read/read.js';
import type { Records } from './read/records.js';
import type { SyntaxProblem } from './read/syntaxProblem.js';
import type { Tree } from './tree.js';
import type { Change } from './text.js';
import { LinedText } from './text.js';

/** In UTF-16 units. The service accepts a megabyte without blanks; longer texts are not read. */
export const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

/** In UTF-16 units, as much as the service accepts. Longer texts are not evaluated. */
export const MAX_EVALUATED_LENGTH = 1024 * 1024;

export function parse(text: string): JsonDocument {
  return new JsonDocument(new LinedText(text));
}

export class JsonDocument implements Tree {
  readonly records: Records;
  readonly syntaxProblems: readonly SyntaxProblem[];
  readonly blanks: number;
  readonly readTo: number;
  readonly text: string;
  #root: JsonNode | undefined;

  constructor(private readonly lined: LinedText) {
    const { text } = lined;
    this.text = text;
    const reading = text.length > MAX_TEXT_LENGTH ? nothingRead : new Reader(text).read();
    ({
      records: this.records,
      syntaxProblems: this.syntaxProblems,
      blanks: this.blanks,
      readTo: this.readTo,
    } = reading);
  }

  get length(): number {
    return this.text.length;
  }

  /** Applies the changes one after the other, as LSP requires. */
  edited(changes: readonly Change[]): JsonDocument {
    return new JsonDocument(changes.reduce((text, change) => text.changed(change), this.lined));
  }

  /** Undefined if the text contains no value. */
  get root(): JsonNode | undefined {
    if (this.records.length > 0) this.#root ??= nodeOf(this, 0);
    return this.#root;
  }

  /** Counted from 0. */
  lineAt(offset: number): number {
    return this.lined.lineAt(offset);
  }

  positionAt(offset: number): Position {
    return this.lined.positionAt(offset);
  }

  offsetAt(position: Position): number {
    return this.lined.offsetAt(position);
  }
}

const nothingRead = { records: new Int32Array(0), syntaxProblems: [], blanks: 0, readTo: 0 };
