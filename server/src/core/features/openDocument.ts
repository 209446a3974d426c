/** The input of features: a version of a document that is open in the editor, with its problems. */
import type { Range, WorkspaceEdit } from 'vscode-languageserver-types';
import { resultOf } from '../json/steps.js';
import type { FileKind } from '../targeting/fileNames.js';
import { kindOf } from '../targeting/fileNames.js';
import type { JsonDocument } from '../json/document.js';
import { MAX_TEXT_LENGTH, parse } from '../json/document.js';
import type { Edit } from '../json/edit/edits.js';
import { textEdits } from '../json/edit/edits.js';
import type { Span } from '../json/nodes.js';
import type { Change } from '../json/text.js';
import type { Problem } from '../checks/problem.js';
import type { KnownService } from '../checks/check.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import { noServices } from '../checks/check.js';
import type { DeadTargeting } from '../checks/deadTargeting.js';
import type { RelatedFiles } from '../checks/beside/filesBeside.js';
import { noRelatedFiles } from '../checks/beside/filesBeside.js';
import { rangeIn } from '../json/queries.js';
import type { FileContext } from '../check-engine/fileSummary.js';
import type { KnownRules } from '../check-engine/ruleMemory.js';
import { RuleMemory } from '../check-engine/ruleMemory.js';
import type { Search } from '../check-engine/problems.js';
import { searchBySchema, searchTargeting } from '../check-engine/problems.js';
import { MAX_BESIDE_BYTES, tooLarge, unreadableFile } from '../checks/text/unreadable.js';
import type { PoliciesOfFile } from '../targeting/rules/policy.js';
import type { Schema } from '../targeting/schema.js';
import { schemas } from '../targeting/schema.js';

/** Current information from outside a document. The functions return identical objects until something changes. */
export interface Surroundings {
  readonly otherToggles: () => OtherToggles | undefined;
  readonly services: () => readonly KnownService[];
  readonly policies: () => PoliciesOfFile | undefined;
  readonly sdks: () => FileContext['sdks'];
  /** Facts about related files, for files of users and tests. Unchanged facts stay the same objects. */
  readonly beside: () => RelatedFiles;
  /** The dead targeting that the analysis found in a version of the document; empty until the analysis is done. */
  readonly dead: (json: JsonDocument) => readonly DeadTargeting[];
}

const nothingBeside: Surroundings = {
  otherToggles: () => undefined,
  services: () => noServices,
  policies: () => undefined,
  sdks: () => undefined,
  beside: () => noRelatedFiles,
  dead: () => noneDead,
};

const noneDead: readonly DeadTargeting[] = [];

/** The problems of a version, and the outside information that they are based on. */
interface Found {
  readonly problems: readonly Problem[];
  readonly known: readonly unknown[];
}

export class OpenDocument {
  readonly kind: FileKind;
  #found: Found | undefined;

  private constructor(
    readonly uri: string,
    readonly languageId: string,
    readonly version: number,
    readonly json: JsonDocument,
    private readonly surroundings: Surroundings,
    /** The memory of rules that all versions share. */
    private readonly memory: RuleMemory,
  ) {
    this.kind = kindOf(uri);
  }

  static open(
    uri: string,
    languageId: string,
    version: number,
    text: string,
    surroundings: Partial<Surroundings> = {},
  ): OpenDocument {
    const around = { ...nothingBeside, ...surroundings };
    return new OpenDocument(uri, languageId, version, parse(text), around, new RuleMemory());
  }

  changed(changes: readonly Change[], version: number): OpenDocument {
    const { uri, languageId, surroundings, memory } = this;
    return new OpenDocument(uri, languageId, version, this.json.edited(changes), surroundings, memory);
  }

  get schema(): Schema {
    return schemas[this.kind];
  }

  /** Whether the document is too large, so that features ignore it. */
  get isTooLarge(): boolean {
    return this.json.length > this.#limit;
  }

  get #limit(): number {
    return this.kind === 'targeting' ? MAX_TEXT_LENGTH : MAX_BESIDE_BYTES;
  }

  get others(): OtherToggles | undefined {
    return this.surroundings.otherToggles();
  }

  /** All problems, including those that the editor reports itself. Computed on first access. */
  get problems(): readonly Problem[] {
    return resultOf(this.search());
  }

  /** The remembered rules. The search for problems determines which rules are unchanged, so it runs first. */
  get rules(): KnownRules {
    resultOf(this.search());
    return this.memory.known(this.json);
  }

  /** Finds problems. The search returns the last result if nothing outside the document has changed since then. */
  *search(): Search {
    const { kind, json, surroundings } = this;
    if (this.isTooLarge) return [unreadableFile(tooLarge(this.#limit))];
    if (kind !== 'targeting') {
      const beside = surroundings.beside();
      return yield* this.#foundWith(Object.values(beside), searchBySchema(kind, json, beside));
    }
    const { services, otherToggles, policies, sdks } = surroundings;
    const known = { services: services(), otherToggles: otherToggles(), policies: policies(), sdks: sdks() };
    const dead = surroundings.dead(json);
    return yield* this.#foundWith([...Object.values(known), dead], searchTargeting(json, known, dead, this.memory));
  }

  *#foundWith(known: readonly unknown[], search: Search): Search {
    const before = this.#found;
    if (before?.known.every((each, index) => each === known[index]) === true) return before.problems;
    const problems = yield* search;
    this.#found = { known, problems };
    return problems;
  }
}

export function rangeOf({ json }: Pick<OpenDocument, 'json'>, span: Span): Range {
  return rangeIn(json, span);
}

export function workspaceEdit(document: Pick<OpenDocument, 'uri' | 'json'>, edits: readonly Edit[]): WorkspaceEdit {
  return { changes: { [document.uri]: textEdits(document.json, edits) } };
}
