/**
 * All problems of a document. This file asks, one after the other:
 *
 *     spanning.ts        what is found in the containers that go on beyond a chunk, and what is not read because of them
 *     chunkWalk.ts     what is found in each chunk by itself; foundInChunk.ts keeps it for as long as the chunk is
 *     fileSummary.ts     what checks may know of the whole file: all of this put together
 *     (here)             what checks find that read it
 *     placing.ts         the place of each problem in the text
 */
import { t } from '@vscode/l10n';
import { fileChecks, objectChecks } from '../checks/all.js';
import type { FileFinding, FileSummary, PlainObject } from '../checks/check.js';
import { noServices } from '../checks/check.js';
import { conflictMarkers } from '../checks/conflictMarkers.js';
import { configRules } from '../checks/configRules.js';
import { contentSize } from '../checks/contentSize.js';
import type { DeadTargeting } from '../checks/deadTargeting.js';
import { deadTargeting } from '../checks/deadTargeting.js';
import { duplicateUsers } from '../checks/duplicateUser.js';
import type { SchemaKind } from '../checks/fileSchema.js';
import { schemaFindings } from '../checks/fileSchema.js';
import type { FilesBeside } from '../checks/filesBeside.js';
import { nothingKnown } from '../checks/filesBeside.js';
import { lookAlikes } from '../checks/lookAlikes.js';
import type { SpanProblem, Problem } from '../checks/problem.js';
import type { Shape } from '../checks/shape.js';
import { documentShape, shapeOf } from '../checks/shape.js';
import { unknownAttributes } from '../checks/unknownAttribute.js';
import { unreadableFile } from '../checks/unreadable.js';
import { testFindings } from '../checks/unknownName.js';
import type { JsonDocument } from '../json/document.js';
import { parse } from '../json/document.js';
import { textStart } from '../json/text.js';
import { nodeOf } from '../json/nodes.js';
import { targeting } from '../targeting/schema.js';
import { fittingValue, isClean } from './clean.js';
import type { KnownBeside, RuleInFile } from './fileSummary.js';
import { rulesInFile, summaryOfDocument } from './fileSummary.js';
import { Placing } from './placing.js';
import type { FoundInChunk } from './foundInChunk.js';
import { foundIn } from './foundInChunk.js';
import { located, MAX_PROBLEMS } from './chunkSummary.js';
import { findInSpanning, problemsOfSpanning } from './spanning.js';

/** Where the organisation asks for nothing, no object is kept for the checks of its policies. */
const body = shapeOf(
  targeting,
  objectChecks.filter(({ reads }) => !reads.includes('policies')),
);
const bodyWithPolicies = shapeOf(targeting, objectChecks);
const targetingShape = documentShape(body);
const targetingShapeWithPolicies = documentShape(bodyWithPolicies);

const nothingBeside: KnownBeside = { services: noServices, otherToggles: undefined, policies: undefined };

/** A search that can pause: it yields after each part of the text, and returns all problems. */
export type Search = Generator<undefined, readonly Problem[]>;

/** @returns what a search finds without a pause */
export function foundBy(search: Search): readonly Problem[] {
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
  }
}

/** @param dead what the analysis proved of this text */
export function searchTargeting(
  document: JsonDocument,
  known: Partial<KnownBeside> = {},
  dead: readonly DeadTargeting[] = [],
): Search {
  const shape = known.policies === undefined ? targetingShape : targetingShapeWithPolicies;
  return search(document, shape, { ...nothingBeside, ...known }, (summary) => {
    const found = fileChecks.flatMap(({ find }) => find(summary));
    return [...found, ...contentSize(document, body), ...deadTargeting(document, dead, summary, found)];
  });
}

export function targetingProblems(...about: Parameters<typeof searchTargeting>): readonly Problem[] {
  return foundBy(searchTargeting(...about));
}

/** A targeting file that nobody has open. It is read with places only where these are wanted. */
export class UnopenedFile {
  readonly #fitting: PlainObject | undefined;
  #document: JsonDocument | undefined;

  constructor(readonly text: string) {
    this.#fitting = fittingValue(text, body);
  }

