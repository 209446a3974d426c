/**
 * `npm run fuzz -- [--seconds 60] [--seed N] [--only edits|features|config|server|sizes]`: tries random text and changes on the parser,
 * incremental model, features, config and built server. An exception, an answer above a second or a leak ends it with the seed that repeats
 * the failure. Below 60 seconds, time and memory are not judged: such a run is part of `npm run test:all`, next to other work of the
 * machine.
 */
import { parseArgs } from 'node:util';
import { config, features } from './anyDocument.js';
import { typeInto } from './differential.js';
import type { Random } from './random.js';
import { random } from './random.js';
import { hoversBeside, sizedFiles } from './sizes.js';
import { giants, serverSession } from './throughLsp.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    only: { type: 'string' },
  },
});

/** The work for one seed, and how many inputs that is. */
const parts: Readonly<
  Record<string, { readonly inputs: number; readonly run: (random: Random) => void | Promise<void> }>
> = {
  edits: { inputs: 100, run: (made) => typeInto(made, 100) },
  features: { inputs: 20, run: (made) => features(made, 20, limit) },
  config: { inputs: 100, run: (made) => config(made, 100, limit) },
  server: { inputs: 300, run: (made) => serverSession(made, 300, limit) },
  sizes: { inputs: 1, run: sizes },
};

const names = values.only === undefined ? Object.keys(parts) : [values.only];
const first = Number(values.seed);
const judges = Number(values.seconds) >= 60;
/** Milliseconds per answer: people notice more than a second. */
const limit = judges ? 1_000 : Infinity;
if (values.only === undefined || values.only === 'server') {
  await giants(limit);
}
for (const name of names) await run(name);

async function run(name: string): Promise<void> {
  const part = parts[name];
  if (part === undefined) throw new Error(`No part "${name}": ${Object.keys(parts).join(', ')}`);
  const milliseconds = (Number(values.seconds) * 1_000) / names.length;
  let seed = first;
  const goOn = async (duration: number) => {
    for (const end = Date.now() + duration; Date.now() < end; seed += 1) {
      const start = performance.now();
      try {
        await part.run(random(seed));
      } catch (error) {
        throw new Error(`--only ${name} --seed ${seed}: ${String(error)}`, { cause: error });
      }
      if (judges && performance.now() - start > 5_000) console.log(`slow: --only ${name} --seed ${seed}`);
    }
  };
  const growthIn = async (duration: number) => {
    const before = await heap();
    await goOn(duration);
    return (await heap()) / before;
  };
  // Compiled code and caches of the runtime exist by then.
  await goOn(milliseconds / 4);
  const growths = [await growthIn((milliseconds * 3) / 4)];
  // On a busy machine the runtime grows for a while and then stops; a leak goes on. A few seconds show nothing of that.
  const isSuspect = () => judges && (growths[0] ?? 1) > 1.1 && (growths.at(-1) ?? 1) > 1.05;
  while (isSuspect() && growths.length < 4) growths.push(await growthIn(milliseconds));
  const memory = growths.map((growth) => `× ${growth.toFixed(2)}`).join(', ');
  console.log(`${name}: ${(seed - first) * part.inputs} inputs, seeds ${first} to ${seed - 1}, heap ${memory}`);
  if (isSuspect()) throw new Error(`${name} keeps memory: ${memory}`);
}

async function sizes(made: Random): Promise<void> {
  const file = made.pick(sizedFiles(made));
  const slowest = Math.max(...(await hoversBeside(file)));
  if (slowest > limit) throw new Error(`A hover beside ${file.name} took ${Math.round(slowest)} ms.`);
}

async function heap(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('Start Node with --expose-gc.');
  // The last work releases its memory a turn later.
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
