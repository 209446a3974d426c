/**
 * What is found in the containers that go on beyond a chunk: their types, the names of their properties, and what checks say
 * of them. They are few, and looked at anew after every edit.
 */
import type { FileSummary, PlainObject } from '../checks/check.js';
import type { SpanProblem } from '../checks/problem.js';
import { nameProblems } from '../checks/propertyNames.js';
import type { Shape } from '../checks/shape.js';
import { propertyNamed } from '../checks/shape.js';
import { hasType, typeFinding } from '../checks/valueType.js';
import type { Property } from '../json/children.js';
import { propertiesOf, chunkOf } from '../json/children.js';
import type { Span } from '../json/nodes.js';
import { draftOf, shallowOf } from '../json/plainData.js';
import { Kind } from '../json/records.js';
import type { Chunk } from '../json/chunk.js';
import type { SpanningContainer } from '../json/spanningContainers.js';
import { nodeOf } from '../json/nodes.js';
import { findingsBy } from './objects.js';
import { located, outermost } from './chunkSummary.js';
import { keyAt } from './chunkWalk.js';

/** All with their places in the whole text. */
export interface Spanning {
  readonly problems: readonly SpanProblem[];
  /** What JSON readers do not read, because the same name stands again further down: in order, and none in another. */
  readonly ignored: readonly Span[];
  /** The objects that checks look at, in order. */
  readonly objects: readonly SpanningObject[];
}

export interface SpanningObject {
  readonly container: SpanningContainer;
  /** As plain data; where no item of its lists matters, without them. */
  readonly object: PlainObject;
  readonly shape: Shape;
}

/** @param documentShape undefined where the values of the document are not looked at */
export function findInSpanning(
  chunks: readonly Chunk[],
  document: SpanningContainer,
  documentShape: Shape | undefined,
): Spanning {
  const problems: SpanProblem[] = [];
  const ignored: Span[] = [];
  const objects: SpanningObject[] = [];
  const open: (readonly [SpanningContainer, Shape | undefined])[] = [[document, documentShape]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [container, shape] = next;
    const { kind, start, end, inner } = container;
    if (shape !== undefined && !hasType(shape.type, kind, '', 0, 0))
      problems.push({ ...typeFinding(shape, kind, ''), start, end });
    if (kind !== Kind.object) {
      for (const each of inner) open.push([each, shape?.items]);
      continue;
    }
    const properties = propertiesOf(chunks, container.at);
    if (shape !== undefined && shape.checks.local.length + shape.checks.readingFile.length > 0)
      objects.push({ container, object: objectToCheck(chunks, container, properties, shape), shape });
    const keys = properties.map(({ key }) => keyAt(chunkOf(chunks, key), key.record, key.offset));
    const names = nameProblems(keys, shape);
    // No spread: there may be a hundred thousand.
    for (const problem of names.problems) problems.push(problem);
    for (const span of names.ignored) ignored.push(span);
    const keyOf = new Map(properties.map(({ value }, index) => [value?.spanning, keys[index]]));
    const ignoredStarts = new Set(names.ignored.map((span) => span.start));
    for (const each of inner) {
      const key = keyOf.get(each);
      const isIgnored = key !== undefined && ignoredStarts.has(key.start);
      open.push([each, shape && key && !isIgnored ? propertyNamed(shape, key.name)?.shape : undefined]);
    }
  }
  objects.sort((a, b) => a.container.start - b.container.start);
  return { problems, ignored: outermost(ignored), objects };
}

/** What checks say of spanning objects; of what is in them and whole in a chunk, they say it there. */
export function problemsOfSpanning(
  chunks: readonly Chunk[],
  objects: readonly SpanningObject[],
  file: FileSummary,
): readonly SpanProblem[] {
  return objects.flatMap(({ container, object, shape }) => {
    const { local, readingFile } = shape.checks;
    const findings = findingsBy(local, object, shape).concat(findingsBy(readingFile, object, shape, file));
    return located(findings, () => nodeOf(chunks, container.at));
  });
}

function objectToCheck(
  chunks: readonly Chunk[],
  container: SpanningContainer,
  properties: readonly Property[],
  shape: Shape,
): PlainObject {
  const shallow = shallowOf(chunks, properties);
  const holds = (piece: string) => isIn(chunks, container, piece);
  const { local, readingFile } = shape.checks;
  const readsItems =
    local.some((check) => check.readsItems?.(shallow, holds) === true) ||
    readingFile.some((check) => (check.concerns?.(shallow) ?? true) && (check.readsItems?.(shallow, holds) ?? true));
  return readsItems ? wholeOf(chunks, container) : shallow;
}

/** Whether a piece of text that no comma divides may stand in a container. Where quotes are missing, it may be meant and not stand there. */
function isIn(chunks: readonly Chunk[], { at, start, end, closedAt }: SpanningContainer, piece: string): boolean {
  let next = at.offset;
  return chunks.slice(at.chunk, closedAt && closedAt.chunk + 1).some(({ text, syntaxProblems }) => {
    if (syntaxProblems.length > 0) return true;
    const offset = next;
    next += text.length;
    const found = text.indexOf(piece, start - offset);
    return found !== -1 && offset + found < end;
  });
}

/** As plain data. Of JSON without a mistake, nothing makes it faster than JSON.parse, and lists may be long. */
function wholeOf(chunks: readonly Chunk[], { at, start, end, closedAt }: SpanningContainer): PlainObject {
  const own = chunks.slice(at.chunk, closedAt && closedAt.chunk + 1);
  if (closedAt === undefined || own.some(({ syntaxProblems }) => syntaxProblems.length > 0))
    return draftOf(chunks, at) as PlainObject;
  const text = own.map((chunk) => chunk.text).join('');
  return JSON.parse(text.slice(start - at.offset, end - at.offset)) as PlainObject;
}
