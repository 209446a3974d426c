/** Runs in Node for Windows: forks the built server, sends the messages of a file, and writes the answers. */
import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
  readonly result?: unknown;
  readonly isRequest?: true;
}

const [server = '', messages = '', answers = ''] = process.argv.slice(2);
const child = fork(server, ['--node-ipc'], { silent: true, execArgv: [] });
const waiting = new Map<number | undefined, (message: Message) => void>();
const got: unknown[] = [];
child.on('message', (message) => {
  const { id = -1, method } = message as Message;
  if (method === undefined) waiting.get(id)?.(message as Message);
  else if (id !== -1) child.send({ jsonrpc: '2.0', id, result: null });
});
child.on('exit', (code) => {
  writeFileSync(answers, JSON.stringify({ code, answers: got }));
  process.exit(0);
});
void tell(JSON.parse(readFileSync(messages, 'utf8')) as readonly Message[]);

async function tell(all: readonly Message[]): Promise<void> {
  for (const [id, { isRequest, ...message }] of all.entries()) {
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    child.send({ jsonrpc: '2.0', ...(isRequest && { id }), ...message });
    if (isRequest) got.push((await answered).result);
  }
}
