/**
 * `npm run fuzz -- [--seconds 60] [--seed N] [--only edits|features|config|server]`: as long as one likes, text and
 * changes that nobody would make, against parser, incremental model, features, config and the built server. An exception,
 * an answer that takes over a second or memory that is not given back ends it with the seed that brings it about again.
 */
import { parseArgs } from 'node:util';
import { config, features } from './anyDocument.js';
import { typeInto } from './differential.js';
import type { Random } from './random.js';
import { random } from './random.js';
import { giants, serverSession } from './throughLsp.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    only: { type: 'string' },
  },
});

/** What is done with one seed, and how many inputs that is. */
const parts: Readonly<
  Record<string, { readonly inputs: number; readonly run: (random: Random) => void | Promise<void> }>
> = {
  edits: { inputs: 100, run: (made) => typeInto(made, 100) },
  features: { inputs: 20, run: (made) => features(made, 20) },
  config: { inputs: 100, run: (made) => config(made, 100) },
  server: { inputs: 300, run: (made) => serverSession(made, 300) },
};

const names = values.only === undefined ? Object.keys(parts) : [values.only];
const first = Number(values.seed);
if (values.only === undefined || values.only === 'server') {
  // A second, as people feel it, but on a machine that has other work in a few seconds' run.
  await giants(Number(values.seconds) >= 60 ? 1_000 : 10_000);
}
for (const name of names) await run(name);

async function run(name: string): Promise<void> {
  const part = parts[name];
  if (part === undefined) throw new Error(`No part "${name}": ${Object.keys(parts).join(', ')}`);
  const end = Date.now() + (Number(values.seconds) * 1_000) / names.length;
  const warmUntil = Date.now() + (Number(values.seconds) * 250) / names.length;
  let inputs = 0;
  let before: number | undefined;
  let seed = first;
  for (; Date.now() < end; seed += 1) {
    const start = performance.now();
    try {
      await part.run(random(seed));
    } catch (error) {
      throw new Error(`--only ${name} --seed ${seed}: ${String(error)}`, { cause: error });
    }
    if (performance.now() - start > 1_000 * Math.max(1, part.inputs / 100))
      console.log(`slow: --only ${name} --seed ${seed}`);
    inputs += part.inputs;
    // Compiled code and caches of the runtime are there by now.
    if (before === undefined && Date.now() > warmUntil) before = heap();
  }
  const growth = before === undefined ? undefined : heap() / before;
  const memory = growth === undefined ? '' : `, heap × ${growth.toFixed(2)}`;
  console.log(`${name}: ${inputs} inputs, seeds ${first} to ${seed - 1}${memory}`);
  // In a few seconds the runtime still compiles.
  if (Number(values.seconds) >= 60 && growth !== undefined && growth > 1.1)
    throw new Error(`${name} keeps memory: × ${growth.toFixed(2)}`);
}

function heap(): number {
  if (globalThis.gc === undefined) throw new Error('Start Node with --expose-gc.');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
