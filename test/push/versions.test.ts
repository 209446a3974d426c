/** Tests the history of a toggle: page by page from the embedded service, and each version in words. */
import { describe, expect, test } from 'vitest';
import type { Version } from '../../server/src/service/http/answers/answers.js';
import type { Versions } from '../../server/src/service/versions.js';
import { entryOf, readNextPage, nothingRead } from '../../server/src/service/versions.js';
import type { Service } from '../service/service.js';
import { dev, patch, startTrial } from '../service/trial.js';
import { trialOf } from './pushTrial.js';

/** All versions have the same time, so the order in which the service lists them means nothing. */
async function withVersions(count: number): Promise<Service> {
  const now = new Date('2026-11-22T08:00:00Z');
  const service = await startTrial({ now: () => now });
  for (let version = 2; version <= count; version += 1)
    await patch(service, dev, { comment: `${version}`, disabled: false });
  return service;
}

async function read(service: Service, known: Versions): Promise<Versions> {
  const reading = await readNextPage(trialOf(service).open('dev').service, known);
  if (reading.kind === 'failed') throw new Error(reading.outcome.kind);
  return reading.value;
}

const numbers = ({ list }: Versions) => list.map(({ version }) => version);
const downFrom = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, index) => first - index);

describe('The history', () => {
  test('is read to its end in pages of ten, by number, newest first', async () => {
    const service = await withVersions(23);
    const first = await read(service, nothingRead);
    expect(numbers(first)).toEqual(downFrom(23, 14));
    const second = await read(service, first);
    expect(numbers(second)).toEqual(downFrom(23, 4));
    const third = await read(service, second);
    expect(numbers(third)).toEqual(downFrom(23, 1));
    expect([first, second, third].map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
  });

  test('is read version by version if ten versions are too large together', async () => {
    const service = await withVersions(1);
    for (let version = 2; version <= 12; version += 1)
      await patch(service, dev, {
        comment: `${version}`,
        content: { variations: Array.from({ length: 5 }, () => ({ value: 'x'.repeat(60_000) })) },
      });
    const first = await read(service, nothingRead);
    expect(first.list).toHaveLength(10);
    expect(numbers(first)).toEqual([...numbers(first)].sort((a, b) => b - a));
    expect(first.hasMore).toBe(true);
    const pages = service.requests.filter(({ path }) => path.includes('/targeting/versions'));
    expect(pages).toHaveLength(11);
  });

  test('is complete if its last page is full', async () => {
    expect((await read(await withVersions(10), nothingRead)).hasMore).toBe(false);
  });

  test('lists every version once, even if someone pushes between two pages', async () => {
    const service = await withVersions(14);
    const first = await read(service, nothingRead);
    await patch(service, dev, { comment: 'between', disabled: true });
    const second = await read(service, first);
    expect(numbers(second)).toEqual(downFrom(14, 1));
    expect(second.hasMore).toBe(false);
  });
});

describe('The description of a version', () => {
  const version: Version = {
    version: 12,
    comment: 'More users',
    by: 'anna',
    time: 'yesterday',
    state: { disabled: false, content: {} },
  };
  const noMarks = { live: undefined, base: undefined };

  test.each<[string, Partial<Version>, Parameters<typeof entryOf>[1], string, string?]>([
    ['its number, who, when and why', {}, noMarks, 'anna · yesterday', 'More users'],
    ['whether it is live', {}, { live: 12, base: 11 }, 'live · anna · yesterday', 'More users'],
    ['whether it is the base', {}, { live: 13, base: 12 }, "your file's version · anna · yesterday", 'More users'],
    [
      'who approved it, and with which comment',
      { approval: { by: 'bob', comment: 'fine\n$(x)' } },
      noMarks,
      ...(['anna · yesterday · approved by bob', 'More users · bob: fine $(x)'] as const),
    ],
    [
      'that someone approved it',
      { comment: '', approval: { by: undefined, comment: undefined } },
      ...([noMarks, 'anna · yesterday · approved by someone'] as const),
    ],
    ['its number alone when nothing more is known', { comment: ' \n', by: undefined, time: undefined }, noMarks, ''],
  ])('shows %s', (_, changes, marks, description, detail) => {
    const words = { label: 'Version 12', description, ...(detail !== undefined && { detail }) };
    expect(entryOf({ ...version, ...changes }, marks)).toEqual(words);
  });

  test("contains the time in the user's time zone", () => {
    const { description } = entryOf({ ...version, time: '2026-11-20T09:30:00.000Z' }, noMarks);
    const here = new Date(Date.UTC(2026, 10, 20, 9, 30));
    expect(description).toBe(`anna · ${here.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`);
  });

  test.each([
    ['line breaks', 'one\r\n\ttwo\n', 'one two'],
    ['controls and turns of the line', 'a\u0000b\u202Ec\u2066d', 'a�b�c�d'],
  ])('shows %s in comment and author as text', (_, written, shown) => {
    const { description, detail } = entryOf({ ...version, comment: written, by: written, time: written }, noMarks);
    expect(detail).toBe(shown);
    expect(description).toBe(`${shown} · ${shown}`);
  });
});
