/**
 * All problems of a document. This file asks, one after the other:
 *
 *     spanning.ts        what is found in the containers that go on beyond a segment, and what is not read because of them
 *     segmentWalk.ts     what is found in each segment by itself; segmentCache.ts keeps it for as long as the segment is
 *     fileSummary.ts     what checks may know of the whole file: all of this put together
 *     (here)             what checks find that read it
 *     placing.ts         the place of each problem in the text
 */
import { fileChecks, objectChecks } from '../checks/all.js';
import type { FileFinding, FileSummary } from '../checks/check.js';
import { noServices } from '../checks/check.js';
import { configFindings } from '../checks/configSchema.js';
import { contentSize } from '../checks/contentSize.js';
import { lookAlikes } from '../checks/lookAlikes.js';
import type { SpanProblem, Problem } from '../checks/problem.js';
import { documentShape, shapeOf } from '../checks/shape.js';
import type { JsonDocument } from '../json/document.js';
import { parse } from '../json/document.js';
import { spanAt, spanFrom } from '../json/queries.js';
import { textStart } from '../json/text.js';
import { nodeOf } from '../json/nodes.js';
import { targeting } from '../targeting/schema.js';
import { isSurelyClean } from './clean.js';
import type { KnownBeside, RuleInFile } from './fileSummary.js';
import { rulesInFile, summaryOfDocument } from './fileSummary.js';
import { Placing } from './placing.js';
import { SegmentCache } from './segmentCache.js';
import { located, withoutIgnored } from './segmentSummary.js';
import { findInSpanning, problemsOfSpanning } from './spanning.js';

const body = shapeOf(targeting, objectChecks);
const shape = documentShape(body);

/** What is found of segments, to be kept from one version of a document to the next. */
export const targetingCache = (): SegmentCache => new SegmentCache(shape);
export const configCache = (): SegmentCache => new SegmentCache(undefined);

const nothingBeside: KnownBeside = { services: noServices, otherToggles: undefined };

export function targetingProblems(
  document: JsonDocument,
  known: Partial<KnownBeside> = {},
  cache = targetingCache(),
): readonly Problem[] {
  return problemsIn(document, cache, { ...nothingBeside, ...known }, (summary) => [
    ...fileChecks.flatMap(({ find }) => find(summary).slice(0, most)),
    ...contentSize(document, body),
  ]);
}

/** Of one check: what it finds a thousand times, nobody reads more of. */
const most = 1_000;

/** Of a file that nobody has open. */
export function problemsOfText(text: string, known: Partial<KnownBeside> = {}): readonly Problem[] {
  return isSurelyClean(text, body, { ...nothingBeside, ...known }) ? [] : targetingProblems(parse(text), known);
}

export function configProblems(document: JsonDocument, cache = configCache()): readonly Problem[] {
  return problemsIn(document, cache, nothingBeside, () => [...configFindings(document), ...lookAlikes(document)]);
}

function problemsIn(
  document: JsonDocument,
  cache: SegmentCache,
  known: KnownBeside,
  findingsInFile: (file: FileSummary) => readonly FileFinding[],
): readonly Problem[] {
  const { segments, starts } = document;
  const spanning = findInSpanning(segments, document.spanning, cache.documentShape);
  const summaries = segments.map((segment, index) =>
    withoutIgnored(segment, cache.summaryOf(segment), spanning.ignored, starts[index]?.offset ?? 0),
  );
  const rules = rulesInFile(segments, summaries, spanning.objects);
  const file = summaryOfDocument(document, rules, summaries, spanning.objects, known);
  const placing = new Placing(document);
  const problems: Problem[] = [];
  for (const [index, segment] of segments.entries()) {
    const [summary, start] = [summaries[index], starts[index]];
    if (summary === undefined || start === undefined) continue;
    for (const problem of cache.problemsOf(segment, summary, file, start, placing)) problems.push(problem);
  }
  const ofFile = findingsInFile(file).map((finding) => inText(document, rules, finding));
  for (const found of [spanning.problems, problemsOfSpanning(segments, spanning.objects, file), ofFile])
    for (const problem of found) problems.push(placing.place(problem, textStart));
  return problems.sort(byRange);
}

/** With its place in the whole text. */
function inText(document: JsonDocument, rules: readonly RuleInFile[], finding: FileFinding): SpanProblem {
  const { segments, starts } = document;
  const { rule: index = -1, path, atKey = false, ...said } = finding;
  const rule = rules[index];
  if (rule !== undefined && 'content' in rule) {
    const [{ start, end } = { start: 0, end: 0 }] = located(rule.content, rule, [finding]);
    const offset = starts[segments.findIndex(({ content }) => content === rule.content)]?.offset ?? 0;
    return { ...said, start: start + offset, end: end + offset };
  }
  const at = atKey ? 'key' : 'value';
  const { start, end } =
    rule === undefined ? spanAt(document, path, at) : spanFrom(nodeOf(segments, rule.container.at), path, at);
  return { ...said, start, end };
}

function byRange({ range: a }: Problem, { range: b }: Problem): number {
  return (
    a.start.line - b.start.line ||
    a.start.character - b.start.character ||
    a.end.line - b.end.line ||
    a.end.character - b.end.character
  );
}
