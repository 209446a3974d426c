/** What a feature is given: one version of a document that is open in the editor, and what was found of it. */
import type { Range, WorkspaceEdit } from 'vscode-languageserver-types';
import type { FileKind } from '../targeting/fileNames.js';
import { kindOf } from '../targeting/fileNames.js';
import type { JsonDocument } from '../json/document.js';
import { MAX_TEXT_LENGTH, parse } from '../json/document.js';
import type { Edit } from '../json/edits.js';
import { textEdits } from '../json/edits.js';
import type { Span } from '../json/nodes.js';
import type { Change } from '../json/text.js';
import type { Problem } from '../checks/problem.js';
import type { KnownService } from '../checks/check.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import { noServices } from '../checks/check.js';
import type { DeadTargeting } from '../checks/deadTargeting.js';
import type { FilesBeside } from '../checks/filesBeside.js';
import { nothingKnown } from '../checks/filesBeside.js';
import { rangeIn } from '../json/queries.js';
import { schemaProblems, targetingProblems } from '../check-engine/problems.js';
import { MAX_BESIDE_BYTES, tooLarge, unreadableFile } from '../checks/unreadable.js';
import type { PoliciesOfFile } from '../targeting/policy.js';
import type { Schema } from '../targeting/schema.js';
import { schemas } from '../targeting/schema.js';

/** Asks what is known now beside a document: the same object, or list, as long as nothing of it changes. */
export interface Surroundings {
  readonly otherToggles: () => OtherToggles | undefined;
  readonly services: () => readonly KnownService[];
  readonly policies: () => PoliciesOfFile | undefined;
  /** Of users and tests; its parts stay the same as long as nothing of them changes. */
  readonly beside: () => FilesBeside;
  /** What the analysis proved of a version of the document; none before it is done. */
  readonly dead: (json: JsonDocument) => readonly DeadTargeting[];
}

const nothingBeside: Surroundings = {
  otherToggles: () => undefined,
  services: () => noServices,
  policies: () => undefined,
  beside: () => nothingKnown,
  dead: () => noneDead,
};

const noneDead: readonly DeadTargeting[] = [];

/** What was found of a version, and what was known beside it then. */
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
    return new OpenDocument(uri, languageId, version, parse(text), around);
  }

  changed(changes: readonly Change[], version: number): OpenDocument {
    const { uri, languageId, surroundings } = this;
    return new OpenDocument(uri, languageId, version, this.json.edited(changes), surroundings);
  }

  get schema(): Schema {
    return schemas[this.kind];
  }

  /** Then nothing of it is looked at. */
  get isTooLarge(): boolean {
    return this.json.length > this.#limit;
  }

  get #limit(): number {
    return this.kind === 'targeting' ? MAX_TEXT_LENGTH : MAX_BESIDE_BYTES;
  }

  /** What is known now of the other toggles of its environment. */
  get others(): OtherToggles | undefined {
    return this.surroundings.otherToggles();
  }

  /** All of them, those included that the editor reports itself. Looked for when they are asked for. */
  get problems(): readonly Problem[] {
    const { kind, json, surroundings } = this;
    if (this.isTooLarge) return [unreadableFile(tooLarge(this.#limit))];
    if (kind !== 'targeting') {
      const beside = surroundings.beside();
      return this.#foundWith(Object.values(beside), () => schemaProblems(kind, json, beside));
    }
    const { services, otherToggles, policies } = surroundings;
    const known = { services: services(), otherToggles: otherToggles(), policies: policies() };
    const dead = surroundings.dead(json);
    return this.#foundWith([...Object.values(known), dead], () => targetingProblems(json, known, dead));
  }

  /** What was found last, as long as the same is known beside the document. */
  #foundWith(known: readonly unknown[], look: () => readonly Problem[]): readonly Problem[] {
    const before = this.#found?.known;
    if (before?.every((each, index) => each === known[index]) !== true) this.#found = { known, problems: look() };
    return this.#found?.problems ?? [];
  }
}

export function rangeOf({ json }: Pick<OpenDocument, 'json'>, span: Span): Range {
  return rangeIn(json, span);
}

export function workspaceEdit(document: Pick<OpenDocument, 'uri' | 'json'>, edits: readonly Edit[]): WorkspaceEdit {
  return { changes: { [document.uri]: textEdits(document.json, edits) } };
}
