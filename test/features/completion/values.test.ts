/** Tests the proposed values and their order. */
import { describe, expect, it } from 'vitest';
import type { CompletionOptions } from '../../../server/src/core/features/completion.js';
import { datetimeText } from '../../../server/src/core/features/completion/conditions.js';
import { completionsAt } from '../../support/completions.js';

const variations =
  '"variations": [{ "value": "false", "name": "control" }, { "value": "true", "name": "new" }, { "value": "x" }]';
const inContent = (content: string) => `{ "content": { ${content} } }`;
const inCondition = (properties: string) => inContent(`"rules": [{ "conditions": [{ ${properties} }] }]`);
const labels = (marked: string, options?: CompletionOptions) => completionsAt(marked, options).labels;
const preselected = (marked: string, options?: CompletionOptions) =>
  completionsAt(marked, options)
    .items.filter(({ preselect }) => preselect === true)
    .map(({ label }) => label);

describe('completion of serves and values', () => {
  const named = ['0 · control = "false"', '1 · new = "true"', '2 · "x"'];

  it('offers variations by name for a select', () => {
    const marked = inContent(`"defaultServe": { "select": | }, ${variations}`);
    expect(labels(marked)).toEqual(named);
    expect(completionsAt(marked).accept('1 · new = "true"')).toBe(marked.replace('|', '1'));
  });

  it('offers every variation for an existing select, and preselects its variation', () => {
    const marked = inContent(`"defaultServe": { "select": 1| }, ${variations}`);
    const { items, accept } = completionsAt(marked);
    expect(items.map(({ filterText = '' }) => filterText.startsWith('1'))).toEqual([true, true, true]);
    expect(preselected(marked)).toEqual(['1 · new = "true"']);
    expect(accept('2 · "x"')).toBe(marked.replace('1|', '2'));
  });

  it('offers nothing for select in a file without variations', () =>
    expect(labels(inContent('"defaultServe": { "select": | }'))).toEqual([]));

  it('offers each variation and an even split for a whole serve', () => {
    const marked = inContent(`"defaultServe": |, ${variations}`);
    expect(labels(marked)).toEqual([...named, 'split evenly', '{}']);
    expect(completionsAt(marked).accept('2 · "x"')).toContain('"defaultServe": { "select": 2 }');
    expect(completionsAt(marked).accept('split evenly')).toContain('"defaultServe": { "split": [3334, 3333, 3333] }');
  });

  it.each([1, 2, 3, 7, 64, 99])('splits %i variations evenly so that the shares add up to 10000', (count) => {
    const list = Array.from({ length: count }, (_each, index) => `{ "value": "${index}" }`).join();
    const marked = inContent(`"defaultServe": |, "variations": [${list}]`);
    const after = JSON.parse(completionsAt(marked).accept('split evenly')) as {
      content: { defaultServe: { split: number[] } };
    };
    const { split } = after.content.defaultServe;
    expect(split).toHaveLength(count);
    expect(split.reduce((sum, share) => sum + share)).toBe(10_000);
  });

  it('offers the remaining share, an even split for an empty split, and nothing for a full split', () => {
    const marked = (split: string) => inContent(`"defaultServe": { "split": ${split} }, ${variations}`);
    expect(preselected(marked('[2500, 2500, |]'))).toEqual(['5000']);
    expect(labels(marked('[|]'))).toEqual(['3334, 3333, 3333']);
    expect(labels(marked('[5000, 5000, |]'))).toEqual([]);
    expect(labels(marked('[5000, "a", |]'))).toEqual([]);
    expect(labels(marked('|'))).toEqual(['[3334, 3333, 3333]']);
  });

  it('offers true and false for a variation, and preselects the missing value, unless others exist', () => {
    const among = (others: string) => inContent(`"variations": [${others}{ "value": | }]`);
    expect(labels(among('{ "value": "true" }, '))).toEqual(['"false"', '"true"']);
    expect(preselected(among('{ "value": "true" }, '))).toEqual(['"false"']);
    expect(labels(among(''))).toEqual(['"true"', '"false"']);
    expect(labels(among('{ "value": "a" }, '))).toEqual([]);
  });

  it('offers true for disabled', () =>
    expect(completionsAt('{ "disabled": | }').accept('true')).toBe('{ "disabled": true }'));
});

