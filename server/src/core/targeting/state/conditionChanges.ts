/** Describes changes of a rule's conditions, which may be any JSON. Unclear changes get only a general sentence. */
import { t } from '../../t.js';
import { listOfFirst } from '../joined.js';
import { jsonText } from './serves.js';
import { asObject } from './state.js';

/** Describes how unequal conditions differ. @param rule the subject of each sentence @returns at least one sentence */
export function conditionChanges(rule: string, was: unknown, now: unknown): readonly string[] {
  const unknown = [t('{0} has other conditions.', rule)];
  const [before, after] = [conditionsIn(was), conditionsIn(now)];
  if (before === undefined || after === undefined) return unknown;
  const [gone, added] = [without(before, after), without(after, before)];
  if (gone.length + added.length > MAX_CONDITIONS) return unknown;
  const [earlier, later] = [gone[0], added[0]];
  if (gone.length === 1 && added.length === 1 && earlier && later) {
    const sentences = valueChanges(rule, earlier, later);
    if (sentences?.length === 0) return unknown;
    return sentences ?? [t('{0} now requires that {1}, no longer that {2}.', rule, textOf(later), textOf(earlier))];
  }
  const sentences = [
    ...gone.map((condition) => t('{0} no longer requires that {1}.', rule, textOf(condition))),
    ...added.map((condition) => t('{0} now also requires that {1}.', rule, textOf(condition))),
  ];
  return sentences.length === 0 ? unknown : sentences;
}

/** Maximum number of changed conditions to describe; more sentences would bury other changes. */
const MAX_CONDITIONS = 4;
interface Condition {
  readonly type: string;
  readonly subject: string;
  readonly predicate: string;
  readonly objects: readonly string[];
}

/** @returns undefined if a condition has an unexpected form, such as two bounds */
function conditionsIn(value: unknown): readonly Condition[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const conditions = value.map(conditionOf);
  return conditions.every((condition) => condition !== undefined) ? conditions : undefined;
}

function conditionOf(item: unknown): Condition | undefined {
  const { type, subject = '', predicate, objects, ...others } = asObject(item) ?? {};
  if (Object.keys(others).length > 0 || !Array.isArray(objects)) return undefined;
  if (typeof type !== 'string' || typeof subject !== 'string' || typeof predicate !== 'string') return undefined;
  const values: readonly unknown[] = objects;
  return values.every((value) => typeof value === 'string') ? { type, subject, predicate, objects: values } : undefined;
}

/** Conditions that the other list lacks or contains fewer times. */
function without(conditions: readonly Condition[], others: readonly Condition[]): readonly Condition[] {
  const left = others.map((other) => JSON.stringify(other));
  return conditions.filter((condition) => {
    const index = left.indexOf(JSON.stringify(condition));
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

/** @returns undefined unless both conditions list values of the same attribute; empty if only the order differs */
function valueChanges(rule: string, was: Condition, now: Condition): readonly string[] | undefined {
  const { type, subject, predicate } = now;
  const isAlike = was.type === type && was.subject === subject && was.predicate === predicate;
  if (!isAlike || !(matching.has(predicate) || excluding.has(predicate))) return undefined;
  const [before, after] = [new Set(was.objects), new Set(now.objects)];
  const lost = [...before].filter((value) => !after.has(value));
  const gained = [...after].filter((value) => !before.has(value));
  const [out, into] = matching.has(predicate) ? [lost, gained] : [gained, lost];
  const what = type === 'segment' ? t('segment') : written(subject);
  return [
    ...(out.length === 0 ? [] : [t('{0} no longer matches {1} {2}.', rule, what, valuesOf(out))]),
    ...(into.length === 0 ? [] : [t('{0} now also matches {1} {2}.', rule, what, valuesOf(into))]),
  ];
}

/** Predicates that match users who have one of the values. */
const matching = new Set(['is one of', '=', 'is in']);
/** Predicates that match users without any of the values. `!=` is excluded: its conditions are shown in full. */
const excluding = new Set(['is not any of', 'is not in']);

/** A condition in words, such as `country is one of FR, DE`. */
function textOf(condition: Condition): string {
  const { type, subject, predicate, objects } = condition;
  const who = type === 'segment' ? t('the user') : written(subject);
  return `${who} ${isPredicate.test(predicate) ? predicate : written(predicate)} ${valuesOf(objects)}`.trim();
}

function valuesOf(values: readonly string[]): string {
  return listOfFirst(values.map(written), 3);
}

/** Quotes the text unless it is clearly a single word. */
function written(text: string): string {
  return /^[\w.@+-]{1,40}$/.test(text) ? text : jsonText(text);
}

const isPredicate = /^(?:[<>=!]{1,2}|[a-z]+(?: [a-z]+){1,4})$/;
