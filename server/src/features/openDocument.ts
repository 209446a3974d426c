/** What a feature is given: one version of a document that is open in the editor, and what was found of it. */
import type { Position, Range } from 'vscode-languageserver-types';
import { configFileName } from '../config/config.js';
import type { JsonDocument } from '../document/document.js';
import { parse } from '../document/document.js';
import type { Span } from '../document/nodes.js';
import { largestText } from '../document/settle.js';
import type { Change } from '../document/text.js';
import type { Problem } from '../problems/problem.js';
import type { Found } from '../problems/problems.js';
import type { KnownService, OtherToggles } from '../problems/rule.js';
import { noServices } from '../problems/rule.js';
import { configProblems, targetingProblems } from '../problems/problems.js';
import { largestConfig, tooLarge, unreadableFile } from '../problems/unreadable.js';
import type { Schema } from '../schema/schema.js';
import { config, targeting } from '../schema/schema.js';

/** What is known beside a document now: the same object, or list, as long as nothing of it changes. */
export interface Beside {
  readonly others: () => OtherToggles | undefined;
  readonly services: () => readonly KnownService[];
}

const nothingBeside: Beside = { others: () => undefined, services: () => noServices };

export class OpenDocument {
  readonly kind: 'targeting' | 'config';
  #found: Found | undefined;
  #unread: readonly Problem[] | undefined;

  private constructor(
    readonly uri: string,
    readonly languageId: string,
    readonly version: number,
    readonly json: JsonDocument,
    private before: Found | undefined,
    private readonly beside: Beside,
  ) {
    this.kind = kindOf(uri);
  }

  static open(uri: string, languageId: string, version: number, text: string, beside = nothingBeside): OpenDocument {
    return new OpenDocument(uri, languageId, version, parse(text), undefined, beside);
  }

  changed(changes: readonly Change[], version: number): OpenDocument {
    const { uri, languageId, beside } = this;
    return new OpenDocument(uri, languageId, version, this.json.edited(changes), this.#found ?? this.before, beside);
  }

  get schema(): Schema {
    return this.kind === 'config' ? config : targeting;
  }

  /** Then nothing of it is looked at. */
  get isTooLarge(): boolean {
    return this.json.length > this.#limit;
  }

  get #limit(): number {
    return this.kind === 'config' ? largestConfig : largestText;
  }

  /** All of them, those included that the editor reports itself. Looked for when they are asked for. */
  get problems(): readonly Problem[] {
    const before = this.#found ?? this.before;
    this.before = undefined;
    if (this.isTooLarge) {
      this.#found = undefined;
      this.#unread ??= [unreadableFile(tooLarge(this.#limit))];
      return this.#unread;
    }
    if (this.kind === 'config') this.#found ??= configProblems(this.json, before);
    else {
      const [others, services] = [this.beside.others(), this.beside.services()];
      if (this.#found === undefined || this.#found.others !== others || this.#found.services !== services) {
        this.#found = targetingProblems(this.json, before, others, services);
      }
    }
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

export function kindOf(uri: string): OpenDocument['kind'] {
  return uri.endsWith(`/${configFileName}`) ? 'config' : 'targeting';
}

export function rangeOf(document: OpenDocument, span: Span): Range {
  return { start: document.positionAt(span.start), end: document.positionAt(span.end) };
}

/** The same, for those who ask for many. */
export function rangesIn({ json }: OpenDocument): (span: Span) => Range {
  const positionAt = json.positions();
  return ({ start, end }) => ({ start: positionAt(start), end: positionAt(end) });
}
