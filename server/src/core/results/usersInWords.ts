/** Describes the users in a box: a phrase for each attribute that the box restricts, and one for the segments. */
import { t } from '../t.js';
import type { Axis, Cell, OrderedType } from '../analysis/space/axis.js';
import type { Box } from '../analysis/space/boxes.js';
import type { Cells } from '../analysis/space/cells.js';
import { hasCell } from '../analysis/space/cells.js';
import { namesOf } from '../checks/conditions/sdkWords.js';
import { alternatives, beginningOf, enumeration } from '../features/hover/markdown.js';
import { instantInUtc, quoted } from './attributeWords.js';

export function usersInWords(box: Box): string {
  const narrowed = [...box].filter(([axis, cells]) => !axis.isAll(cells));
  if (narrowed.length === 0) return t('every user');
  const parts = narrowed.map(([axis, cells]) => {
    const phrases = axis.kind.of === 'attribute' ? ofAttribute(axis.kind.name, axis, cells) : ofSegments(axis, cells);
    const words = eitherOf(phrases);
    return phrases.length > 1 && narrowed.length > 1 ? `(${words})` : words;
  });
  return parts.reduce((all, part) => t('{0} and {1}', all, part));
}

function eitherOf(phrases: readonly string[]): string {
  const shown = beginningOf(phrases);
  return alternatives(shown, phrases.length - shown.length);
}

function ofAttribute(attribute: string, axis: Axis, cells: Cells): readonly string[] {
  const name = /^[\w.$-]{1,40}$/.test(attribute) ? attribute : quoted(attribute);
  const all = axis.cells.map((cell, place) => ({ cell, isIn: hasCell(cells, place) }));
  const absent = all.slice(0, axis.free);
  const others = all.slice(axis.free).filter(({ cell }) => cell.sdks === undefined);
  // An empty datetime also means the current time.
  const empty = others.filter(({ cell }) => cell.during !== undefined);
  const texts = others.filter(({ cell }) => cell.during === undefined);
  const withoutText = axis.order === 'datetime' ? t('{0} is absent or empty', name) : t('{0} is absent', name);
  const sdks = all.flatMap(({ cell, isIn }) => (isIn && cell.sdks !== undefined ? [cell.sdks] : []));
  return [
    ...inTime(withoutText, absent),
    ...inTime(t('{0} equals {1}', name, '""'), empty),
    ...(axis.order === undefined ? ofTexts(name, texts, empty.length > 0) : ofOrdered(name, axis.order, texts)),
    ...Array.from(new Set(sdks), (each) => t('{0} is a value that {1} reads differently', name, namesOf(each))),
  ];
}

interface Place {
  readonly cell: Cell;
  readonly isIn: boolean;
}

/** Phrases for users without a datetime. Each cell is a period, and consecutive cells are merged into one period. */
function inTime(words: string, cells: readonly Place[]): readonly string[] {
  if (cells.every(({ isIn }) => isIn)) return cells.length === 0 ? [] : [words];
  return runsIn(cells).map(([from, to]) => {
    const [start, end] = [cells[from]?.cell.during?.[0], cells[to - 1]?.cell.during?.[1]];
    return t('{0} while the time is {1}', words, timesInWords(start, end));
  });
}

function timesInWords(start = -Infinity, end = Infinity): string {
  if (start === -Infinity) return end === Infinity ? t('any time') : t('before {0}', instantInUtc(end));
  const from = instantInUtc(start);
  return end === Infinity ? t('at or after {0}', from) : t('at or after {0}, and before {1}', from, instantInUtc(end));
}