describe('completion of a condition', () => {
  it('offers the five types, and preselects the type that fits the predicate', () => {
    expect(labels(inCondition('"type": |'))).toEqual(['"string"', '"number"', '"semver"', '"datetime"', '"segment"']);
    expect(preselected(inCondition('"type": |'))).toEqual([]);
    expect(preselected(inCondition('"type": |, "predicate": "after"'))).toEqual(['"datetime"']);
  });

  it.each([
    ['semver', ['"="', '"!="', '">"', '">="', '"<"', '"<="']],
    ['datetime', ['"after"', '"before"', '"between"']],
    ['segment', ['"is in"', '"is not in"']],
  ])('offers the predicates of the type %s, whether the type comes before or after', (type, expected) => {
    expect(labels(inCondition(`"type": "${type}", "predicate": |`))).toEqual(expected);
    expect(labels(inCondition(`"predicate": "|", "type": "${type}"`))).toEqual(expected);
  });

  it('offers every predicate if the type is unknown', () =>
    expect(labels(inCondition('"type": "constructor", "predicate": |'))).toHaveLength(21));

  it('offers the bounds of its type, the usual bounds first', () => {
    expect(labels(inCondition('"type": "number", "leftPredicate": |'))).toEqual(['">"', '">="', '"<"', '"<="']);
    expect(labels(inCondition('"type": "number", "rightPredicate": |'))).toEqual(['"<"', '"<="', '">"', '">="']);
    expect(labels(inCondition('"type": "datetime", "rightPredicate": |'))).toEqual(['"before"', '"after"']);
  });

  it('offers subjects of the same type first, and subjects of this file before those of other files', () => {
    const rules = `"rules": [
      { "conditions": [{ "type": "number", "subject": "age" }, { "type": "string", "subject": "city" }] },
      { "conditions": [{ "type": "string", "subject": "name" }, { "type": "string", "subject": "name" }] },
      { "conditions": [{ "type": "string", "subject": | }] }
    ]`;
    expect(labels(inContent(rules))).toEqual(['"name"', '"city"', '"age"']);
    const subjects = (type: string | undefined) => (type === 'string' ? ['country', 'city'] : ['level']);
    expect(labels(inContent(rules), { subjects })).toEqual(['"name"', '"city"', '"country"', '"age"', '"level"']);
  });

  it('offers attributes sent by code after those in files, and marks them', () => {
    const subjects = () => ['city', 'level'];
    const { items } = completionsAt(inCondition('"type": "string", "subject": |'), {
      subjects,
      sent: () => ['plan', 'city', 'plan'],
    });
    expect(items.map(({ label, detail }) => [label, detail])).toEqual([
      ['"city"', 'sent by code'],
      ['"level"', undefined],
      ['"plan"', 'sent by code'],
    ]);
  });

  it('offers no subject for a segment condition, but segments from other conditions as objects', () => {
    const rules = `"rules": [
      { "conditions": [{ "type": "segment", "objects": ["testers", "staff"] }, { "type": "string", "subject": "a", "objects": ["x"] }] },
      { "conditions": [{ "type": "segment", "subject": "", "objects": ["staff", "|"] }] }
    ]`;
    expect(labels(inContent(rules))).toEqual(['"testers"']);
    expect(labels(inContent(rules.replace('|', '').replace('""', '"|"')))).toEqual([]);
  });

  it('offers the current time to a datetime condition', () => {
    const now = { seconds: 1_656_317_290, offsetMinutes: 480 };
    const marked = inCondition('"type": "datetime", "objects": ["2020-01-01T00:00:00+00:00", |]');
    expect(preselected(marked, { now })).toEqual(['"2022-06-27T16:08:10+08:00"']);
    expect(labels(marked)).toEqual([]);
  });
});

describe('the current time', () => {
  it.each([
    [1_656_317_290, 480, '2022-06-27T16:08:10+08:00'],
    [1_656_317_290.9, 0, '2022-06-27T08:08:10+00:00'],
    [1_656_317_290, 19, '2022-06-27T08:27:10+00:19'],
    // The service does not accept the offsets of India and New York, so the time is in UTC.
    [1_656_317_290, 330, '2022-06-27T08:08:10+00:00'],
    [1_656_317_290, -240, '2022-06-27T08:08:10+00:00'],
    [1_709_164_800, 0, '2024-02-29T00:00:00+00:00'],
    [951_782_399, 60, '2000-02-29T00:59:59+01:00'],
    [-1, 0, '1969-12-31T23:59:59+00:00'],
  ])('at %d seconds, %d minutes east of UTC, is written as %s', (seconds, offsetMinutes, expected) =>
    expect(datetimeText({ seconds, offsetMinutes })).toBe(expected),
  );

  it('equals the date of JavaScript in UTC', () => {
    for (let seconds = -3e9; seconds < 8e9; seconds += 12_345_678) {
      const iso = new Date(seconds * 1_000).toISOString();
      expect(datetimeText({ seconds, offsetMinutes: 0 })).toBe(`${iso.slice(0, 19)}+00:00`);
    }
  });

  it('is written in a form that the service accepts in any time zone', () => {
    const accepted = /^\d{4}-[01]\d-[0-3]\dT[0-2]\d(?::[0-6]\d){2}\+[0-2]\d:[01]\d$/;
    for (let offsetMinutes = -800; offsetMinutes <= 900; offsetMinutes += 1)
      expect(datetimeText({ seconds: 1_656_317_290, offsetMinutes })).toMatch(accepted);
  });
});

