/**
 * A second, naive program that checks the product's claims and shares no code with it: `npm run test:verify -- --cases 2000 --seed 1`.
 */
import { writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { holdBatch } from './batch.js';
import type { Tally } from './claims.js';
import { addTally, newTally, tally } from './claims.js';
import { Random } from './random.js';

const CASES_IN_A_BATCH = 250;
/** If one failure is enough. */
const CASES_IN_A_SMALL_BATCH = 25;

interface Work {
  readonly cases: number;
  readonly perBatch: number;
  readonly seed: number;
  readonly stopsAtFirst: boolean;
  readonly thread: number;
  readonly threads: number;
}

if (isMainThread) await holdAll();
else holdShare(workerData as Work);

async function holdAll(): Promise<void> {
  const { values } = parseArgs({
    options: {
      cases: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      first: { type: 'boolean', default: false },
    },
  });
  const cases = Number(values.cases);
  const perBatch = values.first ? CASES_IN_A_SMALL_BATCH : CASES_IN_A_BATCH;
  const threads = Math.min(availableParallelism(), Math.ceil(cases / perBatch));
  const work = { cases, perBatch, seed: Number(values.seed), stopsAtFirst: values.first, threads };
  const shares = await Promise.all(Array.from({ length: threads }, (_, thread) => shareOf({ ...work, thread })));
  const all = newTally();
  for (const share of shares) addTally(all, share);
  report(all);
}

function shareOf(work: Work): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(import.meta.filename, { workerData: work }).once('error', reject);
    thread.once('message', (share: Tally) => {
      if (work.stopsAtFirst && share.failures.length > 0) {
        report(share);
        process.exit();
      }
      resolve(share);
    });
  });
}

function holdShare({ cases, perBatch, seed, stopsAtFirst, thread, threads }: Work): void {
  for (let batch = thread; batch * perBatch < cases; batch += threads) {
    const done = batch * perBatch;
    holdBatch(Math.min(perBatch, cases - done), new Random(seed * 1_000_003 + batch));
    // Other output of a thread appears only when it has ended.
    writeSync(
      2,
      `batch ${batch}: ${tally.counts.pairs.toExponential(2)} pairs in this thread, ${tally.failures.length} failures\n`,
    );
    if (stopsAtFirst && tally.failures.length > 0) break;
  }
  parentPort?.postMessage(tally);
}

function report(all: Tally): void {
  for (const [kind, { tried, false: wrong }] of [...all.claims].sort()) console.log(`${kind}\t${tried}\t${wrong}`);
  const { found, dead, exact, bounded, unknown, pairs } = all.counts;
  console.log(`dead rules found\t${found} of ${dead} (${((100 * found) / Math.max(1, dead)).toFixed(1)} %)`);
  for (const [kind, count] of all.missed) console.log(`  missed: ${kind}\t${count}`);
  console.log(`shares exact ${exact}, bounded ${bounded}, unknown ${unknown}`);
  console.log(`pairs\t${pairs.toExponential(3)}`);
  for (const failure of all.failures) console.log(`\nFALSE ${failure}`);
  process.exitCode = all.failures.length === 0 ? 0 : 1;
}
