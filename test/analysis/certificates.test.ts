/** Tests why findings are true: each line of made-up certificates, and the words of small ones. */
import { expect, it } from 'vitest';
import { rounds } from '../support/rounds.js';
import { CertificateTally, falseLines } from './certificate.property.js';

const contents = Number(process.env['CONTENTS'] ?? rounds(2_000));
const firstSeed = Number(process.env['SEED'] ?? 1);

it(
  'Each line of a certificate is true, and together they are of everyone',
  { timeout: 60_000 + contents * 100 },
  () => {
    const tally = new CertificateTally();
    const wrong: string[] = [];
    for (let seed = firstSeed; seed < firstSeed + contents && wrong.length < 10; seed += 1)
      wrong.push(...falseLines(seed, tally).map((line) => `seed ${seed}: ${line}`));
    expect(wrong).toEqual([]);
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(tally.ofCells).toBeGreaterThan(contents);
    expect(tally.ofWords).toBeGreaterThan(contents);
  },
);
