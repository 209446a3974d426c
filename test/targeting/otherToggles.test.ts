/** What a file knows of the toggles beside it. */
import { describe, expect, it } from 'vitest';
import { otherToggles } from '../../server/src/targeting/otherToggles.js';
import { togglesOf, uriOf } from '../support/places.js';

const valuesOf = (variations: string) =>
  otherToggles(
    togglesOf({ 'dev/own': '{}', 'dev/other': `{ "content": { "variations": ${variations} } }` }),
    uriOf('dev/own'),
  )?.named('other')?.values;

describe('the values of another toggle', () => {
  it('are those of its variations, each once', () => {
    expect(valuesOf('[{ "value": "a" }, { "value": "b" }, { "value": "a" }]')).toEqual(['a', 'b']);
  });

  it.each(['[{ "value": "false" }, { "value": true }]', '[{ "value": "a" }, { "name": "b" }]', '1'])(
    'are not known while one of them is none: %s',
    (variations) => {
      expect(valuesOf(variations)).toBeUndefined();
    },
  );
});