describe('completion of a prerequisite', () => {
  const toggles = () => [
    { key: 'checkout', values: ['a', 'b'], returnType: 'string' },
    { key: 'dark', values: ['true', 'false'], returnType: 'boolean' },
  ];

  it('offers the other toggles that are not yet prerequisites', () => {
    const marked = inContent('"prerequisites": [{ "key": "dark" }, { "key": | }]');
    expect(labels(marked, { toggles })).toEqual(['"checkout"']);
    expect(labels(marked)).toEqual([]);
  });

  it('offers the values and the type of the required toggle', () => {
    const marked = inContent('"prerequisites": [{ "value": |, "key": "checkout" }]');
    expect(labels(marked, { toggles })).toEqual(['"a"', '"b"']);
    expect(labels(marked)).toEqual([]);
    expect(preselected(inContent('"prerequisites": [{ "key": "dark", "type": | }]'), { toggles })).toEqual([
      '"boolean"',
    ]);
    expect(labels(inContent('"prerequisites": [{ "type": | }]'))).toHaveLength(4);
    expect(labels(inContent('"prerequisites": [{ "type": "boolean", "value": | }]'))).toEqual(['"true"', '"false"']);
  });

  it('offers whole prerequisites', () => {
    const marked = inContent('"prerequisites": [|]');
    expect(labels(marked, { toggles })).toEqual(['checkout', 'dark', 'prerequisite', '{}']);
    expect(completionsAt(marked, { toggles }).accept('dark')).toBe(
      marked.replace('|', '{ "key": "dark", "value": "true", "type": "boolean" }'),
    );
  });
});

describe('completion with data from the service', () => {
  const services = [
    {
      ...{ baseUrl: 'https://toggles.example.com', project: 'P', age: 300_000 },
      toggles: [
        { key: 'new_search', name: 'New search', returnType: 'boolean' },
        { key: 'layout', name: 'layout', returnType: 'json' },
        { key: 'checkout', name: 'Checkout', returnType: 'string' },
      ],
      segments: [
        { key: 'testers', name: 'Testers' },
        { key: 'staff', name: 'staff' },
      ],
      ...{ hasAllToggles: true, hasAllSegments: true, attributes: ['email', 'age'] },
    },
  ];
  const known = { services, now: { seconds: 1_000, offsetMinutes: 0 } };
  const toggles = () => [{ key: 'checkout', values: ['a', 'b'], returnType: undefined }];

  it('offers toggles with type, name and age, after toggles that have a file', () => {
    const { items } = completionsAt(inContent('"prerequisites": [{ "key": | }]'), { ...known, toggles });
    expect(items.map(({ label, detail }) => [label, detail])).toEqual([
      ['"checkout"', 'string · Checkout · in the service, read 5 minutes ago'],
      ['"new_search"', 'boolean · New search · in the service, read 5 minutes ago'],
      ['"layout"', 'json · in the service, read 5 minutes ago'],
    ]);
  });

  it('offers the type of a required toggle, and the values of a boolean toggle', () => {
    const wholes = completionsAt(inContent('"prerequisites": [|]'), { ...known, toggles });
    expect(wholes.labels).toEqual(['checkout', 'new_search', 'layout', 'prerequisite', '{}']);
    expect(wholes.accept('new_search')).toContain('{ "key": "new_search", "value": "true", "type": "boolean" }');
    expect(wholes.accept('checkout')).toContain('{ "key": "checkout", "value": "a", "type": "string" }');
    const type = inContent('"prerequisites": [{ "key": "layout", "type": | }]');
    expect(labels(type, known)).toEqual(['"json"']);
    expect(labels(inContent('"prerequisites": [{ "key": "new_search", "value": | }]'), known)).toEqual([
      '"true"',
      '"false"',
    ]);
  });

  it('offers segments after those in other conditions, without those already in the list', () => {
    const objects = (rest: string) =>
      inContent(`"rules": [{ "conditions": [{ "type": "segment", "objects": ["mine"] }, ${rest}] }]`);
    const { items } = completionsAt(objects('{ "type": "segment", "objects": ["staff", |] }'), known);
    expect(items.map(({ label, detail }) => [label, detail])).toEqual([
      ['"mine"', undefined],
      ['"testers"', 'Testers · in the service, read 5 minutes ago'],
    ]);
    expect(labels(objects('{ "type": "string", "objects": [|] }'), known)).toEqual([]);
  });

  it('offers attributes after those in the file', () => {
    const rules =
      '"rules": [{ "conditions": [{ "type": "string", "subject": "age" }, { "type": "string", "subject": | }] }]';
    expect(labels(inContent(rules), known)).toEqual(['"age"', '"email"']);
  });
});
