/** Describes a condition, following service.md ("How SDKs evaluate"). Unknown types and predicates are only quoted. */
import { t } from '../../t.js';
import type { JsonNode } from '../../json/nodes.js';
import { listNamed } from '../../json/queries.js';
import { loosest } from '../../targeting/values/loosest.js';
import type { Condition } from '../../targeting/model.js';
import { conditionOf, objectsOf } from '../../targeting/model.js';
import { isKnownBound, isKnownPredicate } from '../../targeting/values/predicates.js';
import { alternatives, beginningOf, enumeration, inlineCode, ELLIPSIS } from './markdown.js';
import { boundOf, phraseOf } from './phrases.js';

/** @param node an item of `conditions`; incomplete or invalid parts become an ellipsis */
export function conditionInWords(node: JsonNode | undefined): string {
  if (node?.kind !== 'object') return ELLIPSIS;
  const condition = conditionOf(node);
  const { type, predicate } = condition;
  if (type === undefined || predicate === undefined || !isKnownPredicate(type, predicate)) return quoted(condition);
  if (predicate === 'between') return between(condition, type);
  const objects = objectsOf(node, 'objects');
  const subject = subjectOf(condition);
  const shown = { either: either(objects), all: all(objects), areSeveral: objects.length > 1 };
  const phrase = phraseOf(predicate, subject, shown) ?? bounded(subject, type, predicate, objects);
  // A missing list is not mentioned, because its objects are unknown.
  return listNamed(node, 'objects')?.length === 0 ? t('{0} (there is nothing to compare with)', phrase) : phrase;
}

function bounded(subject: string, type: string, predicate: string, objects: Objects): string {
  const bound = boundInWords(predicate, either(objects));
  const one = objects.length > 1 ? loosest(type, predicate, objects) : undefined;
  if (one === undefined) return t('{0} is {1}', subject, bound);
  return t('{0} is {1} – that is, {2}', subject, bound, boundInWords(predicate, inlineCode(one)));
}

/** Describes `between`: both bounds must hold. Only the loosest of several objects is named, for a clear sentence. */
function between(condition: Condition, type: string): string {
  const { node, leftPredicate, rightPredicate } = condition;
  const side = (predicate: string | undefined, objects: Objects) => {
    if (predicate === undefined || !isKnownBound(type, predicate)) return undefined;
    const one = loosest(type, predicate, objects);
    return boundInWords(predicate, one === undefined ? either(objects) : inlineCode(one));
  };
  const left = side(leftPredicate, objectsOf(node, 'objects'));
  const right = side(rightPredicate, objectsOf(node, 'rightObjects'));
  return left === undefined || right === undefined
    ? quoted(condition)
    : t('{0} is {1} and {2}', subjectOf(condition), left, right);
}

function boundInWords(predicate: string, objects: string): string {
  return boundOf(predicate, objects) ?? ELLIPSIS;
}

/** Quotes the parts of a condition as they are written in the file. */
function quoted({ node, subject, predicate, leftPredicate, rightPredicate }: Condition): string {
  const words = [codeOf(predicate), all(objectsOf(node, 'objects'))];
  if (predicate === 'between') {
    words.splice(1, 0, codeOf(leftPredicate));
    words.push(codeOf(rightPredicate), all(objectsOf(node, 'rightObjects')));
  }
  return [...(subject === undefined || subject === '' ? [] : [inlineCode(subject)]), ...words].join(' ');
}

function subjectOf({ subject }: Condition): string {
  return codeOf(subject === '' ? undefined : subject);
}

function codeOf(text: string | undefined): string {
  return text === undefined ? ELLIPSIS : inlineCode(text);
}

type Objects = ReturnType<typeof objectsOf>;

function either(objects: Objects): string {
  const shown = beginningOf(objects);
  return alternatives(shown.map(codeOf), objects.length - shown.length);
}

function all(objects: Objects): string {
  const shown = beginningOf(objects);
  return enumeration(shown.map(codeOf), objects.length - shown.length);
}
