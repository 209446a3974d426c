/** An immutable version of a JSON text with its tree. Nodes and plain data are created on demand. */
import type { Position } from 'vscode-languageserver-types';
import type { JsonNode } from './nodes.js';
import { nodeOf } from './nodes.js';
import { Reader } from './read/read.js';
import type { Records } from './read/records.js';
import type { SyntaxProblem } from './read/syntaxProblem.js';
import type { Tree } from './tree.js';
import type { Change } from './text.js';
import { LinedText } from './text.js';

/** Maximum length of a text to parse, in UTF-16 code units. The service accepts 1 MiB, not counting white space. */
export const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

/** Maximum length of a text to evaluate, in UTF-16 code units. The value is the limit of the service. */
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

  /** Applies the changes in sequence, as LSP requires. */
  edited(changes: readonly Change[]): JsonDocument {
    return new JsonDocument(changes.reduce((text, change) => text.changed(change), this.lined));
  }

  /** The top-level value; undefined if the text contains no value. */
  get root(): JsonNode | undefined {
    if (this.records.length > 0) this.#root ??= nodeOf(this, 0);
    return this.#root;
  }

  /** The zero-based number of the line that contains the offset. */
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
