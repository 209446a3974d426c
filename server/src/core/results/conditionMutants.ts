/** Changes of conditions: one is missing, asks for the opposite or for its neighbour, lacks an object, or has another bound. */
import { t } from '@vscode/l10n';
import type { JsonDocument } from '../json/document.js';
import type { Edit } from '../json/edits.js';
import { removalOf } from '../json/edits.js';
import type { ArrayNode, JsonNode, ObjectNode } from '../json/nodes.js';
import { child, listNamed, nodeAt, textNamed } from '../json/queries.js';
import { acceptedSpelling, instantOf } from '../targeting/instant.js';
import { loosest } from '../targeting/loosest.js';
import type { Rule } from '../targeting/model.js';
import { isKnownBound, isKnownPredicate } from '../targeting/predicates.js';
import { conditionInWords } from '../features/hover/condition.js';
import { withoutMarkdown } from '../features/hover/plainWords.js';
import { quoted } from './attributeWords.js';
import type { Mutant } from './mutant.js';

/** @param called how people call the rule */
export function* conditionMutants(
  document: JsonDocument,
  { node: rule, index }: Rule,
  called: string,
): Generator<Mutant> {
  const list = listNamed(rule, 'conditions');
  for (const [place, node] of list?.items.entries() ?? []) {
    if (list !== undefined)
      yield {
        edits: removalOf(document, list, place),
        span: node,
        words: () => t('{0} does not ask whether {1}.', called, inWords(node)),
      };
    if (node.kind !== 'object') continue;
    const words = (changed: JsonDocument) => {
      const now = inWords(nodeAt(changed, ['content', 'rules', index, 'conditions', place]));
      return t('{0} asks whether {1}, not whether {2}.', called, now, inWords(node));
    };
    for (const side of sidesOf(node)) {
      for (const edit of [...otherPredicates(side), ...movedBounds(side)]) yield { edits: [edit], span: edit, words };
      for (const [at, object] of spareObjects(side))
        yield {
          edits: removalOf(document, side.objects, at),
          span: side.objects.items[at] ?? side.objects,
          words: () => t('{0} does not ask for {1}.', called, quoted(object)),
        };
    }
  }
}

function inWords(condition: JsonNode | undefined): string {
  return withoutMarkdown(conditionInWords(condition));
}

/** A predicate with what it compares with; a `between` has two. */
interface Side {
  readonly type: string;
  readonly predicate: string;
  readonly node: JsonNode;
  readonly objects: ArrayNode;
  readonly texts: readonly (string | undefined)[];
}

function sidesOf(condition: ObjectNode): readonly Side[] {
  const type = textNamed(condition, 'type') ?? '';
  const isBetween = textNamed(condition, 'predicate') === 'between';
  const side = (predicateKey: string, objectsKey: string): readonly Side[] => {
    const [node, objects] = [child(condition, predicateKey), listNamed(condition, objectsKey)];
    const predicate = textNamed(condition, predicateKey) ?? '';
    const isKnown = isBetween ? isKnownBound(type, predicate) : isKnownPredicate(type, predicate);
    if (node === undefined || objects === undefined || !isKnown) return [];
    const texts = objects.items.map(({ value }) => (typeof value === 'string' ? value : undefined));
    return [{ type, predicate, node, objects, texts }];
  };
  return isBetween
    ? [...side('leftPredicate', 'objects'), ...side('rightPredicate', 'rightObjects')]
    : side('predicate', 'objects');
}

/** The opposite of a predicate, and that which differs from it at the bound alone. */
const confused: Readonly<Record<string, readonly string[]>> = {
  'is one of': ['is not any of'],
  'is not any of': ['is one of'],
  'starts with': ['does not start with'],
  'does not start with': ['starts with'],
  'ends with': ['does not end with'],
  'does not end with': ['ends with'],
  contains: ['does not contain'],
  'does not contain': ['contains'],
  'matches regex': ['does not match regex'],
  'does not match regex': ['matches regex'],
  '=': ['!='],
  '!=': ['='],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  after: ['before'],
  before: ['after'],
  'is in': ['is not in'],
  'is not in': ['is in'],
};

function otherPredicates({ predicate, node: { start, end } }: Side): readonly Edit[] {
  return (confused[predicate] ?? []).map((other) => ({ start, end, newText: JSON.stringify(other) }));
}

/** On the side of the bound that no other predicate of `confused` tells apart. */
const moves: Readonly<Record<string, readonly number[]>> = {
  '>': [1],
  '>=': [-1],
  '<': [-1],
  '<=': [1],
  after: [-1, 1],
  before: [-1, 1],
};

/** Of several bounds one decides. */
function movedBounds({ type, predicate, objects, texts }: Side): readonly Edit[] {
  const bound = loosest(type, predicate, texts);
  const item = bound === undefined ? undefined : objects.items[texts.indexOf(bound)];
  if (bound === undefined || item === undefined) return [];
  return (moves[predicate] ?? []).flatMap((by) => {
    const moved = movedBy(type, bound, by);
    return moved === undefined ? [] : [{ start: item.start, end: item.end, newText: JSON.stringify(moved) }];
  });
}

/** @param by one up or down: an integer, a second, a patch */
function movedBy(type: string, bound: string, by: number): string | undefined {
  if (type === 'number') return /^[+-]?\d{1,15}$/.test(bound) ? String(Number(bound) + by) : undefined;
  if (type === 'datetime') {
    const instant = instantOf(bound);
    return instant === undefined ? undefined : acceptedSpelling(instant + by * 1_000);
  }
  const numbers = bound.split('.').map(Number);
  const last = by > 0 ? numbers.length - 1 : numbers.findLastIndex((number) => number > 0);
  return last === -1 ? undefined : numbers.with(last, (numbers[last] ?? 0) + by).join('.');
}

/** Those that may go: others are left, and none of them does the same. */
function* spareObjects({ type, predicate, texts }: Side): Generator<readonly [number, string]> {
  if (texts.length < 2) return;
  const counts = new Map<string | undefined, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const bound = Object.hasOwn(moves, predicate) ? loosest(type, predicate, texts) : undefined;
  for (const [index, text] of texts.entries())
    if (text !== undefined && counts.get(text) === 1 && (bound === undefined || text === bound)) yield [index, text];
}
