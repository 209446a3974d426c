/** Tests which lenses fit on the line above a file, and with which words. */
import { expect, test } from 'vitest';
import { driftOf } from '../../server/src/service/driftWords.js';
import { lensesInLine } from '../../server/src/service/lensLine.js';
import { mergeByClick } from '../../server/src/service/clickGroups.js';
import { targetAt } from './pushTrial.js';

const titlesInLine = (lenses: Parameters<typeof lensesInLine>[0]) => lensesInLine(lenses).map(({ title }) => title);

const differs = (name: string) => ({
  title: `${name}: differs in 2 rules and 3 more`,
  shortTitle: `${name}: differs`,
});

test('few environments show all their words', () => {
  expect(titlesInLine([differs('online'), { title: 'dev: set token' }])).toEqual([
    'online: differs in 2 rules and 3 more',
    'dev: set token',
  ]);
});

test('if there are more, only the first keeps all its words, so that none is cut off', () => {
  const titles = titlesInLine([differs('online'), differs('staging'), differs('dev')]);
  expect(titles).toEqual(['online: differs in 2 rules and 3 more', 'staging: differs', 'dev: differs']);
});

test('long names leave room only for the first lenses, and for at least one', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(24));
  const titles = titlesInLine(names.map(differs));
  expect(titles).toEqual(names.slice(0, 2).map((name) => `${name}: differs`));
  expect(titles.join(' | ').length).toBeLessThanOrEqual(90);
  expect(titlesInLine([{ title: 'x'.repeat(200) }])).toEqual(['x'.repeat(200)]);
});

test('lenses leave the room that others need on the line', () => {
  expect(lensesInLine([differs('online'), differs('dev')], 50).map(({ title }) => title)).toEqual([
    'online: differs',
    'dev: differs',
  ]);
});

test('a lens with more weight keeps its words and its place in the order', () => {
  const [dev, staging, online] = ['dev', 'staging', 'online'].map(differs);
  if (dev === undefined || staging === undefined || online === undefined) throw new Error('There are three.');
  expect(titlesInLine([dev, staging, { ...online, weight: 1 }])).toEqual([
    'dev: differs',
    'staging: differs',
    'online: differs in 2 rules and 3 more',
  ]);
  const long = ['a', 'b', 'c'].map((letter) => ({ title: letter.repeat(40) }));
  expect(titlesInLine([...long.slice(0, 2), { ...long[2], title: 'c'.repeat(40), weight: 1 }])).toEqual([
    'a'.repeat(40),
    'c'.repeat(40),
  ]);
});

test('an icon counts as two letters, but the same text in a name counts in full', () => {
  const long = { title: `$(warning) $(lock) ${'a'.repeat(40)}` };
  expect(titlesInLine([long, { title: 'b'.repeat(40) }])).toHaveLength(2);
  const named = { title: `\\$(warning) \\$(lock) ${'a'.repeat(40)}` };
  expect(titlesInLine([named, { title: 'b'.repeat(40) }])).toHaveLength(1);
});

test('environments of one service that wait for the same click share one lens, which names them', async () => {
  const outcome = { kind: 'unauthorized', message: '' } as const;
  const at = async (
    host: string,
    environment: string,
    kind: 'no-token' | 'not-agreed' | 'failed',
    isProtected = false,
  ) => {
    const snapshot = kind === 'failed' ? { kind, outcome, seen: undefined } : { kind };
    const key = { environment, environmentKey: environment, protected: isProtected };
    const target = { ...targetAt(`https://${host}.example.com`), ...key };
    const drift = await driftOf({ target, snapshot, remembered: undefined, body: {} });
    return { target, drift };
  };
  const all = await Promise.all([
    at('a', 'dev', 'no-token'),
    at('b', 'test', 'not-agreed'),
    at('a', 'staging', 'no-token'),
    at('b', 'qa', 'not-agreed'),
    at('a', 'online', 'no-token', true),
    at('c', 'elsewhere', 'no-token', true),
    at('d', 'one', 'failed'),
    at('d', 'two', 'failed'),
  ]);
  const asked = mergeByClick(all);
  expect(asked.map(({ drift }) => drift.title)).toEqual([
    'dev, staging, online: set token',
    'Compare with test, qa on b.example.com…',
    '$(lock)\u00A0elsewhere: set token',
    'one, two: access token not accepted · set token',
  ]);
  expect(asked.map(({ target }) => target.protected)).toEqual([false, false, true, false]);
});
