/**
 * All problems of a document, in the order of the text. What was found of a segment is kept as long as the segment is, so
 * an edit costs what it touches:
 *
 *     revision.ts         which segments took the place of others, and what is found of each by itself
 *       looseEdit.ts      when all that changed is a string that no rule reads: what was found, moved
 *       checkedSegment.ts otherwise: another look at the segment
 *     outline.ts          the file as a whole, unless what the segments say of it is the same
 *     sayAll.ts           what was said of all other segments, said again
 */
import type { Position } from 'vscode-languageserver-types';
import type { JsonDocument } from '../document/document.js';
import { parse } from '../document/document.js';
import { targeting } from '../schema/schema.js';
import type { CheckedSegment } from './checkedSegment.js';
import { isSurelyClean } from './clean.js';
import { configProblemsOfSchema } from './configSchema.js';
import { lookAlikes } from './lookAlikes.js';
import type { Outline } from './outline.js';
import { outlineOf, sameOutline } from './outline.js';
import type { PlacedSegment } from './placed.js';
import type { Problem } from './problem.js';
import type { Earlier } from './revision.js';
import { revisionOf } from './revision.js';
import type { KnownService, OtherToggles } from './rule.js';
import { noServices } from './rule.js';
import { fileRules, objectRules } from './rules.js';
import { Said } from './said.js';
import { sayAll } from './sayAll.js';
import type { Shape } from './shape.js';
import { documentShape, shapeOf } from './shape.js';

const body = shapeOf(targeting, { ofObjects: objectRules, ofFile: fileRules });
const file = documentShape(body);

/** What was found of a document. The next version of it starts from there. */
export interface Found extends Earlier {
  readonly problems: readonly Problem[];
  /** Of its segments. */
  readonly said: Said;
  readonly outline: Outline | undefined;
  /** Of the outline's names of rules, which the next version takes over. */
  readonly namesVersion: number;
  readonly others: OtherToggles | undefined;
  readonly services: readonly KnownService[];
}

const nothing: Found = {
  problems: [],
  said: new Said(),
  segments: [],
  placed: [],
  beyond: [],
  outline: undefined,
  namesVersion: 0,
  others: undefined,
  services: noServices,
};

/**
 * @param before what was found of an earlier version of the document
 * @param others the other toggles of its environment, the same object as long as nothing of them changes
 * @param services what is known of the services that it goes to, the same list as long as nothing of it changes
 */
export function targetingProblems(
  document: JsonDocument,
  before?: Found,
  others?: OtherToggles,
  services?: readonly KnownService[],
): Found {
  return found(document, file, before, others, services);
}

/** Of a file that nobody has open. */
export function problemsOfText(text: string, others?: OtherToggles): readonly Problem[] {
  return isSurelyClean(text, body, others) ? [] : targetingProblems(parse(text), undefined, others).problems;
}

export function configProblems(document: JsonDocument, before?: Found): Found {
  const ofText = found(document, undefined, before);
  return {
    ...ofText,
    problems: [...ofText.problems, ...configProblemsOfSchema(document), ...lookAlikes(document)].sort(inOrder),
  };
}

function found(
  document: JsonDocument,
  shape: Shape | undefined,
  before: Found = nothing,
  others?: OtherToggles,
  services = noServices,
): Found {
  const { segments } = document;
  const revision = revisionOf(before, segments, shape);
  const { first, last, shift, returns } = revision;
  const untouched = (from: number, to?: number) => before.placed.slice(from, to).map(checkedOf);
  const checked = () => untouched(0, first).concat(revision.found, untouched(last + shift));
  const earlier = before.outline?.names.version === before.namesVersion ? before.outline : undefined;
  const knowsTheSame = before.others === others && before.services === services;
  const since = earlier && knowsTheSame && !returns ? { ...revision, outline: earlier } : undefined;
  const same = since && sameOutline(document, since, checked);
  const outline = same ?? outlineOf(document, { shape, checked: checked(), others, services }, since);
  const { said, placed } = sayAll(document, { before, revision, outline, isSame: same !== undefined });
  const beyond = before.beyond.length > 0 ? before.beyond : before.placed.slice(first, last + shift);
  return {
    problems: said.problems,
    said,
    segments,
    placed,
    beyond: document.gaveUp ? beyond : [],
    outline,
    namesVersion: outline.names.version,
    others,
    services,
  };
}

function checkedOf({ checked }: PlacedSegment): CheckedSegment {
  return checked;
}

function inOrder(a: Problem, b: Problem): number {
  const [one, other] = [a.range, b.range];
  return comparePositions(one.start, other.start) || comparePositions(one.end, other.end);
}

function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}
