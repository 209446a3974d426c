/** What a feature is given: one version of a document that is open in the editor, and what was found of it. */
import type { Position, Range } from 'vscode-languageserver-types';
import { configFileName } from '../targeting/fileNames.js';
import type { JsonDocument } from '../json/document.js';
import { largestText, parse } from '../json/document.js';
import type { Span } from '../json/nodes.js';
import type { Change } from '../json/text.js';
import type { Problem } from '../checks/problem.js';
import type { Known } from '../check-engine/fileSummary.js';
import type { KnownService } from '../checks/check.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import { noServices } from '../checks/check.js';
import { configProblems, memoryOfConfig, memoryOfTargeting, targetingProblems } from '../check-engine/problems.js';
import { largestConfig, tooLarge, unreadableFile } from '../checks/unreadable.js';
import type { Schema } from '../targeting/schema.js';
import { config, targeting } from '../targeting/schema.js';

/** What is known beside a document now: the same object, or list, as long as nothing of it changes. */
export interface Beside {
  readonly others: () => OtherToggles | undefined;
  readonly services: () => readonly KnownService[];
}

const nothingBeside: Beside = { others: () => undefined, services: () => noServices };

/** What was found of a version, and what was known beside it then. */
interface Found extends Known {
  readonly problems: readonly Problem[];
}

export class OpenDocument {
  readonly kind: 'targeting' | 'config';
  #found: Found | undefined;

  private constructor(
    readonly uri: string,
    readonly languageId: string,
    readonly version: number,
    readonly json: JsonDocument,
    private readonly beside: Beside,
    private readonly memory: ReturnType<typeof memoryOfTargeting>,
  ) {
    this.kind = kindOf(uri);
  }

  static open(uri: string, languageId: string, version: number, text: string, beside = nothingBeside): OpenDocument {
    const memory = kindOf(uri) === 'config' ? memoryOfConfig() : memoryOfTargeting();
    return new OpenDocument(uri, languageId, version, parse(text), beside, memory);
  }

  changed(changes: readonly Change[], version: number): OpenDocument {
    const { uri, languageId, beside, memory } = this;
    return new OpenDocument(uri, languageId, version, this.json.edited(changes), beside, memory);
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
    const [services, otherToggles] = [this.beside.services(), this.beside.others()];
    if (this.#found?.services !== services || this.#found.otherToggles !== otherToggles)
      this.#found = { problems: this.#look({ services, otherToggles }), services, otherToggles };
    return this.#found.problems;
  }

  #look(known: Known): readonly Problem[] {
    if (this.isTooLarge) return [unreadableFile(tooLarge(this.#limit))];
    return this.kind === 'config'
      ? configProblems(this.json, this.memory)
      : targetingProblems(this.json, known, this.memory);
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
