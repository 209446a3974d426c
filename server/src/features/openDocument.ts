/** What a feature is given: one version of a document that is open in the editor, and what was found of it. */
import type { Position, Range } from 'vscode-languageserver-types';
import { configFileName } from '../config/config.js';
import type { JsonDocument } from '../document/document.js';
import { parse } from '../document/document.js';
import type { Span } from '../document/nodes.js';
import type { Change } from '../document/text.js';
import type { Problem } from '../problems/problem.js';
import type { Found } from '../problems/problems.js';
import { configProblems, targetingProblems } from '../problems/problems.js';
import type { Schema } from '../schema/schema.js';
import { config, targeting } from '../schema/schema.js';

export class OpenDocument {
  readonly kind: 'targeting' | 'config';
  #found: Found | undefined;

  private constructor(
    readonly uri: string,
    readonly languageId: string,
    readonly version: number,
    readonly json: JsonDocument,
    private before: Found | undefined,
  ) {
    this.kind = uri.endsWith(`/${configFileName}`) ? 'config' : 'targeting';
  }

  static open(uri: string, languageId: string, version: number, text: string): OpenDocument {
    return new OpenDocument(uri, languageId, version, parse(text), undefined);
  }

  changed(changes: readonly Change[], version: number): OpenDocument {
    return new OpenDocument(this.uri, this.languageId, version, this.json.edited(changes), this.#found ?? this.before);
  }

  get schema(): Schema {
    return this.kind === 'config' ? config : targeting;
  }

  /** All of them, those included that the editor reports itself. Looked for when they are asked for. */
  get problems(): readonly Problem[] {
    const look = this.kind === 'config' ? configProblems : targetingProblems;
    this.#found ??= look(this.json, this.before);
    this.before = undefined;
    return this.#found.problems;
  }

  /** LSP's lines and UTF-16 characters from an offset. */
  positionAt(offset: number): Position {
    return this.json.positionAt(offset);
  }

  offsetAt(position: Position): number {
    return this.json.offsetAt(position);
  }
}

export function rangeOf(document: OpenDocument, span: Span): Range {
  return { start: document.positionAt(span.start), end: document.positionAt(span.end) };
}

/** The same, for those who ask for many. */
export function rangesIn({ json }: OpenDocument): (span: Span) => Range {
  const positionAt = json.positions();
  return ({ start, end }) => ({ start: positionAt(start), end: positionAt(end) });
}
