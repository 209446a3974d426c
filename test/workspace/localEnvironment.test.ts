/** Tests what local applications get from the files of an environment. */
import { expect, it } from 'vitest';
import { User } from '../../server/src/core/evaluation/user.js';
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';
import { parse } from '../../server/src/core/json/document.js';
import { LocalEnvironment } from '../../server/src/workspace/local/localEnvironment.js';

const file = { toggle: 'checkout', uri: 'file:///dev/checkout.targeting.json' };
const onFor = (city: string, values = ['false', 'true']) =>
  JSON.stringify({
    content: {
      rules: [
        {
          name: 'city',
          serve: { select: 1 },
          conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: [city] }],
        },
      ],
      disabledServe: { select: 0 },
      defaultServe: { select: 0 },
      variations: values.map((value) => ({ value })),
    },
  });
const environment = (types: Readonly<Record<string, ReturnType>> = {}, segments = {}) =>
  new LocalEnvironment({ returnType: (key) => types[key], segments: new Map(Object.entries(segments)) }, () => 1000);
const valueFor = (local: LocalEnvironment, attributes: Readonly<Record<string, string>>) => {
  const user = new User('anna', new Map(Object.entries(attributes)), 1_700_000_000);
  return (JSON.parse(local.evaluatedFor(user)) as Record<string, { value: unknown; reason: string }>)['checkout'];
};
const troubles = (local: LocalEnvironment) => Array.from(local.toggles, ({ trouble }) => trouble?.kind);

it('serves each file unchanged, with the type of its values', () => {
  const local = environment();
  expect(local.take(file, parse(onFor('Paris')))).toBe(true);
  expect(valueFor(local, { city: 'Paris' })).toMatchObject({ value: true, reason: 'rule 0' });
  expect(valueFor(local, { city: 'Rome' })).toMatchObject({ value: false, reason: 'default.' });
  expect(local.take(file, parse(onFor('Rome')))).toBe(true);
  expect(valueFor(local, { city: 'Rome' })).toMatchObject({ value: true });
  expect(troubles(local)).toEqual([undefined]);
});

it('serves the last good version of a file that is damaged, vanishes or freezes the environment', () => {
  const local = environment();
  local.take(file, parse(onFor('Paris')));
  const { repository } = local;
  for (const [text, kind] of [
    [onFor('Rome').replace('"disabledServe":{"select":0},', ''), 'vanishes'],
    [onFor('Rome').replace('is one of', 'is on'), 'freezes'],
    [onFor('Rome').slice(0, 80), 'syntax'],
    [onFor('Z\uFFFDrich'), 'syntax'],
    [onFor('Rome', ['false', 'blue']), 'type'],
  ] as const) {
    expect(local.take(file, parse(text))).toBe(false);
    expect(troubles(local)).toEqual([kind]);
    expect(local.repository).toBe(repository);
  }
  expect(local.take(file, undefined)).toBe(true);
  expect(JSON.parse(local.repository.json)).toMatchObject({ toggles: {} });
});

it('changes the type if all values have a different type, but not if only one does', () => {
  const local = environment();
  local.take(file, parse(onFor('Paris')));
  local.take(file, parse(onFor('Paris', ['1', ''])));
  expect([...local.toggles]).toMatchObject([{ returnType: 'string' }]);
  local.take(file, parse(onFor('Paris', ['1', '2'])));
  expect(valueFor(local, { city: 'Paris' })).toMatchObject({ value: 2 });
  expect(local.take(file, parse(onFor('Rome', ['1', ''])))).toBe(false);
  expect([...local.toggles]).toMatchObject([{ returnType: 'number', trouble: { kind: 'type' } }]);
});

it('lists required toggles without a file', () => {
  const local = environment();
  const requires = onFor('Paris').replace(
    '"rules"',
    '"prerequisites":[{"key":"pay","value":"true","type":"boolean"}],"rules"',
  );
  local.take(file, parse(requires));
  expect(local.missingToggles).toEqual(['pay']);
  local.take({ toggle: 'pay', uri: 'file:///dev/pay.targeting.json' }, parse(onFor('Rome')));
  expect(local.missingToggles).toEqual([]);
});

it('gives each change a higher version, even after a restart', () => {
  const local = environment();
  expect(local.repository.version).toBe(1000);
  local.take(file, parse(onFor('Paris')));
  expect(local.repository.version).toBe(1001);
  expect(JSON.parse(local.repository.json)).toMatchObject({
    version: 1001,
    toggles: { checkout: { key: 'checkout' } },
  });
});

it('uses the type known to the service, and treats an undefined segment as empty', () => {
  const inSegment = onFor('x', ['1', '2'])
    .replace('"string"', '"segment"')
    .replace('is one of', 'is in')
    .replace('"x"', '"staff"');
  const local = environment({ checkout: 'string' });
  local.take(file, parse(inSegment));
  expect(local.undefinedSegments).toEqual(['staff']);
  expect(valueFor(local, {})).toMatchObject({ value: '1' });
  expect(JSON.parse(local.repository.json)).toMatchObject({ segments: { staff: { uniqueId: 'staff', rules: [] } } });
  const rules = [{ conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris'] }] }];
  const defined = environment({}, { staff: { rules } });
  defined.take(file, parse(inSegment));
  expect(valueFor(defined, { city: 'Paris' })).toMatchObject({ value: 2 });
});

it('serves the first of several files of a toggle', () => {
  const local = environment();
  local.take(file, parse(onFor('Paris')));
  expect(local.take({ ...file, uri: 'file:///other/checkout.targeting.json' }, parse(onFor('Rome')))).toBe(false);
  expect(troubles(local)).toEqual([undefined, 'twice']);
});
