/** Answers git.c with the Git of this machine. Paths below `drive` are those of C:. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';

export interface LinuxGit {
  readonly count: () => number;
  readonly close: () => void;
}

export async function linuxGit(drive: string, home: string): Promise<LinuxGit> {
  let count = 0;
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    let isAnswered = false;
    socket.on('error', () => undefined);
    socket.on('data', (more) => {
      bytes = Buffer.concat([bytes, Buffer.from(more)]);
      const question = questionIn(bytes);
      if (question === undefined || isAnswered) return;
      isAnswered = true;
      count += 1;
      answer(question, drive, home, socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  writeFileSync(join(drive, 'git-port.txt'), String(address.port));
  return { count: () => count, close: () => server.close() };
}

interface Question {
  readonly folder: string;
  readonly args: readonly string[];
  readonly environment: readonly string[];
}

/** @returns undefined until all bytes have arrived */
function questionIn(bytes: Buffer): Question | undefined {
  const texts: string[] = [];
  for (let at = 0; ;) {
    const space = bytes.indexOf(' ', at);
    if (space === -1) break;
    const end = space + 1 + Number(bytes.subarray(at, space));
    if (end > bytes.length) break;
    texts.push(bytes.subarray(space + 1, end).toString());
    at = end;
  }
  const [folder, args, ...rest] = texts;
  const environment = rest[Number(args)];
  if (folder === undefined || environment === undefined) return undefined;
  const variables = rest.slice(Number(args) + 1);
  return variables.length < Number(environment)
    ? undefined
    : { folder, args: rest.slice(0, Number(args)), environment: variables };
}

function answer({ folder, args, environment }: Question, drive: string, home: string, socket: Socket): void {
  const roots: Readonly<Record<string, string>> = { c: drive, p: join(drive, 'Repo'), z: '' };
  const toLinux = (text: string) =>
    /[cpz]:[\\/]/i.test(text)
      ? text.replace(/([cpz]):[\\/]/gi, (_, name: string) => `${roots[name.toLowerCase()]}/`).replaceAll('\\', '/')
      : text.replace(/^NUL$|(?<==)NUL$/, '/dev/null');
  const toWindows = (output: Buffer) => Buffer.from(output.toString('latin1').replaceAll(`${drive}/`, 'C:/'), 'latin1');
  const passed = environment.flatMap((each) => {
    const [, name = '', value = ''] = /^(GIT_\w+)=(.*)$/s.exec(each) ?? [];
    return name === '' ? [] : [[name, value]];
  });
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    LC_ALL: 'C',
    ...Object.fromEntries(passed),
  } as NodeJS.ProcessEnv;
  const { stdout, stderr, status } = spawnSync('git', args.map(toLinux), {
    cwd: toLinux(folder),
    env,
    maxBuffer: 2 ** 28,
  });
  const parts = [toWindows(stdout), toWindows(stderr)];
  socket.end(
    Buffer.concat([
      ...parts.flatMap((part) => [Buffer.from(`${part.length} `), part]),
      Buffer.from(`${status ?? 128} `),
    ]),
  );
}
