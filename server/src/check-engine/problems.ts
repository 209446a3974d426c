/**
 * All problems of a document, in the order of the text:
 *
 *     spanning.ts        what is found in the containers that go on beyond a segment, and what is not read because of them
 *     segmentWalk.ts     what is found in each segment by itself; memory.ts keeps it as long as the segment is
 *     fileSummary.ts     what checks may know of the whole file: all of this put together
 *     (here)             what checks find that need it, and the place of each problem in the text
 */
import type { Range } from 'vscode-languageserver-types';
import { fileChecks, objectChecks } from '../checks/all.js';
import type { FileSummary } from '../checks/check.js';
import { noServices } from '../checks/check.js';
import { configProblemsOfSchema } from '../checks/configSchema.js';
import { contentTooLarge } from '../checks/contentSize.js';
import { lookAlikes } from '../checks/lookAlikes.js';
import type { LocalProblem, Problem } from '../checks/problem.js';
import { documentShape, propertyNamed as namedShape, shapeOf } from '../checks/shape.js';
import type { JsonDocument } from '../json/document.js';
import { parse } from '../json/document.js';
import type { Span } from '../json/nodes.js';
import { nodeAt, propertyNamed, spanAt, spanFrom } from '../json/queries.js';
import type { SegmentStart } from '../json/text.js';
import { textStart } from '../json/text.js';
import { targeting } from '../targeting/schema.js';
import { isSurelyClean } from './clean.js';
import type { Known, RuleInFile } from './fileSummary.js';
import { fileSummary, offsetsOf, rulesInFile } from './fileSummary.js';
import { Memory } from './memory.js';
import { isIn, located, onlyRead } from './segmentSummary.js';
import { problemsOfSpanning, spanningContainers } from './spanning.js';

const body = shapeOf(targeting, objectChecks);
const content = namedShape(body, 'content')?.shape;
const file = documentShape(body);

/** What is found of segments, to be kept from one version of a document to the next. */
export const memoryOfTargeting = (): Memory => new Memory(file);
export const memoryOfConfig = (): Memory => new Memory(undefined);

export function targetingProblems(
  document: JsonDocument,
  { services = noServices, otherToggles }: Partial<Known> = {},
  memory = memoryOfTargeting(),
): readonly Problem[] {
  return problemsIn(document, memory, { services, otherToggles });
}

/** Of a file that nobody has open. */
export function problemsOfText(text: string, known: Partial<Known> = {}): readonly Problem[] {
  return isSurelyClean(text, body, known) ? [] : targetingProblems(parse(text), known);
}

export function configProblems(document: JsonDocument, memory = memoryOfConfig()): readonly Problem[] {
  const ofText = problemsIn(document, memory, { services: noServices, otherToggles: undefined });
  return [...ofText, ...configProblemsOfSchema(document), ...lookAlikes(document)].sort(inOrder);
}

function problemsIn(document: JsonDocument, memory: Memory, known: Known): readonly Problem[] {
  const { segments } = document;
  const { starts } = document;
  const spanning = spanningContainers(segments, document.spanning, memory.document);
  const summaries = segments.map((segment, index) => {
    const summary = memory.of(segment);
    const offset = starts[index]?.offset ?? 0;
    return spanning.ignored.length === 0
      ? summary
      : onlyRead(segment, summary, (at) => !isIn(spanning.ignored, offset + at));
  });
  const rules = rulesInFile(segments, summaries, spanning.objects);
  const file = fileSummary(document, rules, summaries, spanning.objects, known);
  const placed = placeIn(document);
  const problems: Problem[] = [];
  for (const [index, segment] of segments.entries()) {
    const [summary, start] = [summaries[index], starts[index]];
    if (summary === undefined || start === undefined) continue;
    const inFile = memory.inFile(segment, summary, file);
    if (summary.problems.length + inFile.length === 0) continue;
    for (const problem of memory.placed(segment, summary, inFile, start, placed)) problems.push(problem);
  }
  const ofFile = memory.document === undefined ? [] : [...problemsOfFile(document, rules, file), ...tooLarge(document)];
  for (const found of [spanning.problems, problemsOfSpanning(spanning.objects, file), ofFile])
    for (const problem of found) problems.push(placed(problem, textStart));
  return problems.sort(inOrder);
}

/** Of one check: what it finds a thousand times, nobody reads more of. */
const most = 1_000;

/** With places in the whole text. */
function problemsOfFile(document: JsonDocument, rules: readonly RuleInFile[], file: FileSummary): LocalProblem[] {
  const findings = fileChecks.flatMap(({ find }) => find(file).slice(0, most));
  if (findings.length === 0) return [];
  const offsets = offsetsOf(document.segments);
  return findings.flatMap((finding): readonly LocalProblem[] => {
    const { of, index, path, atKey = false } = finding;
    const rule = of === 'rules' ? rules[index] : undefined;
    if (rule !== undefined && 'content' in rule) {
      const offset = offsets.get(rule.content) ?? 0;
      return located(rule.content, rule, [finding]).map((problem) => ({
        ...problem,
        start: problem.start + offset,
        end: problem.end + offset,
      }));
    }
    const node = rule?.node ?? nodeAt(document, ['content', of, index]);
    return node === undefined ? [] : [{ ...finding, ...spanFrom(node, path, atKey ? 'key' : 'value') }];
  });
}

function tooLarge(document: JsonDocument): readonly LocalProblem[] {
  const value = propertyNamed(document.root, 'content');
  if (value === undefined || content === undefined) return [];
  const found = contentTooLarge(document.segments, () => value.node?.value, content);
  return found === undefined ? [] : [{ ...found, start: value.key.start, end: value.key.end }];
}

/** @returns gives a problem its place as LSP says it; it counts from the start of a segment */
function placeIn(document: JsonDocument): (problem: LocalProblem, from: SegmentStart) => Problem {
  const { length } = document;
  const position = (offset: number, from: SegmentStart) => document.positionAt(Math.min(from.offset + offset, length));
  const range = ({ start, end }: Span, from: SegmentStart) => ({
    start: position(start, from),
    end: position(end, from),
  });
  let variations: Range | undefined;
  const related = ({ related: other, ofVariations }: LocalProblem, from: SegmentStart) => {
    if (other !== undefined) return { range: range(other, from), message: other.message };
    if (ofVariations === undefined) return undefined;
    variations ??= range(spanAt(document, ['content', 'variations'], 'key'), textStart);
    return { range: variations, message: ofVariations };
  };
  // No spread: there may be a hundred thousand.
  return (problem, from) => {
    const { code, syntax, message, inFeatureProbe, fixes } = problem;
    return {
      code,
      syntax,
      message,
      inFeatureProbe,
      fixes,
      range: range(problem, from),
      related: related(problem, from),
    };
  };
}

function inOrder({ range: a }: Problem, { range: b }: Problem): number {
  return (
    a.start.line - b.start.line ||
    a.start.character - b.start.character ||
    a.end.line - b.end.line ||
    a.end.character - b.end.character
  );
}
