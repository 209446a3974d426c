/** What is found in rules, remembered by their text: an edit changes one of thousands. What is read of the rest of the file may differ. */
import { objectChecks } from '../checks/all.js';
import type { FileSummary } from '../checks/check.js';
import type { SpanProblem } from '../checks/problem.js';
import type { Shape } from '../checks/shape.js';
import type { JsonDocument } from '../json/document.js';
import { plainJson } from '../json/plain.js';
import { draftOf } from '../json/plainData.js';
import { endAt, startAt } from '../json/records.js';
import type { RuleSummary } from './fileSummary.js';
import { summaryOfRule } from './fileSummary.js';
import type { FoundObject, Start } from './walk.js';
import { findingsInFile, moved, Walk } from './walk.js';

export interface FoundRule {
  readonly plain: unknown;
  readonly summary: RuleSummary;
  /** Offsets count from where the rule starts. */
  readonly problems: readonly SpanProblem[];
  /** The same of what checks find that read the file's summary. */
  readonly inFile: (json: JsonDocument, record: number, file: FileSummary) => readonly SpanProblem[];
}

/** What was found in the rule of a record, if its text alone says it. */
export type KnownRules = (record: number) => FoundRule | undefined;

export class RuleMemory {
  /** By their texts. */
  #before: ReadonlyMap<string, FoundIn> = new Map();
  #last: { readonly json: JsonDocument; readonly rules: ReadonlyMap<number, FoundRule> } | undefined;

  /** What is found in each of the rules of a version, one after the other. */
  *find(json: JsonDocument, starts: readonly Start[]): Generator<FoundRule> {
    const now = new Map<string, FoundIn>();
    const rules = new Map<number, FoundRule>();
    for (const start of starts) {
      const text = textOf(json, start);
      const known = now.get(text) ?? this.#before.get(text);
      const rule = known !== undefined && known.shape === start.shape ? known : new FoundIn(json, start, text);
      // What else it says depends on the text around it.
      if (rule.isJson) {
        now.set(text, rule);
        rules.set(start.record, rule);
      }
      yield rule;
    }
    this.#before = now;
    this.#last = { json, rules };
  }

  known(json: JsonDocument): KnownRules {
    return (record) => (this.#last?.json === json ? this.#last.rules.get(record) : undefined);
  }
}

class FoundIn implements FoundRule {
  readonly shape: Shape | undefined;
  readonly isJson: boolean;
  readonly plain: unknown;
  readonly summary: RuleSummary;
  readonly problems: readonly SpanProblem[];
  readonly #objects: readonly FoundObject[];
  /** What was read of the file's summary last, and what was found then. */
  #inFile: { readonly read: readonly unknown[]; readonly problems: readonly SpanProblem[] } | undefined;

  constructor(json: JsonDocument, start: Start, text: string) {
    this.shape = start.shape;
    const plain = plainJson(text);
    this.isJson = plain !== undefined;
    this.plain = this.isJson ? plain : draftOf(json, start.record);
    const walk = new Walk(json, start);
    this.#objects = walk.objects(this.plain);
    this.summary = summaryOfRule(this.#objects);
    this.problems = moved(walk.problems, -startAt(json.records, start.record));
  }

  inFile(json: JsonDocument, record: number, file: FileSummary): readonly SpanProblem[] {
    const read = readByObjects.map((key) => file[key]);
    if (this.#inFile?.read.every((each, index) => each === read[index]) === true) return this.#inFile.problems;
    const found = findingsInFile(json, record, this.#objects, file);
    this.#inFile = { read, problems: moved(found, -startAt(json.records, record)) };
    return this.#inFile.problems;
  }
}

function textOf({ text, records }: JsonDocument, { record }: Start): string {
  // Without an end, it is no JSON anyway.
  return text.slice(startAt(records, record), Math.max(0, endAt(records, record)));
}

/** What those checks declare to read. */
const readByObjects = [...new Set(objectChecks.flatMap(({ reads }) => reads))];
