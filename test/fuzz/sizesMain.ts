/** `npm run no-answer-waits -- [--rounds 8] [--seed 1] [--only wide]`: prints how long hovers wait while a file of hostile size is open; fails above 200 ms. */
import { parseArgs } from 'node:util';
import { random } from './random.js';
import type { Wait } from './sizes.js';
import { noAnswerWaits } from './sizes.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const LIMIT = 200;

const waits: Wait[] = [];
for (let round = 0; round < Number(values.rounds); round += 1)
  waits.push(...(await noAnswerWaits(random(Number(values.seed) + round), values.only)));
for (const name of new Set(waits.map(({ file }) => file))) report(name, (file) => file === name);
report('all', () => true);
process.exitCode = waits.some(({ milliseconds }) => milliseconds > LIMIT) ? 1 : 0;

function report(title: string, isWanted: (file: string) => boolean): void {
  const sorted = waits
    .filter(({ file }) => isWanted(file))
    .map(({ milliseconds }) => milliseconds)
    .sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  console.log(
    `${title}: ${sorted.length} hovers, 50 % ${at(0.5)} ms, 95 % ${at(0.95)}, 99 % ${at(0.99)}, slowest ${at(1)}`,
  );
}
