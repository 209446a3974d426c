import { describe, expect, it } from 'vitest';
import { givesDefaultOnly } from '../../server/src/core/evaluation/sdks/typedCall.js';
import { returnTypes } from '../../server/src/core/evaluation/values/values.js';
import { TypedTally, wrongDefaults } from './typedCall.property.js';

describe('a typed call', () => {
  it('always returns the default for three pairs of types, whatever the variations', () => {
    const asked = ['boolean', 'number', 'string', 'json', 'any'] as const;
    const proved = asked.flatMap((asks) =>
      returnTypes.filter((type) => givesDefaultOnly(asks, undefined, type)).map((type) => `${asks} of ${type}`),
    );
    expect(proved).toEqual(['boolean of number', 'number of boolean', 'string of boolean']);
  });

  it.each([
    ['boolean', ['on', 'off'], 'string', true],
    ['boolean', ['on', undefined], 'string', false],
    ['boolean', ['{}'], 'json', true],
    ['boolean', ['{}', ' null'], 'json', false],
    ['boolean', ['true'], undefined, false],
    ['number', ['1e400'], 'number', true],
    ['number', ['on', 'off'], undefined, true],
    ['number', ['1', '2'], 'string', true],
    ['number', ['1', '2'], undefined, false],
    ['number', ['1', 'x'], 'number', true],
    ['number', ['{}'], undefined, true],
    ['string', ['1', '2'], 'number', true],
    ['string', ['1', '1e400'], 'number', false],
    ['string', ['1', '9'.repeat(400)], 'number', false],
    ['boolean', ['1', '9'.repeat(400)], 'number', true],
    ['string', ['{}'], 'json', true],
    ['string', ['{}'], undefined, false],
    ['json', ['true'], 'boolean', false],
    ['any', ['true'], 'boolean', false],
  ] as const)('with %s for %j of type %s always returns the default: %s', (asks, variations, returnType, isDefault) => {
    expect(givesDefaultOnly(asks, variations, returnType)).toBe(isDefault);
  });

  it('returns the default to every user in the SDK for Node', () => {
    const tally = new TypedTally();
    expect(wrongDefaults(1, 200, tally)).toEqual([]);
    expect(tally.said).toBeGreaterThan(500);
  });
});
