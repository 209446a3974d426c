/** From nothing to the first problems, and what a server keeps in memory, times those of a bare Node process. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { median, megabytes, milliseconds, number, table } from './figures.js';
import type { Peer } from './servers.js';
import { environment, memoryOf, startSession } from './session.js';
import { shape } from './shapes.js';

/** @param rest milliseconds of doing nothing, after which memory is looked at once more: Node tidies up then */
export async function startAndMemory(peers: readonly Peer[], rounds: number, rest: number): Promise<string> {
  const small = '{ "disabled": "true" }';
  const large = shape('rules', 2 ** 20).text;
  const bare: number[] = [];
  const times = new Map(
    peers.map((peer) => [peer, { small: [] as number[], large: [] as number[], memory: [] as number[] }]),
  );
  const bareMemory: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await bareStart());
    bareMemory.push(await bareNode());
    for (const peer of peers) {
      const own = times.get(peer);
      own?.small.push((await firstProblems(peer, small)).time);
      const { time, memory } = await firstProblems(peer, large);
      own?.large.push(time);
      own?.memory.push(memory);
    }
  }
  const [bareAtRest = 0, ...atRest] = await memoryAtRest(peers, large, rounds, rest);
  const rows = peers.map((peer, index) => {
    const own = times.get(peer) ?? { small: [], large: [], memory: [] };
    const resting = atRest[index] ?? 0;
    return [
      peer.name,
      number(median(own.small) / median(bare)),
      milliseconds(own.small),
      number(median(own.large) / median(bare)),
      milliseconds(own.large),
      number(median(own.memory) / median(bareMemory)),
      megabytes(median(own.memory)),
      number(resting / bareAtRest),
      megabytes(resting),
    ];
  });
  const memory = [megabytes(median(bareMemory)), '1', megabytes(bareAtRest)];
  const first = ['bare Node', '1', milliseconds(bare), '1', '', '1', ...memory];
  const resting = `after ${rest / 1_000} s of rest`;
  const head = ['server', 'first problems', 'ms', 'of 1 MiB', 'ms', 'memory once they are there', '', resting, ''];
  return table(head, [first, ...rows]);
}

/** All of them at once: who rests does not disturb the others. Kilobytes, medians: of a bare Node, then of each peer. */
async function memoryAtRest(peers: readonly Peer[], text: string, rounds: number, rest: number): Promise<number[]> {
  const resting: { readonly memory: () => number; readonly stop: () => unknown }[][] = [[], ...peers.map(() => [])];
  for (let round = 0; round < rounds; round += 1) {
    const node = await startNode();
    resting[0]?.push({ memory: () => memoryOf(node), stop: () => node.kill() });
    for (const [index, peer] of peers.entries()) {
      const session = await startSession(peer);
      await session.open('first', text);
      resting[index + 1]?.push(session);
    }
  }
  await new Promise((resolve) => setTimeout(resolve, rest));
  const medians = resting.map((sessions) => median(sessions.map(({ memory }) => memory())));
  for (const { stop } of resting.flat()) await stop();
  return medians;
}

async function firstProblems(peer: Peer, text: string): Promise<{ time: number; memory: number }> {
  const start = performance.now();
  const session = await startSession(peer);
  await session.open('first', text);
  const time = performance.now() - start;
  const memory = session.memory();
  await session.stop();
  return { time, memory };
}

async function bareStart(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { env: environment(), stdio: 'ignore' }), 'exit');
  return performance.now() - start;
}

async function bareNode(): Promise<number> {
  const node = await startNode();
  const memory = memoryOf(node);
  node.kill();
  return memory;
}

async function startNode(): Promise<ChildProcessWithoutNullStreams> {
  const node = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log()'], { env: environment() });
  await once(node.stdout, 'data');
  return node;
}
