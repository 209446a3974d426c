/**
 * Finds all problems of a document. This file calls, in order:
 *
 *     walk.ts          checks each rule (with ruleMemory.ts), and everything outside the rules
 *     fileSummary.ts   summarizes the whole file
 *     walk.ts          runs the checks that depend on the summary
 *     placing.ts       converts the place of each problem to an LSP range
 */
import { t } from '../t.js';
import { resultOf } from '../json/steps.js';
import { fileChecks, objectChecks } from '../checks/all.js';
import type { FileFinding, FileSummary } from '../checks/check.js';
import { noServices } from '../checks/check.js';
import { conflictMarkers } from '../checks/text/conflictMarkers.js';
import { configRules } from '../checks/beside/configRules.js';
import { contentSize } from '../checks/text/contentSize.js';
import type { DeadTargeting } from '../checks/deadTargeting.js';
import { deadTargeting } from '../checks/deadTargeting.js';
import { duplicateUsers } from '../checks/beside/duplicateUser.js';
import type { SchemaKind } from '../checks/beside/fileSchema.js';
import { schemaFindings } from '../checks/beside/fileSchema.js';
import type { RelatedFiles } from '../checks/beside/filesBeside.js';
import { noRelatedFiles } from '../checks/beside/filesBeside.js';
import { lookAlikes } from '../checks/beside/lookAlikes.js';
import type { Problem } from '../checks/problem.js';
import type { Shape } from '../checks/shape.js';
import { shapeOf } from '../checks/shape.js';
import { syntaxProblem } from '../checks/text/syntax.js';
import { unknownAttributes } from '../checks/beside/unknownAttribute.js';
import { unreadableFile } from '../checks/text/unreadable.js';
import { testFindings } from '../checks/beside/unknownName.js';
import type { JsonDocument } from '../json/document.js';
import { nodeOf } from '../json/nodes.js';
import { draftOf } from '../json/plainData.js';
import { targeting } from '../targeting/schema.js';
import type { FileContext } from './fileSummary.js';
import { fileSummary } from './fileSummary.js';
import { placed } from './placing.js';
import type { RuleInText } from './ruleMemory.js';
import { RuleMemory } from './ruleMemory.js';
import { findingsInFile, isAlwaysReported, located, MAX_PROBLEMS, moved, outsideOf, Walk } from './walk.js';

/** The shape of a targeting file if no policies are known. It omits the checks that read policies. */
const body = shapeOf(
  targeting,
  objectChecks.filter(({ reads }) => !reads.includes('policies')),
);
const bodyWithPolicies = shapeOf(targeting, objectChecks);

const emptyContext: FileContext = { services: noServices, otherToggles: undefined, policies: undefined };

/** A search for problems that can be paused: it yields after each rule, and returns all problems. */
export type Search = Generator<undefined, readonly Problem[]>;

/** @param dead the dead targeting that the analysis has found in this version of the document */
export function searchTargeting(
  document: JsonDocument,
  known: Partial<FileContext> = {},
  dead: readonly DeadTargeting[] = [],
  memory?: RuleMemory,
): Search {
  const shape = known.policies === undefined ? body : bodyWithPolicies;
  const findingsOf = (summary: FileSummary) => {
    const found = fileChecks.flatMap(({ find }) => find(summary));
    return [...found, ...contentSize(document, body), ...deadTargeting(document, dead, summary, found)];
  };
  return search(document, shape, { ...emptyContext, ...known }, findingsOf, memory);
}

export function targetingProblems(...about: Parameters<typeof searchTargeting>): readonly Problem[] {
  return resultOf(searchTargeting(...about));
}

/** Searches a config, users file or test file. These kinds have no shape, so the schema validates the whole file. */
export function searchBySchema(kind: SchemaKind, document: JsonDocument, beside = noRelatedFiles): Search {
  return search(document, undefined, emptyContext, () => [
    ...schemaFindings(document, kind),
    ...findingsBesideSchema[kind](document, beside),
  ]);
}

export function schemaProblems(...about: Parameters<typeof searchBySchema>): readonly Problem[] {
  return resultOf(searchBySchema(...about));
}

type Find = (document: JsonDocument, beside: RelatedFiles) => readonly FileFinding[];

const findingsBesideSchema: Readonly<Record<SchemaKind, Find>> = {
  config: (document, beside) => [...lookAlikes(document), ...configRules(document, beside)],
  users: (document, beside) => [...duplicateUsers(document), ...unknownAttributes(document, beside)],
  tests: testFindings,
};

function* search(
  json: JsonDocument,
  shape: Shape | undefined,
  known: FileContext,
  findingsOf: (file: FileSummary) => readonly FileFinding[],
  memory = new RuleMemory(),
): Search {
  // If the text contains merge conflicts, only the conflicts are reported, because other problems may result from them.
  const conflicts = conflictMarkers(json).slice(0, MAX_PROBLEMS);
  if (conflicts.length > 0) return conflicts.map((problem) => placed(json, problem));
  const outside = new Walk(json, { record: 0, shape });
  const isReadAt = outsideOf(outside.ignored);
  const all: RuleInText[] = [];
  let count = json.syntaxProblems.length + outside.problems.length;
  for (const rule of memory.find(json, outside.rules)) {
    if (isReadAt(rule)) count += rule.found.problems.length;
    if (count > MAX_PROBLEMS) return tooMany();
    all.push(rule);
    yield;
  }
  const plain = new Map(all.map(({ record, found }) => [record, found.plain]));
  const { objects, problems: problemsOutside } = outside.checked(draftOf(json, 0, plain));
  const rules = all.filter(isReadAt);
  const summaries = rules.map(({ found }) => found.summary);
  const file = fileSummary(json, objects, summaries, known);
  const lists = [
    json.syntaxProblems.map(syntaxProblem),
    problemsOutside,
    findingsInFile(json, 0, objects, file),
    ...all.flatMap(({ record, start, found }) => {
      if (!isReadAt({ start })) return [moved(found.problems.filter(isAlwaysReported), start)];
      return [found.problems, found.inFile(json, record, file)].map((problems) => moved(problems, start));
    }),
    findingsOf(file).flatMap((finding) => {
      const record = rules[finding.rule ?? -1]?.record;
      const node = record === undefined ? json.root : nodeOf(json, record);
      return node === undefined ? [] : located(node, [finding]);
    }),
  ];
  const problems = lists.flat();
  if (problems.length > MAX_PROBLEMS) return tooMany();
  return problems.map((problem) => placed(json, problem)).sort(byRange);
}

/** A single problem instead of the first problems, which are not known until all problems are found. */
function tooMany(): readonly Problem[] {
  return [unreadableFile({ unreadable: t('more than {0} problems', MAX_PROBLEMS) })];
}

function byRange({ range: a }: Problem, { range: b }: Problem): number {
  return (
    a.start.line - b.start.line ||
    a.start.character - b.start.character ||
    a.end.line - b.end.line ||
    a.end.character - b.end.character
  );
}