/** Phrases for texts. A text "like" a sample is any text for which the same conditions hold. */
function ofTexts(name: string, texts: readonly Place[], isWithoutEmpty: boolean): readonly string[] {
  const named = texts.filter(({ cell }) => cell.isNamed);
  const others = texts.filter(({ cell }) => !cell.isNamed);
  const textsOf = (places: readonly Place[]) => places.map(({ cell }) => textOf(cell));
  if (others.length > 0 && others.every(({ isIn }) => isIn)) {
    const missing = textsOf(named.filter(({ isIn }) => !isIn));
    if (isWithoutEmpty) missing.unshift('');
    const shown = beginningOf(missing);
    return missing.length === 0
      ? [t('{0} is any text', name)]
      : [t('{0} is any text but {1}', name, enumeration(shown.map(quoted), missing.length - shown.length))];
  }
  const phrase = (words: (list: string) => string, places: readonly Place[]) => {
    const found = textsOf(places.filter(({ isIn }) => isIn));
    const shown = beginningOf(found);
    return found.length === 0 ? [] : [words(alternatives(shown.map(quoted), found.length - shown.length))];
  };
  return [
    ...phrase((list) => t('{0} equals {1}', name, list), named),
    ...phrase(
      (list) => t('{0} is a text like {1}', name, list),
      others.filter(({ cell }) => cell.isReal),
    ),
    ...(others.some(({ cell, isIn }) => isIn && !cell.isReal) ? [t('{0} is some other text', name)] : []),
  ];
}

/** Phrases for ordered values. The first cells are unreadable texts, followed by objects and the gaps between them. */
function ofOrdered(name: string, type: OrderedType, texts: readonly Place[]): readonly string[] {
  const unreadable = type === 'number' ? 2 : 1;
  const values = texts.slice(unreadable);
  const [word, notANumber] = texts.slice(0, unreadable);
  // No object is readable, so the conditions do not distinguish between readable values.
  if (values.length === 0) return word?.isIn === true ? [t('{0} is any text', name)] : [];
  const { none, any } = kinds[type];
  const range = ([from, to]: Run): string => {
    const [before, first, last, behind] = [from - 1, from, to - 1, to].map((at) => values[at]?.cell);
    const [low, high] = [first?.isNamed === true ? first : before, last?.isNamed === true ? last : behind];
    if (type === 'datetime')
      return t('{0} is {1}', name, timesInWords(low && Number(textOf(low)), behind && Number(textOf(behind))));
    const [above, below] = [low === first ? '>=' : '>', high === last ? '<=' : '<'];
    if (low === undefined) return high === undefined ? any(name) : `${name} ${below} ${textOf(high)}`;
    if (high === undefined) return `${name} ${above} ${textOf(low)}`;
    if (low === high) return `${name} = ${textOf(low)}`;
    return `${textOf(low)} ${above.replace('>', '<')} ${name} ${below} ${textOf(high)}`;
  };
  return [
    ...(word?.isIn === true ? [none(name)] : []),
    ...(notANumber?.isIn === true ? [t('{0} equals {1}', name, 'NaN')] : []),
    ...runsIn(values).map(range),
  ];
}

const kinds = {
  number: {
    none: (name: string) => t('{0} is not a number', name),
    any: (name: string) => t('{0} is any number', name),
  },
  semver: {
    none: (name: string) => t('{0} is not a version', name),
    any: (name: string) => t('{0} is any version', name),
  },
  datetime: { none: (name: string) => t('{0} is not a time', name), any: (name: string) => t('{0} is any time', name) },
};

function textOf({ holds }: Cell): string {
  return typeof holds === 'string' ? holds : '';
}

/** A range of indices; `to` is exclusive. */
type Run = readonly [from: number, to: number];

function runsIn(places: readonly Place[]): readonly Run[] {
  const runs: [number, number][] = [];
  for (const [at, { isIn }] of places.entries()) {
    if (!isIn) continue;
    const last = runs.at(-1);
    if (last?.[1] === at) last[1] += 1;
    else runs.push([at, at + 1]);
  }
  return runs;
}

/** Phrases for segments. Each cell is a combination; for many segments, the only cells are "none" and "some". */
function ofSegments({ cells: all }: Axis, cells: Cells): readonly string[] {
  const sets = all.map(({ holds }) => (typeof holds === 'object' ? holds : undefined));
  const keys = [...(sets.at(-1) ?? [])];
  return sets.flatMap((set, place) => {
    if (!hasCell(cells, place)) return [];
    if (keys.length === 0) return [set === undefined ? t('in some of many segments') : t('in none of many segments')];
    const phrases = keys.map((key) =>
      set?.has(key) === true ? t('in segment {0}', quoted(key)) : t('not in segment {0}', quoted(key)),
    );
    return [phrases.reduce((words, phrase) => t('{0} and {1}', words, phrase))];
  });
}
