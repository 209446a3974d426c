/** Tests that several threads look at each file once, and report as one thread does. */
import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Share } from '../../server/src/cli/check/threads.js';
import { onAllCores, partsOf } from '../../server/src/cli/check/threads.js';
import { nextTurn } from '../../server/src/workspace/turns.js';
import { bodies, commandLineTrials } from '../support/commandLine.js';

const trialWith = commandLineTrials();
const paths = Array.from({ length: 5_000 }, (_, index) => `file ${index}`);

/** Collects results of this many threads, which all run in this one, in turns. */
async function resultsOn(cores: number, look: (path: string) => Promise<string>, other = look) {
  let started = 0;
  const start = async (share: Share, tell: (part: { first: number; results: readonly string[] }) => void) => {
    started += 1;
    for await (const part of partsOf(share, other, nextTurn)) tell(part);
  };
  const results: string[] = [];
  for await (const result of onAllCores(paths, look, start, { cores, pause: nextTurn })) results.push(result);
  return { started, results };
}

describe('work on many files', () => {
  it('gives a result for each file, in order, whichever thread looks at it', async () => {
    const looked = { here: 0, there: 0 };
    const count = (by: keyof typeof looked) => (path: string) => {
      looked[by] += 1;
      return Promise.resolve(`${path}!`);
    };
    const { started, results } = await resultsOn(3, count('here'), count('there'));
    expect(results).toEqual(paths.map((path) => `${path}!`));
    expect(started).toBe(2);
    expect(looked.here).toBeGreaterThan(0);
    expect(looked.there).toBeGreaterThan(0);
    expect(looked.here + looked.there).toBe(paths.length);
  });

  it('starts no thread for few files, and none on one core', async () => {
    const look = (path: string) => Promise.resolve(path);
    expect((await resultsOn(1, look)).started).toBe(0);
    expect((await resultsOn(64, look)).started).toBe(4);
  });

  it('fails when another thread does', async () => {
    const fail = () => Promise.reject(new Error('out of memory'));
    await expect(resultsOn(2, (path) => Promise.resolve(path), fail)).rejects.toThrow('out of memory');
  });
});

it('work on many files, of which a thread loses some fails, though the thread ends without an error', async () => {
  const results: string[] = [];
  const silent = async (share: Share, tell: (part: { first: number; results: readonly string[] }) => void) => {
    let parts = 0;
    for await (const part of partsOf(share, (path) => Promise.resolve(path), nextTurn)) if (++parts !== 2) tell(part);
  };
  const look = (path: string) => Promise.resolve(path);
  const all = async () => {
    for await (const result of onAllCores(paths, look, silent, { cores: 2, pause: nextTurn })) results.push(result);
  };
  await expect(all()).rejects.toThrow(/^A thread ended without the result of file \d+\.$/);
  expect(results).toEqual(paths.slice(0, results.length));
  expect(results.length).toBeLessThan(paths.length);
});

it('a check of thousands of files reports what checks of its halves report, one after the other', async () => {
  const trial = trialWith({ 'a/targeting.config.json': '{ "environments": 1 }' });
  for (let index = 0; index < 2_200; index += 1)
    trial.write(`${index < 1_100 ? 'a' : 'b'}/t${index}.targeting.json`, index % 50 === 0 ? bodies.warning : '{}');
  symlinkSync('nowhere', trial.path('b/t0.targeting.json'));
  const problemsIn = async (...places: readonly string[]) => {
    const { stdout, stderr } = await trial.spawned(['check', '--format', 'json', ...places]);
    return { problems: (JSON.parse(stdout) as { readonly problems: readonly unknown[] }).problems, stderr };
  };
  const [all, a, b] = [await problemsIn('a', 'b'), await problemsIn('a'), await problemsIn('b')];
  expect(a.problems.length).toBe(23);
  expect(all).toEqual({ problems: [...a.problems, ...b.problems], stderr: a.stderr + b.stderr });
});
