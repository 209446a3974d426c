/** What is said of nobody, tried for users of every SDK. `SEED=… CONTENTS=1` makes a content again. */
import { expect, it } from 'vitest';
import { rounds } from '../support/rounds.js';
import { falseToSomeSdk } from './everySdk.property.js';

const contents = Number(process.env['CONTENTS'] ?? rounds(5_000));
const firstSeed = Number(process.env['SEED'] ?? 1);

it('says of nobody only what no user of any SDK contradicts', { timeout: 60_000 + contents * 20 }, () => {
  const said: Record<string, number> = {};
  const wrong: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + contents && wrong.length < 10; seed += 1)
    wrong.push(...falseToSomeSdk(seed, said).map((claim) => `seed ${seed}: ${claim}`));
  process.stdout.write(`${JSON.stringify(said)}\n`);
  expect(wrong).toEqual([]);
});
