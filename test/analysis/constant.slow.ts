/** `SEED=7 CONTENTS=1` tries one content again, and `SDKS` names further SDKs (`test/evaluation/otherSdks.ts`). */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { otherSdks, wrongAnswers } from '../evaluation/otherSdks.js';
import { ConstantTally, wrongConstants } from './constant.property.js';

const contents = Number(process.env['CONTENTS'] ?? 20_000);
const firstSeed = Number(process.env['SEED'] ?? 1);

describe('A constant toggle', () => {
  const tally = new ConstantTally();
  beforeAll(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  it('gives every user the same value at any time', () => {
    expect(wrongConstants(firstSeed, contents, tally)).toEqual([]);
    const { constant, proved, withRules, withPrerequisites } = tally;
    process.stdout.write(`${JSON.stringify({ contents, constant, proved, withRules, withPrerequisites })}\n`);
    expect(proved).toBeGreaterThan(constant * 0.9);
  });

  it.each(otherSdks)('gives every user the same value in the SDK for $name', { timeout: 3_600_000 }, async (sdk) => {
    expect(await wrongAnswers(sdk, tally.asked)).toEqual([]);
  });
});
