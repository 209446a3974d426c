/** `SEED=7 CONTENTS=1` repeats one content, and `SDKS` adds SDKs (`otherSdks.ts`). */
import { describe, expect, it } from 'vitest';
import { otherSdks, wrongAnswers } from './otherSdks.js';
import { TypedTally, wrongDefaults } from './typedCall.property.js';

const contents = Number(process.env['CONTENTS'] ?? 20_000);
const firstSeed = Number(process.env['SEED'] ?? 1);

describe('a typed call', () => {
  const tally = new TypedTally();

  it('returns the default to every user in the SDK for Node', () => {
    expect(wrongDefaults(firstSeed, contents, tally)).toEqual([]);
    const { calls, defaults, said, saidOfUnknown } = tally;
    process.stdout.write(`${JSON.stringify({ contents, calls, defaults, said, saidOfUnknown })}\n`);
  });

  // The SDK for Python has no typed calls.
  const typed = otherSdks.filter(({ name }) => name !== 'python');
  it.each(typed)('returns the default to every user in the SDK for $name', { timeout: 3_600_000 }, async (sdk) => {
    for (const asked of Object.values(tally.asked)) expect(await wrongAnswers(sdk, asked)).toEqual([]);
  });
});
