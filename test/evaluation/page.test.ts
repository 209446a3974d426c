/** Runs the examples of docs/evaluation.md. The expected outcomes are read from the page. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bucketOf } from '../../server/src/core/evaluation/buckets.js';
import { evaluators, java, official, python } from '../../server/src/core/evaluation/sdks/sdks.js';
import { unixSeconds } from '../../server/src/core/evaluation/values/instants.js';
import { metBy, returnedBy, valueOf } from '../../server/src/core/evaluation/values/values.js';
import { isNumber } from '../../server/src/core/targeting/values/values.js';
import { forAll } from '../support/forAll.js';
import { ask, chain, member, needs, outcomesOf } from './asks.js';
import type { Row } from './pageRows.js';
import { rowsAsked, unsure, versionOrder } from './pageRows.js';

const page = readFileSync(new URL('../../docs/evaluation.md', import.meta.url), 'utf8');
const sections = page.split(/^## /m);
const sectionOf = (number: number) => sections.find((text) => text.startsWith(`${number}. `)) ?? '';
const literalsIn = (text = '') => Array.from(text.matchAll(/`([^`]+)`/g), ([, literal = '']) => literal);
const cellsIn = (line: string) => Array.from(line.matchAll(/(?<=\|)[^|]+/g), ([cell]) => cell.trim());
const [titles = [], , ...rows] = Array.from(sectionOf(8).matchAll(/^\|.*/gm), ([line]) => cellsIn(line));

/** @returns the cells of a row, by the first word of their column's title */
function cellsOf(name: string): Readonly<Record<string, string | undefined>> {
  const cells = rows.find(([first]) => first === name) ?? [];
  return Object.fromEntries(titles.map((title, index) => [title.split(' ')[0] ?? '', cells[index]]));
}

