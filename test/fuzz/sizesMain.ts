/** `npm run no-answer-waits -- [--rounds 8] [--seed 1] [--only wide]`: prints how long hovers wait while a file of hostile size is open; fails above 200 ms. */
import { parseArgs } from 'node:util';
import { random } from './random.js';
import { hoversBeside, sizedFiles } from './sizes.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const LIMIT = 200;

/** By file. */
const waits = new Map<string, number[]>();
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const file of sizedFiles(random(Number(values.seed) + round))) {
    if (values.only !== undefined && values.only !== file.name) continue;
    waits.set(file.name, [...(waits.get(file.name) ?? []), ...(await hoversBeside(file))]);
  }
const all = [...waits.values()].flat();
for (const [name, each] of waits) report(name, each);
report('all', all);
process.exitCode = all.some((milliseconds) => milliseconds > LIMIT) ? 1 : 0;

function report(title: string, each: readonly number[]): void {
  const sorted = each.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  console.log(
    `${title}: ${sorted.length} hovers, 50 % ${at(0.5)} ms, 95 % ${at(0.95)}, 99 % ${at(0.99)}, slowest ${at(1)}`,
  );
}
