/**
 * What is to be said of the document as a whole: its containers that go on beyond a segment, and what rules find that look
 * at the whole file. After an edit that changes nothing of that, it is the same as before.
 */
import type { JsonDocument } from '../document/document.js';
import type { Span } from '../document/nodes.js';
import { propertyNamed } from '../document/queries.js';
import { lengthAt, scalarAt } from '../document/values.js';
import type { BySegment } from './bySegment.js';
import { bySegment, moved, someLeave } from './bySegment.js';
import type { Changes, CheckedSegment } from './checkedSegment.js';
import { isIn } from './checkedSegment.js';
import type { FileSize } from './contentSize.js';
import { contentTooLarge, fileSize, mayBeTooLarge } from './contentSize.js';
import { contributionOf } from './contribution.js';
import { frameProblems } from './frameProblems.js';
import type { LooseEdit } from './looseEdit.js';
import type { FileFacts, KnownService, OtherToggles, RuleFact, WholeFinding } from './rule.js';
import { haveSameRules, ruleFacts } from './ruleFacts.js';
import { RuleNames } from './ruleNames.js';
import { factsOfRead } from './segmentFacts.js';
import type { ServeCounts } from './serveCounts.js';
import { serveCountsSince } from './serveCounts.js';
import type { LocalProblem } from './problem.js';
import type { Shape } from './shape.js';
import { propertyNamed as namedShape } from './shape.js';
import { placeFindings, wholeFindings } from './wholeProblems.js';

export interface Outline {
  readonly problems: BySegment;
  /** Some of them are the containers' own, or end beyond their segment: all but a loose edit may change their places. */
  readonly isFleeting: boolean;
  /** What JSON readers do not read; in order. */
  readonly ignored: readonly Span[];
  readonly file: FileFacts;
  /** Their names may be outdated since: `names` knows, and was at this version when they were not. */
  readonly rules: readonly RuleFact[];
  readonly rulesVersion: number;
  /** By what is whole in a segment. */
  readonly served: ServeCounts;
  /** What rules of the whole file find; undefined when some rule goes on beyond a segment, as what is found may be about it. */
  readonly findings: readonly WholeFinding[] | undefined;
  readonly names: RuleNames;
  /** A list that is longer than a segment has items that matter. */
  readonly readsItems: boolean;
  readonly size: FileSize;
}

const nobody: ServeCounts = new Map();

/** What is there now. */
export interface Now {
  /** Undefined where only the JSON itself is looked at. */
  readonly shape: Shape | undefined;
  readonly checked: readonly CheckedSegment[];
  readonly others: OtherToggles | undefined;
  readonly services: readonly KnownService[];
}

/** An earlier version, and the segments that took the place of others since then. */
export interface Since {
  readonly outline: Outline;
  readonly gone: Changes;
  readonly come: Changes;
  /** When all that has changed is a string that no rule reads. */
  readonly edit: LooseEdit | undefined;
}

export function outlineOf(document: JsonDocument, { shape, checked, others, services }: Now, since?: Since): Outline {
  const { segments } = document;
  const before = since?.outline;
  const file = fileFacts(document, services);
  const ofFrames = frameProblems(segments, document.frames, shape, file);
  const read = readOf(checked, ofFrames.ignored);
  // Segments say how they differ, but not when something in them is not read.
  const differing = ofFrames.ignored.length === 0 && before?.ignored.length === 0 ? since : undefined;
  const isSame = ofFrames.rules.length === 0 && differing && sameRules(differing);
  const rules = isSame ? differing.outline.rules : ruleFacts(read, ofFrames.rules, before?.rules);
  const isCounted = rules === before?.rules && before.names.version === before.rulesVersion;
  const names = isCounted ? before.names : new RuleNames(rules);
  const size = fileSize(segments, since && { ...since, size: since.outline.size });
  const served = differing
    ? serveCountsSince(differing.outline.served, differing)
    : serveCountsSince(nobody, { gone: [], come: read });
  const findings = shape === undefined ? [] : wholeFindings(document, { rules, file, served, ofFrames, others });
  const problems = ofFrames.problems.concat(placeFindings(document, findings, read, ofFrames.rules));
  if (mayBeTooLarge(size)) problems.push(...tooLarge(document, size, shape));
  const bySegments = bySegment(segments, problems);
  return {
    problems: bySegments,
    isFleeting: ofFrames.problems.length > 0 || someLeave(bySegments),
    ignored: ofFrames.ignored,
    file,
    rules,
    rulesVersion: names.version,
    served,
    findings: ofFrames.rules.length > 0 ? undefined : findings,
    names,
    readsItems: ofFrames.readsItems,
    size,
  };
}

