/**
 * What rules see of a segment: the values that are whole in it, as plain data. What they find in an object alone is said at
 * once; for those that must know more of the file, facts are kept.
 */
import { draftIn } from '../document/draft.js';
import type { Path } from '../document/nodes.js';
import { endAt, startAt } from '../document/records.js';
import type { Segment } from '../document/segment.js';
import { spanIn } from '../document/spanIn.js';
import { lookInto, ruleFact, servedIndices, serveText } from './lookInto.js';
import type { LocalProblem } from './problem.js';
import type { Plain, RuleFact, RuleFinding } from './rule.js';
import type { Shape } from './shape.js';

export interface SegmentFacts {
  readonly watched: readonly Watched[];
  readonly rules: readonly LocatedRule[];
  readonly listed: readonly Listed[];
  /** The indices of the variations that are served, as often as they are. */
  readonly served: readonly number[];
  /** What rules of the file read of all that is watched: where it is the same, they find the same. */
  readonly watchedText: string;
  readonly looseTexts: readonly LooseText[];
}

/** A string that rules do not read, or read only whether it stands twice: the name of a rule. */
export interface LooseText {
  readonly record: number;
  readonly isName: boolean;
}

/** Where a plain value comes from: the record that was read, and the path from there. */
interface Source {
  readonly record: number;
  readonly path: Path;
}

/** An object that rules look at which must know more of the file. */
export interface Watched extends Source {
  readonly object: Plain;
  readonly shape: Shape;
}

/** Of a rule, what is compared with the others. */
export interface LocatedRule extends Source {
  readonly fact: RuleFact;
}

/**
 * A variation or a prerequisite; of them only whether they changed is of interest here. A description in it, which nothing
 * reads, may be outdated.
 */
interface Listed {
  readonly record: number;
  readonly source: string;
}

/** Collects them, value by value. */
export class FactsOfSegment {
  private watched: Watched[] = [];
  private rules: LocatedRule[] = [];
  private listed: Listed[] = [];
  private looseTexts: LooseText[] = [];

  constructor(
    private readonly segment: Segment,
    private readonly report: (problem: LocalProblem) => void,
  ) {}

  /** @param record of a value that is whole in the segment */
  lookInto(record: number, shape: Shape): void {
    const { segment } = this;
    const start = startAt(segment.records, record);
    // Without a mistake in it, nothing reads JSON faster.
    const source = segment.text.slice(start, endAt(segment.records, record));
    const value: unknown = segment.syntaxProblems.length === 0 ? JSON.parse(source) : draftIn(segment, record);
    lookInto(value, shape, (object, its, path) => {
      for (const rule of its.rules.ofObjects) {
        for (const finding of rule.check(object)) this.report(located(segment, record, path, finding));
      }
      if (isWatched(object, its)) this.watched.push({ record, path: path.slice(), object, shape: its });
      if (its.definition === 'rule') this.rules.push({ record, path: path.slice(), fact: ruleFact(object) });
      if (its.definition === 'variation' || its.definition === 'prerequisite')
        this.listed.push({ record, source: path.length === 0 ? source : scalarsIn(object) });
    });
  }

  looseText(record: number, { key }: Shape): void {
    this.looseTexts.push({ record, isName: key === 'name' });
  }

  /** What JSON readers do not read. @param isReadAt given an offset in the segment */
  forget(isReadAt: (offset: number) => boolean): void {
    const isRead = ({ record }: { readonly record: number }) => isReadAt(startAt(this.segment.records, record));
    this.watched = this.watched.filter(isRead);
    this.rules = this.rules.filter(isRead);
    this.listed = this.listed.filter(isRead);
    this.looseTexts = this.looseTexts.filter(isRead);
  }

  collected(): SegmentFacts {
    const { watched, rules, listed, looseTexts } = this;
    if (watched.length + rules.length + listed.length + looseTexts.length === 0) return noFacts;
    let watchedText = '';
    for (const { object, shape } of watched) watchedText += `${shape.key ?? ''} ${textOf(object, shape)};`;
    return { watched, rules, listed, served: servedBy(watched), watchedText, looseTexts };
  }
}

/** Of what JSON readers read alone. @param isReadAt given an offset in the segment */
export function factsOfRead(
  { records }: Segment,
  facts: SegmentFacts,
  isReadAt: (offset: number) => boolean,
): SegmentFacts {
  const isRead = ({ record }: Source) => isReadAt(startAt(records, record));
  const watched = facts.watched.filter(isRead);
  const rules = facts.rules.filter(isRead);
  return { ...facts, watched, rules, served: servedBy(watched) };
}

/** Whether some rule that must know more of the file may find something in an object. */
export function isWatched(object: Plain, { rules }: Shape): boolean {
  return rules.ofFile.some(({ concerns }) => concerns?.(object) ?? true);
}

function servedBy(watched: readonly Watched[]): readonly number[] {
  return watched.flatMap(({ object, shape }) => (shape.definition === 'serve' ? servedIndices(object) : []));
}

/** All that rules of the file read of a serve or a condition. */
function textOf(object: Plain, { definition }: Shape): string {
  return definition === 'serve' ? serveText(object) : textsIn(object['objects']);
}

const noFacts: SegmentFacts = { watched: [], rules: [], listed: [], served: [], watchedText: '', looseTexts: [] };

/** A finding of a rule in the segment. @param path from the record's value to the object that the rule looked at */
export function located(segment: Segment, record: number, path: Path, finding: RuleFinding): LocalProblem {
  const { path: inObject, atKey = false, ...rest } = finding;
  const { start, end } = spanIn(segment, record, [...path, ...inObject], atKey ? 'key' : 'value');
  return { ...rest, start, end };
}

function textsIn(list: unknown): string {
  return Array.isArray(list) ? JSON.stringify(list.map((item: unknown) => (typeof item === 'string' ? item : 0))) : '';
}

/** Whatever else is in it may be deeper than any stack. */
function scalarsIn(object: Plain): string {
  return JSON.stringify(Object.entries(object).filter(([, value]) => typeof value !== 'object'));
}
