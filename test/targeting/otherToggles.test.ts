/** Tests what a file knows of the other toggles. */
import { describe, expect, it } from 'vitest';
import { otherToggles, otherTogglesOf } from '../../server/src/core/targeting/otherToggles.js';
import { togglesOf, uriOf } from '../support/places.js';

const valuesOf = (variations: string) =>
  otherToggles(
    togglesOf({ 'dev/own': '{}', 'dev/other': `{ "content": { "variations": ${variations} } }` }),
    uriOf('dev/own'),
  )?.named('other')?.values;

describe('the values of another toggle', () => {
  it('are the unique values of its variations', () => {
    expect(valuesOf('[{ "value": "a" }, { "value": "b" }, { "value": "a" }]')).toEqual(['a', 'b']);
  });

  it.each(['[{ "value": "false" }, { "value": true }]', '[{ "value": "a" }, { "name": "b" }]', '1'])(
    'are unknown if any variation has no value: %s',
    (variations) => {
      expect(valuesOf(variations)).toBeUndefined();
    },
  );
});

function proposed(values: readonly string[], defaultServe: object = {}): readonly string[] {
  const other = { content: { defaultServe, variations: values.map((value) => ({ value })) } };
  const toggles = togglesOf({ 'dev/other': JSON.stringify(other), 'dev/own': '{}', 'online/third': '{}' });
  const beside = otherTogglesOf(toggles, uriOf('dev/own'));
  expect(beside.map(({ key }) => key)).toEqual(['other']);
  return beside.flatMap((toggle) => toggle.values);
}

describe('the proposed values of a prerequisite', () => {
  it('start with "true" for any default, because people usually wait for a feature to be enabled', () => {
    expect(proposed(['false', 'true'], { select: 0 })).toEqual(['true', 'false']);
    expect(proposed(['true', 'false'])).toEqual(['true', 'false']);
  });

  it('start with the value that everyone gets if there is no "true"', () => {
    expect(proposed(['a', 'b', 'c'], { select: 1 })).toEqual(['b', 'a', 'c']);
    expect(proposed(['a', 'b', 'c'], { split: [0, 0, 10_000] })).toEqual(['c', 'a', 'b']);
  });

  it('otherwise have the same order as in the file', () => {
    expect(proposed(['b', 'a'])).toEqual(['b', 'a']);
    expect(proposed(['b', 'a'], { select: 7 })).toEqual(['b', 'a']);
  });
});
