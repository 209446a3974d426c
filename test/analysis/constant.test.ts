import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConstantTally, wrongConstants } from './constant.property.js';

describe('A constant toggle', () => {
  beforeAll(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterAll(() => vi.useRealTimers());

  it('gives every user the same value at any time', () => {
    const tally = new ConstantTally();
    expect(wrongConstants(1, 400, tally)).toEqual([]);
    expect(tally.proved).toBeGreaterThan(tally.constant * 0.9);
  });
});
