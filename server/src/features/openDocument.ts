/** What a feature is given: a document, parsed and checked once for its version. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, Range } from 'vscode-languageserver-types';
import type { Span } from '../document/nodes.js';
import type { JsonDocument } from '../document/parse.js';
import { parse } from '../document/parse.js';
import type { Problem } from '../problems/problem.js';
import { configProblems, targetingProblems } from '../problems/problems.js';
import type { Schema } from '../schema/schema.js';
import { config, targeting } from '../schema/schema.js';

export interface OpenDocument {
  readonly uri: string;
  readonly version: number;
  readonly kind: 'targeting' | 'config';
  readonly schema: Schema;
  readonly json: JsonDocument;
  /** All of them, those included that the editor reports itself. */
  readonly problems: readonly Problem[];
  /** LSP's lines and UTF-16 characters from offsets, and back. */
  readonly positionAt: (offset: number) => Position;
  readonly offsetAt: (position: Position) => number;
}

export function openDocument(text: TextDocument, kind: OpenDocument['kind']): OpenDocument {
  const json = parse(text.getText());
  return {
    uri: text.uri,
    version: text.version,
    kind,
    schema: kind === 'config' ? config : targeting,
    json,
    problems: kind === 'config' ? configProblems(json) : targetingProblems(json),
    positionAt: (offset) => text.positionAt(offset),
    offsetAt: (position) => text.offsetAt(position),
  };
}

export function rangeOf(document: OpenDocument, span: Span): Range {
  return { start: document.positionAt(span.start), end: document.positionAt(span.end) };
}