/** The outcome of each ask by a cell. Bold marks, remarks in brackets and text after a semicolon do not count. */
function expected(cell = '', { words, parts }: Row): readonly string[] {
  const texts = (cell.replaceAll('**', '').split(';')[0] ?? '').split(' / ');
  if (texts.length !== 1 && texts.length !== parts.length) throw new Error(`"${cell}" has ${texts.length} parts.`);
  const ofAsks = parts.flatMap((part, index) => part.map(() => texts[index] ?? texts[0] ?? ''));
  return ofAsks.map((text, index) => {
    const known = Object.entries(words).find(([word]) => text.startsWith(word))?.[1] ?? text.replace(/ ?[(:].*/, '');
    return typeof known === 'string' ? known : (known[index] ?? '');
  });
}

it('section 5: each bucket is computed', () =>
  forAll(sectionOf(5).matchAll(/\("([^"]*)", "([^"]*)"\) (\d+)/g), ([, user = '', key = '', bucket]) => {
    expect(bucketOf(user, key)).toBe(Number(bucket));
  }));

it('section 8: each row is asked', () => {
  expect(rowsAsked.map(({ name }) => name)).toEqual(rows.map(([name]) => name));
});

it('section 8: the inputs of each row are asked', () =>
  forAll(rowsAsked, ({ name, parts }) => {
    const asked = JSON.stringify(parts, (_, value: unknown) => value ?? null);
    const { Input: input = '' } = cellsOf(name);
    const characters = Array.from(input.matchAll(/U\+(\w{4})/g), ([, code = '']) =>
      String.fromCharCode(parseInt(code, 16)),
    );
    for (const each of literalsIn(input).flatMap((literal) => literal.split('…'))) expect(asked).toContain(each);
    for (const each of characters) expect(asked).toContain(JSON.stringify(each));
  }));

it('section 8: each evaluator gives what its cell says', () =>
  forAll(rowsAsked, (asked) => {
    const cells = cellsOf(asked.name);
    const outcomes = asked.parts.flat().map(outcomesOf);
    for (const [place, each] of evaluators.entries()) {
      const byPage = unsure.has(`${asked.name} ${each}`) ? outcomes.map(() => 'depends') : expected(cells[each], asked);
      expect([each, ...outcomes.map((all) => all[place])]).toEqual([each, ...byPage]);
    }
  }));

it('section 8: the objects in row 15 can be published, and an SDK cannot read them', () => {
  const objects = literalsIn(cellsOf('15')['official']);
  const unread = (object: string) => outcomesOf(ask(object, 'number != 7')).includes('F');
  expect(['x', ...objects].map((each) => isNumber(each) && unread(each))).toEqual(
    ['x', ...objects].map((each) => each !== 'x'),
  );
});

it('section 8: java orders versions as row 21 says', () =>
  forAll(cellsOf('21')['java']?.split(';').slice(1) ?? [], (remark) => {
    const place = evaluators.indexOf('java');
    const version = (text: string) => `1.0.0${text.startsWith('-') ? '' : '-'}${text}`;
    const orderOf = (a: string, b: string) => outcomesOf(ask(version(a), versionOrder(b, '<', '=', '>')))[place];
    const [, a, sign, b = ''] = /`(.+)` ([<=]) `(.+)`/.exec(remark) ?? [];
    if (a !== undefined) expect(orderOf(a, version(b))).toBe(sign);
    const relation = remark.endsWith('above') ? '>' : '=';
    if (a === undefined) for (const each of literalsIn(remark)) expect(orderOf(each, '1.0.0')).toBe(relation);
  }));

/** @returns what the groups of a pattern match in a section, whose line breaks count as spaces */
function read(section: number, pattern: RegExp): readonly string[] {
  const match = pattern.exec(sectionOf(section).replace(/\s+/g, ' '));
  if (match === null) throw new Error(`Section ${section} does not contain ${String(pattern)}.`);
  return match.slice(1);
}

const officially = (...given: Parameters<typeof ask>) => outcomesOf(ask(...given))[0];

it('section 1: numbers are decimal numbers', () => {
  const [others, decimals] = read(1, /no decimal number \((.+?) are none; (.+?) and other digits/);
  for (const each of literalsIn(others))
    expect([each, valueOf(each.replaceAll('"', ''), 'number')]).toEqual([each, 'unbuildable']);
  for (const each of literalsIn(decimals)) expect(valueOf(each, 'number')).toHaveProperty('type', 'number');
});

it('section 2: values are what applications receive', () => {
  const [isTrue = ''] = read(2, /true exactly when it reads `(\w+)` in any letter case/);
  for (const each of [isTrue, isTrue.toUpperCase()]) expect(valueOf(each, 'boolean')).toHaveProperty('text', 'true');
  const [number = '', ...texts] = read(2, /\(`(\S+)`\) becomes the text `(\S+)` or `(\S+)`\. So does such/);
  for (const [index, text] of texts.entries()) {
    const written = `${index === 0 ? '' : '-'}${number}`;
    const value = { type: 'string', text: JSON.stringify(text) } as const;
    expect(valueOf(written, 'number')).toEqual(value);
    expect(returnedBy(value, 'number')).toBe(python);
    expect(valueOf(`{"a":${written}}`, 'json')).toEqual({ type: 'json', text: JSON.stringify({ a: text }) });
  }
});

it('section 3: two numbers with one value differ', () => {
  const [a = '', b = ''] = read(3, /`(\S+)` and `(\S+)` differ; json compares deeply/);
  expect([Number(a), (metBy(a, b, 'number') ?? 0) & official]).toEqual([Number(b), 0]);
});

it('section 3: the longest chain of prerequisites works', () => {
  const [count] = read(3, /So (\d+) required toggles in a chain work/);
  const outcome = (length: number) =>
    outcomesOf(needs('string', 'x', chain(false).slice(-length), ['met', 'F', 'F']))[0];
  expect([outcome(Number(count)), outcome(Number(count) + 1)]).toEqual(['met', 'F']);
});

it('section 4: conditions hold', () => {
  const [regex = ''] = read(4, /`(.+?)` searches anywhere in the text/);
  expect(officially('abc', `string ${regex} b`)).toBe('T');
  const [names] = read(4, /by the rules, (.+?) in any case are numbers/);
  for (const each of literalsIn(names)) expect(officially(each.toUpperCase(), 'number != 5')).toBe('T');
  const [above, below] = read(4, /For (.+?) the smallest object decides, for (.+?) the largest/);
  for (const each of [...literalsIn(above), ...literalsIn(below)])
    expect(officially('5', `number ${each} 1|9`)).toBe('T');
  const [bound = ''] = read(4, /infinity is a number \(`(\S+)`\), and lies within bounds/);
  expect(officially(bound, `number <= ${bound}`)).toBe('T');
  const [key = ''] = read(4, /finds one only where it is written `(\S+)`, and of that we say that it depends/);
  expect(['s', key].map((each) => outcomesOf(member('', `segment is in ${each}`))[0])).toEqual(['F', 'depends']);
});

it('section 4: datetimes are read leniently', () => {
  const second = (date: string) => unixSeconds(`${date}T00:00:00Z`) ?? NaN;
  const [month, day, march] = read(4, /month (\d+) is January of the next year, (\d+) February is (\d+) March/);
  expect(second(`2015-${month}-01`)).toBe(second('2016-01-01'));
  expect(second(`2015-02-${day}`)).toBe(second(`2015-03-${march}`));
  const [julian, gregorian] = read(4, /so (\d+) October 1582 lies after the (\d+)th/);
  expect(second(`1582-10-${julian}`)).toBeGreaterThan(second(`1582-10-${gregorian}`));
});

it('section 6: java gives the code default for integers beyond 32 bits', () => {
  const [least = '', greatest = ''] = read(6, /integers outside (-\d+)…(\d+) give the code default/);
  const isGiven = (number: number) => (returnedBy({ type: 'number', text: String(number) }, 'number') & java) !== 0;
  expect([Number(least), Number(greatest)].map(isGiven)).toEqual([true, true]);
  expect([Number(least) - 1, Number(greatest) + 1].map(isGiven)).toEqual([false, false]);
});