function tooLarge(document: JsonDocument, size: FileSize, shape: Shape | undefined): LocalProblem[] {
  const ofContent = shape?.items && namedShape(shape.items, 'content')?.shape;
  const content = propertyNamed(document.root, 'content');
  if (ofContent === undefined || content === undefined) return [];
  const found = contentTooLarge(size, () => content.node?.value, ofContent);
  return found === undefined ? [] : [{ ...found, start: content.key.start, end: content.key.end }];
}

/** Whether all rules are whole in a segment, as they were before, and the same. */
function sameRules({ outline, gone, come }: Since): boolean {
  const { rulesVersion, names, findings } = outline;
  return findings !== undefined && names.version === rulesVersion && haveSameRules(gone, come);
}

/** The segments without what JSON readers do not read. */
function readOf(checked: readonly CheckedSegment[], ignored: readonly Span[]): readonly CheckedSegment[] {
  if (ignored.length === 0) return checked;
  let offset = 0;
  return checked.map((segment) => {
    const start = offset;
    offset += segment.segment.length;
    return { ...segment, facts: factsOfRead(segment.segment, segment.facts, (at) => !isIn(ignored, start + at)) };
  });
}

function fileFacts({ segments, frames }: JsonDocument, services: readonly KnownService[]): FileFacts {
  const disabled = scalarAt(segments, frames, 'disabled');
  return {
    variations: lengthAt(segments, frames, ['content', 'variations']),
    disabled: typeof disabled === 'boolean' ? disabled : undefined,
    services,
  };
}

/**
 * The outline of a document in which some segments took the place of others, when it says the same as before.
 * @param checked all segments that there are now
 */
export function sameOutline(
  document: JsonDocument,
  { outline: before, gone, come, edit }: Since,
  checked: () => readonly CheckedSegment[],
): Outline | undefined {
  const { problems, isFleeting, ignored, readsItems, names, findings } = before;
  const size = fileSize(document.segments, { size: before.size, gone, come });
  if (ignored.length > 0 || mayBeTooLarge(before.size) || mayBeTooLarge(size)) return undefined;
  if (edit !== undefined) {
    const { name } = edit;
    if (name !== undefined && !names.replace([name.was], [name.is])) return undefined;
    return { ...before, size, problems: problems.size === 0 ? problems : moved(problems, document.segments, edit) };
  }
  // Places in the text are never the same.
  if (isFleeting || readsItems || contributionOf(gone) !== contributionOf(come)) return undefined;
  if (!names.replace(namesIn(gone), namesIn(come))) return undefined;
  const areUntouched = problems.size === 0 || !gone.some((each) => each && problems.has(each.segment));
  if (areUntouched) return { ...before, size };
  if (findings === undefined) return undefined;
  const placed = placeFindings(document, findings, checked(), []);
  return { ...before, size, problems: bySegment(document.segments, placed) };
}

function namesIn(changes: Changes): readonly (string | undefined)[] {
  const names: (string | undefined)[] = [];
  for (const each of changes) if (each !== undefined) for (const { fact } of each.facts.rules) names.push(fact.name);
  return names;
}
