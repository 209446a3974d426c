/** What is checked before a content is stored. */
import { expect } from 'vitest';
import { point } from './point.js';
import { conditionOf, invalid, listed } from './subject.js';

const taken = { status: 200 };

export function checked(): void {
  point('The objects of number, datetime and semver conditions are checked, and no others', async (subject) => {
    const right = {
      number: ['-1.5', '.5', '5.', ' 1e3', '1d', '2.5F', 'NaN', '-Infinity', '0x1.8p1'],
      datetime: ['2022-06-27T16:08:10+08:00', '2022-19-39T29:69:69+29:19'],
      semver: ['1.2.3', '1.0.0-a+b', '1.0.0-alpha.1+build.5', '1.0.0--'],
      ...{ string: ['ten'], colour: ['?'] },
    };
    for (const [type, objects] of Object.entries(right))
      expect(await subject.patch(conditionOf({ type, objects })), type).toMatchObject(taken);
    const wrong = {
      number: ['', 'ten', '1,5', '1_000', '0x10', '1e', '.', 'infinity', '1 000'],
      datetime: ['2022-06-27T16:08:10Z', '2022-06-27T16:08:10-05:00', '2022-06-27T16:08:10+05:30', '2022-06-27'],
      semver: ['1.2', 'v1.2.3', '01.2.3', '1.2.3-01', '1.2.3+', ''],
    };
    for (const [type, objects] of Object.entries(wrong))
      for (const object of objects)
        expect(await subject.patch(conditionOf({ type, objects: [object] })), object).toMatchObject(invalid);
  });

  point('Segments must exist, in any letter case', async (subject) => {
    const [segment] = listed(await subject.project('/segments'));
    const key = String(segment?.['key']);
    expect(await subject.patch(conditionOf({ type: 'segment', objects: [key.toUpperCase()] }))).toMatchObject(taken);
    expect(await subject.patch(conditionOf({ type: 'segment', objects: [key, 'no_such_segment'] }))).toMatchObject({
      status: 400,
      body: { code: 'not_found', message: 'Segment no_such_segment not found' },
    });
  });

  point('Neither indices nor shares, predicates, types nor right bounds are checked', async (subject) => {
    const content = { defaultServe: { select: 9 }, disabledServe: { split: [1, 2, 3] } };
    expect(await subject.patch({ content })).toMatchObject({ status: 200, body: { content } });
    const odd = { type: 'number', predicate: 'rhymes with', objects: ['1'], rightObjects: ['ten'] };
    expect(await subject.patch(conditionOf(odd))).toMatchObject(taken);
  });

  point('Prerequisites may not lead back to the toggle; whether they exist is not checked', async (subject) => {
    const other = subject.of(await subject.server.makeToggle());
    const needs = (key: string): object => ({ content: { prerequisites: [{ key, value: 'true', type: 'boolean' }] } });
    expect(await subject.patch(needs('no_such_toggle'))).toMatchObject(taken);
    expect(await subject.patch(needs(subject.toggle))).toMatchObject(invalid);
    expect(await other.patch(needs(subject.toggle))).toMatchObject(taken);
    expect(await subject.patch(needs(other.toggle))).toMatchObject(invalid);
  });
}
