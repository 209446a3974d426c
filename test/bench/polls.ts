/** Polls of server SDKs at the server for local applications, beside a server of Node that answers the same to everybody. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { median, number, table } from './figures.js';

const CONNECTIONS = 10;

/** @param root of this project */
export async function polls(root: string, requests: number, rounds: number): Promise<string> {
  const built = join(root, 'test', 'serve', 'built.mjs');
  const ours = await start(built);
  const { length } = await (await fetch(`${ours.url}/api/server-sdk/toggles`, { headers: authorized })).text();
  const bare = join(root, 'test', 'bench', 'bareHttp.mjs');
  const [bareTag, bareBody] = [await start(bare, '0'), await start(bare, String(length))];
  try {
    const rows: string[][] = [];
    for (const [name, limit, headers, share] of [
      ['an unchanged tag', bareTag, { ...authorized, 'If-None-Match': '"1"' }, 1],
      [`2000 toggles, ${number(length / 1024)} KiB`, bareBody, authorized, 10],
    ] as const) {
      const [own, others]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        own.push(await rate(ours.url, headers, requests / share));
        others.push(await rate(limit.url, headers, requests / share));
      }
      rows.push([name, number(median(own) / median(others)), number(median(own)), number(median(others))]);
    }
    return table(['a poll that is answered with', 'ours : bare Node', 'ours, a second', 'bare Node, a second'], rows);
  } finally {
    for (const { stop } of [ours, bareTag, bareBody]) await stop();
  }
}

const authorized = { Authorization: 'server-1234' };

async function start(...command: readonly string[]) {
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const stop = async () => {
    const exit = once(child, 'exit');
    child.stdin.end();
    await exit;
  };
  return { url, stop };
}

/** Answers a second. Bare sockets, so that the client takes less time than what it measures. */
async function rate(url: string, headers: Readonly<Record<string, string>>, requests: number): Promise<number> {
  const { port, host } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET /api/server-sdk/toggles HTTP/1.1\r\n${lines.join('')}\r\n`;
  const each = Math.max(1, Math.ceil(requests / CONNECTIONS));
  const begin = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(Number(port), request, each)));
  return (1000 * each * CONNECTIONS) / (performance.now() - begin);
}

/** All answers are as long as the first. */
async function ask(port: number, request: string, times: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  let [size, received, asked] = [0, 0, 1];
  socket.write(request);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    if (size === 0) size = lengthOf(chunk.toString('latin1'));
    received += chunk.length;
    if (received < size * asked) continue;
    if (asked === times) break;
    asked += 1;
    socket.write(request);
  }
  if (received !== size * times) throw new Error(`${received} bytes were received, not ${size * times}.`);
}

function lengthOf(start: string): number {
  const head = start.indexOf('\r\n\r\n') + 4;
  return head + Number(/^Content-Length: (\d+)/im.exec(start)?.[1] ?? 0);
}
