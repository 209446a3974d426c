/** What a feature is given: one version of a document that is open in the editor, and what was found of it. */
import type { Range, WorkspaceEdit } from 'vscode-languageserver-types';
import { configFileName } from '../targeting/fileNames.js';
import type { JsonDocument } from '../json/document.js';
import { largestText, parse } from '../json/document.js';
import type { Edit } from '../json/edits.js';
import type { Span } from '../json/nodes.js';
import type { Change } from '../json/text.js';
import type { Problem } from '../checks/problem.js';
import type { KnownBeside } from '../check-engine/fileSummary.js';
import type { KnownService } from '../checks/check.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import { noServices } from '../checks/check.js';
import { configProblems, configCache, targetingCache, targetingProblems } from '../check-engine/problems.js';
import { largestConfig, tooLarge, unreadableFile } from '../checks/unreadable.js';
import type { Schema } from '../targeting/schema.js';
import { config, targeting } from '../targeting/schema.js';

/** Asks what is known now beside a document: the same object, or list, as long as nothing of it changes. */
export interface Surroundings {
  readonly otherToggles: () => OtherToggles | undefined;
  readonly services: () => readonly KnownService[];
}

const nothingBeside: Surroundings = { otherToggles: () => undefined, services: () => noServices };

/** What was found of a version, and what was known beside it then. */
interface Found extends KnownBeside {
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
    private readonly surroundings: Surroundings,
    private readonly cache: ReturnType<typeof targetingCache>,
  ) {
    this.kind = kindOf(uri);
  }

  static open(
    uri: string,
    languageId: string,
    version: number,
    text: string,
    surroundings = nothingBeside,
  ): OpenDocument {
    const cache = kindOf(uri) === 'config' ? configCache() : targetingCache();
    return new OpenDocument(uri, languageId, version, parse(text), surroundings, cache);
  }

  changed(changes: readonly Change[], version: number): OpenDocument {
    const { uri, languageId, surroundings, cache } = this;
    return new OpenDocument(uri, languageId, version, this.json.edited(changes), surroundings, cache);
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
    const [services, otherToggles] = [this.surroundings.services(), this.surroundings.otherToggles()];
    if (this.#found?.services !== services || this.#found.otherToggles !== otherToggles)
      this.#found = { problems: this.#look({ services, otherToggles }), services, otherToggles };
    return this.#found.problems;
  }

  #look(known: KnownBeside): readonly Problem[] {
    if (this.isTooLarge) return [unreadableFile(tooLarge(this.#limit))];
    return this.kind === 'config'
      ? configProblems(this.json, this.cache)
      : targetingProblems(this.json, known, this.cache);
  }
}

export function kindOf(uri: string): OpenDocument['kind'] {
  return uri.endsWith(`/${configFileName}`) ? 'config' : 'targeting';
}

export function rangeOf({ json }: Pick<OpenDocument, 'json'>, span: Span): Range {
  return { start: json.positionAt(span.start), end: json.positionAt(span.end) };
}

export function workspaceEdit(document: Pick<OpenDocument, 'uri' | 'json'>, edits: readonly Edit[]): WorkspaceEdit {
  return {
    changes: { [document.uri]: edits.map((edit) => ({ range: rangeOf(document, edit), newText: edit.newText })) },
  };
}
