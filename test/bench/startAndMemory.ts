/** From nothing to the first problems, and what a server keeps in memory, times those of a bare Node process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { median, milliseconds, number, table } from './figures.js';
import type { Peer } from './servers.js';
import { environment, memoryOf, startSession } from './session.js';
import { shape } from './shapes.js';

export async function startAndMemory(peers: readonly Peer[], rounds: number): Promise<string> {
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
  const rows = peers.map((peer) => {
    const own = times.get(peer) ?? { small: [], large: [], memory: [] };
    return [
      peer.name,
      number(median(own.small) / median(bare)),
      milliseconds(own.small),
      number(median(own.large) / median(bare)),
      milliseconds(own.large),
      number(median(own.memory) / median(bareMemory)),
      `${number(median(own.memory) / 1024)} MB`,
    ];
  });
  const first = ['bare Node', '1', milliseconds(bare), '1', '', '1', `${number(median(bareMemory) / 1024)} MB`];
  const head = ['server', 'first problems', 'ms', 'of 1 MiB', 'ms', 'memory at 1 MiB', ''];
  return table(head, [first, ...rows]);
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
  const node = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log()'], { env: environment() });
  await once(node.stdout, 'data');
  const memory = memoryOf(node);
  node.kill();
  return memory;
}