  get document(): JsonDocument {
    return (this.#document ??= parse(this.text));
  }

  /** Plain data. */
  get value(): unknown {
    return this.#fitting ?? this.document.root?.value;
  }

  /** @param dead what the analysis proved of it */
  problems(known: Partial<KnownBeside> = {}, dead: readonly DeadTargeting[] = []): readonly Problem[] {
    const shape = known.policies === undefined ? body : bodyWithPolicies;
    const fitting = dead.length === 0 ? this.#fitting : undefined;
    if (fitting !== undefined && isClean(fitting, shape, { ...nothingBeside, ...known })) return [];
    return targetingProblems(this.document, known, dead);
  }
}

/** Of a targeting file that nobody has open. */
export function problemsOfText(
  text: string,
  known: Partial<KnownBeside> = {},
  dead: readonly DeadTargeting[] = [],
): readonly Problem[] {
  return new UnopenedFile(text).problems(known, dead);
}

/** Of a file that our shapes do not know: its schema is checked as a whole. */
export function searchBySchema(kind: SchemaKind, document: JsonDocument, beside = nothingKnown): Search {
  return search(document, undefined, nothingBeside, () => [
    ...schemaFindings(document, kind),
    ...findingsBesideSchema[kind](document, beside),
  ]);
}

export function schemaProblems(...about: Parameters<typeof searchBySchema>): readonly Problem[] {
  return foundBy(searchBySchema(...about));
}

type Find = (document: JsonDocument, beside: FilesBeside) => readonly FileFinding[];

const findingsBesideSchema: Readonly<Record<SchemaKind, Find>> = {
  config: (document) => [...lookAlikes(document), ...configRules(document)],
  users: (document, beside) => [...duplicateUsers(document), ...unknownAttributes(document, beside)],
  tests: testFindings,
};

function* search(
  document: JsonDocument,
  shape: Shape | undefined,
  known: KnownBeside,
  findingsInFile: (file: FileSummary) => readonly FileFinding[],
): Search {
  const { chunks } = document;
  const placing = new Placing(document);
  // What else is found in both sides together says nothing of either.
  const conflicts = conflictMarkers(document).slice(0, MAX_PROBLEMS);
  if (conflicts.length > 0) return conflicts.map((problem) => placing.place(problem, textStart));
  const spanning = findInSpanning(chunks, document.spanning, shape);
  const found: FoundInChunk[] = [];
  let count = spanning.problems.length;
  for (const [index, chunk] of chunks.entries()) {
    const inChunk = foundIn(chunk, shape).without(spanning.ignored, index, placing);
    count += inChunk.summary.problems.length;
    if (count > MAX_PROBLEMS) return tooMany();
    found.push(inChunk);
    yield;
  }
  const summaries = found.map(({ summary }) => summary);
  const lists = rulesInFile(summaries, spanning.objects);
  const file = summaryOfDocument(document, lists, summaries, spanning.objects, known);
  const problems: Problem[] = [];
  for (const [index, each] of found.entries()) {
    for (const problem of each.problems(file, index, placing)) problems.push(problem);
    yield;
  }
  const findings = findingsInFile(file);
  const rules = findings.length === 0 ? [] : lists.flatMap((list) => list.rules);
  const ofFile = findings.flatMap((finding) => inText(document, rules[finding.rule ?? -1], finding));
  for (const each of [spanning.problems, problemsOfSpanning(chunks, spanning.objects, file), ofFile])
    for (const problem of each) problems.push(placing.place(problem, textStart));
  return problems.length > MAX_PROBLEMS ? tooMany() : problems.sort(byRange);
}

/** Which problems come first is known only once all are found. */
function tooMany(): readonly Problem[] {
  return [unreadableFile({ unreadable: t('more than {0} problems', MAX_PROBLEMS) })];
}

/** @param rule that the finding's path begins at; without it, it begins at the body */
function inText(document: JsonDocument, rule: RuleInFile | undefined, finding: FileFinding): readonly SpanProblem[] {
  const { chunks, starts } = document;
  if (rule === undefined) {
    const { root } = document;
    return root === undefined ? [] : located([finding], () => root);
  }
  if ('container' in rule) return located([finding], () => nodeOf(chunks, rule.container.at));
  const { content, record, path } = rule;
  const chunk = chunks.findIndex((each) => each.content === content);
  const child = { chunk, record, offset: starts[chunk]?.offset ?? 0, spanning: undefined };
  return located([finding], () => nodeOf(chunks, child), path);
}

function byRange({ range: a }: Problem, { range: b }: Problem): number {
  return (
    a.start.line - b.start.line ||
    a.start.character - b.start.character ||
    a.end.line - b.end.line ||
    a.end.character - b.end.character
  );
}
