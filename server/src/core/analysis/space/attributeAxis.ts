/** Builds the axis of an attribute. Each sample text and the absent attribute get a cell that can answer conditions. */
import type { Condition } from '../../evaluation/toggles.js';
import type { Asker } from '../ask.js';
import { askerOf } from '../ask.js';
import type { Cell, OrderedType } from './axis.js';
import { Axis, unrealCell } from './axis.js';
import { combinedCells } from './combinedCells.js';
import { instantValues, numberValues, versionValues, word } from './orderedTypes.js';
import { sdkCells } from './sdkCells.js';
import { hasPatterns, isRegex, matchingTexts, stringValues } from './textValues.js';
import type { Value, Values } from './axisValues.js';

/** Maximum number of questions to the evaluator about patterns. If there are more, the answers count as unknown. */
const MAX_ANSWERS = 200_000;
/** Number of automaton steps that count as one question to the evaluator. */
const STEPS_IN_AN_ANSWER = 16;

const orderedTypes: readonly OrderedType[] = ['number', 'datetime', 'semver'];

export function attributeAxis(name: string, conditions: readonly Condition[]): Axis {
  const byType = new Map<string, Values>();
  for (const type of new Set(conditions.map((each) => each.type)))
    byType.set(
      type,
      valuesOf(
        type,
        conditions.filter((each) => each.type === type),
      ),
    );
  const patterned = conditions.filter(hasPatterns);
  const ask = askerOf(name, isTooMuch(byType.get('string')?.texts.length ?? 0, patterned));
  const periods = periodsOf(byType.get('datetime'));
  const absent = periods.map((period) => cellOf(ask, undefined, period));
  const kind = { of: 'attribute', name } as const;
  const [values, ...others] = byType.values();
  const unlisted = byType.get('string')?.unlisted;
  const asked = (unlisted?.steps ?? 0) / STEPS_IN_AN_ANSWER;
  if (values?.isComplete === true && others.length === 0) {
    const byRules = [...absent, ...values.texts.map((value) => cellOf(ask, value))];
    const hidden = unlisted?.kinds.filter(({ isShown }) => !isShown) ?? [];
    const unreal = hidden.map(({ truthOf }) => unrealCell(truthOf));
    const cells = [...byRules, ...unreal, ...sdkCells(name, conditions, byType, values.texts)];
    const firsts = [
      ...[0, absent.length, absent.length + 1, absent.length + 2, absent.length + (values.listed ?? 0)],
      ...placesFrom(byRules.length, cells.length),
    ];
    const changes = (condition: Condition) =>
      hasPatterns(condition)
        ? undefined
        : changesOf(condition, firsts, cells.length, (object) =>
            placesOf(condition, values.placeOf(object), absent.length),
          );
    const order = orderedTypes.find((type) => byType.has(type));
    return new Axis(kind, cells, absent.length, changes, asked, order);
  }
  const matching = unlisted === undefined ? matchingTexts(patterned) : [];
  const texts = uniqueTexts([...[...byType.values()].flatMap((each) => each.texts), ...matching]);
  // Datetime conditions also treat an empty text as the present time.
  const empty = byType.has('datetime')
    ? periods.map((period) => cellOf(ask, { text: '', isNamed: false }, period))
    : [];
  const real = texts.filter(({ text }) => text !== '' || empty.length === 0);
  const before = absent.length + empty.length;
  const byRules = [
    ...absent,
    ...empty,
    ...real.map((value) => cellOf(ask, value)),
    ...combinedCells(byType, patterned, ask),
  ];
  const cells = [...byRules, ...sdkCells(name, conditions, byType, texts)];
  const places = new Map(real.map(({ text }, index) => [text, before + index]));
  const firsts = [0, absent.length, before, before + real.length, ...placesFrom(byRules.length, cells.length)];
  const changes = (condition: Condition) =>
    condition.type !== 'string' || hasPatterns(condition)
      ? undefined
      : changesOf(condition, firsts, cells.length, (object) => [places.get(object) ?? 0]);
  return new Axis(kind, cells, absent.length, changes, asked);
}

function placesFrom(start: number, end: number): readonly number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

/** Whether evaluating all patterns costs too much. Regular expressions cost the most; equal conditions count once. */
function isTooMuch(texts: number, patterned: readonly Condition[]): boolean {
  const costs = new Map(
    patterned.map((each) => [`${each.predicate} ${JSON.stringify(each.objects)}`, isRegex(each) ? 20 : 1]),
  );
  return texts * [...costs.values()].reduce((sum, cost) => sum + cost, 0) > MAX_ANSWERS;
}

/** Keeps one value for each text, preferably a value that the file names. */
function uniqueTexts(values: readonly Value[]): readonly Value[] {
  const named = values.filter(({ isNamed }) => isNamed);
  const others = values.filter(({ isNamed }) => !isNamed);
  return [...new Map([...others, ...named].map((value) => [value.text, value])).values()];
}

interface Period {
  /** A time in the period, in Unix seconds. */
  readonly now: number;
  readonly during?: readonly [start: number, end: number];
}

/** Periods between datetime objects. An absent datetime means the present time, so answers depend on the period. */
function periodsOf(instants: Values | undefined): readonly Period[] {
  const starts = instants?.texts.slice(1).map(({ text }) => Number(text)) ?? [];
  if (starts.length === 0) return [{ now: 0 }];
  return starts.map((now, index) => ({
    now,
    during: [index === 0 ? -Infinity : now, starts[index + 1] ?? Infinity],
  }));
}

function valuesOf(type: string, conditions: readonly Condition[]): Values {
  switch (type) {
    case 'string':
      return stringValues(conditions);
    case 'number':
      return numberValues(objectsOf(conditions));
    case 'datetime':
      return instantValues(objectsOf(conditions));
    case 'semver':
      return versionValues(objectsOf(conditions));
    default:
      return { texts: [{ text: word, isNamed: false }], placeOf: () => undefined, isComplete: true, isDistinct: true };
  }
}

function objectsOf(conditions: readonly Condition[]): ReadonlySet<string> {
  return new Set(conditions.flatMap(({ objects }) => objects));
}

function cellOf(ask: Asker, value: Value | undefined, { now, during }: Period = { now: 0 }): Cell {
  return {
    truthOf: ask(value?.text, now),
    holds: value?.text,
    isReal: true,
    isNamed: value?.isNamed ?? false,
    ...(during !== undefined && { during }),
  };
}

/** Cells of an object. A datetime object also starts a period. Periods skip the first text, which is not an instant. */
function placesOf({ type }: Condition, place: number | undefined, absent: number): readonly number[] {
  if (place === undefined) return [];
  return type === 'datetime' ? [place - 1, absent + place] : [absent + place];
}

/** Cells at which an answer may change: at the value of an object, directly after the value, and at the given cells. */
function changesOf(
  { objects }: Condition,
  firsts: readonly number[],
  end: number,
  placesFor: (object: string) => readonly number[],
): readonly number[] {
  const changes = [...firsts];
  for (const object of objects) for (const place of placesFor(object)) changes.push(place, place + 1);
  return changes.filter((place) => place < end).sort((a, b) => a - b);
}
