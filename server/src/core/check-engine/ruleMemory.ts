/** Caches the findings of each rule by the rule's text, because an edit may change only one of thousands of rules. */
import { objectChecks } from '../checks/all.js';
import type { FileSummary } from '../checks/check.js';
import type { SpanProblem } from '../checks/problem.js';
import type { Shape } from '../checks/shape.js';
import type { JsonDocument } from '../json/document.js';
import { plainJson } from '../json/plain.js';
import { draftOf } from '../json/plainData.js';
import { endAt, startAt } from '../json/read/records.js';
import type { RuleSummary } from './fileSummary.js';
import { summaryOfRule } from './fileSummary.js';
import type { FoundObject, Start } from './walk.js';
import { findingsInFile, moved, Walk } from './walk.js';

export interface FoundRule {
  readonly plain: unknown;
  readonly summary: RuleSummary;
  /** Problems that depend only on the rule. Their offsets are relative to the start of the rule. */
  readonly problems: readonly SpanProblem[];
  /** Returns the problems that depend on the file's summary. Offsets are relative to the start of the rule. */
  readonly inFile: (json: JsonDocument, record: number, file: FileSummary) => readonly SpanProblem[];
}

export interface RuleInText {
  readonly record: number;
  readonly start: number;
  readonly found: FoundRule;
}

/** @returns the cached rule at a record; undefined if the rule is not cached, for example if it is invalid JSON */
export type KnownRules = (record: number) => FoundRule | undefined;

export class RuleMemory {
  /** The rules of the last version of the document, by their text. */
  #before: ReadonlyMap<string, CheckedRule> = new Map();
  #last: { readonly json: JsonDocument; readonly rules: ReadonlyMap<number, FoundRule> } | undefined;

  /** Checks the rules of a version of the document, one by one. */
  *find(json: JsonDocument, starts: readonly Start[]): Generator<RuleInText> {
    const now = new Map<string, CheckedRule>();
    const rules = new Map<number, FoundRule>();
    for (const start of starts) {
      const text = textOf(json, start);
      const known = now.get(text) ?? this.#before.get(text);
      const rule = known !== undefined && known.shape === start.shape ? known : new CheckedRule(json, start, text);
      // A rule that is not valid JSON is not cached, because it may be parsed differently in another document.
      if (rule.isJson) {
        now.set(text, rule);
        rules.set(start.record, rule);
      }
      yield { record: start.record, start: startAt(json.records, start.record), found: rule };
    }
    this.#before = now;
    this.#last = { json, rules };
  }

  known(json: JsonDocument): KnownRules {
    return (record) => (this.#last?.json === json ? this.#last.rules.get(record) : undefined);
  }
}

class CheckedRule implements FoundRule {
  readonly shape: Shape | undefined;
  readonly isJson: boolean;
  readonly plain: unknown;
  readonly summary: RuleSummary;
  readonly problems: readonly SpanProblem[];
  readonly #objects: readonly FoundObject[];
  /** The last problems that depend on the file's summary, and the values of the summary fields that were read. */
  #inFile: { readonly read: readonly unknown[]; readonly problems: readonly SpanProblem[] } | undefined;

  constructor(json: JsonDocument, start: Start, text: string) {
    this.shape = start.shape;
    const plain = plainJson(text);
    this.isJson = plain !== undefined;
    this.plain = this.isJson ? plain : draftOf(json, start.record);
    const { objects, problems } = new Walk(json, start).checked(this.plain);
    this.#objects = objects;
    this.summary = summaryOfRule(objects);
    this.problems = moved(problems, -startAt(json.records, start.record));
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
  // An unclosed rule has no end, so its text is empty, which is not valid JSON.
  return text.slice(startAt(records, record), Math.max(0, endAt(records, record)));
}

/** The summary fields that object checks read. */
const readByObjects = [...new Set(objectChecks.flatMap(({ reads }) => reads))];
