/** An LSP client on stdio. It shares no code with the product, so that a mistake in one does not hide in the other. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
// As VS Code announces them, without those that have nothing to do with JSON.
import capabilities from './capabilities.json' with { type: 'json' };

interface Report {
  readonly resultId?: string;
  readonly items?: readonly unknown[];
}

export type Reports = Readonly<Record<'items', readonly Report[]>>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[]; readonly value?: Reports };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export class Client {
  /** Receives the value of each `$/progress`. */
  progress: (value: Reports) => void = () => undefined;
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: Message) => void>();
  readonly #reports = new Map<string, Report>();
  #lastId = 0;

  private constructor(args: readonly string[]) {
    this.#process = spawn(process.execPath, [...args, '--stdio']);
    this.#process.stderr.resume();
    this.#process.once('exit', (code) => {
      for (const answer of this.#waiting.values()) answer({ error: { message: `The server ended with ${code}.` } });
    });
    readFrames(this.#process.stdout, (text) => this.#receive(JSON.parse(text) as Message));
  }

  /** @param args of Node @param folder the URI of the workspace folder @param settings sent once the server is initialized */
  static async start(args: readonly string[], folder: string, settings: object): Promise<Client> {
    const client = new Client(args);
    const workspaceFolders = [{ uri: folder, name: 'bench' }];
    const own = { processId: process.pid, rootUri: folder, workspaceFolders, initializationOptions: {} };
    await client.request('initialize', { ...own, capabilities });
    client.send({ method: 'initialized', params: {} });
    client.send({ method: 'workspace/didChangeConfiguration', params: { settings } });
    return client;
  }

  send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  /** @returns the result; throws if the server answers with an error or ends */
  async request(method: string, params: unknown): Promise<unknown> {
    const id = (this.#lastId += 1);
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.send({ id, method, params });
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** Opens a document; throws unless it has so many problems. */
  async open(uri: string, text: string, expected: number): Promise<void> {
    const textDocument = { uri, languageId: 'json', version: 1, text };
    this.send({ method: 'textDocument/didOpen', params: { textDocument } });
    await this.problems(uri, expected);
  }

  /** Throws unless the document has so many problems. */
  async problems(uri: string, expected: number): Promise<void> {
    const previousResultId = this.#reports.get(uri)?.resultId;
    const params = { textDocument: { uri }, ...(previousResultId !== undefined && { previousResultId }) };
    const report = (await this.request('textDocument/diagnostic', params)) as Report;
    // Without items, nothing has changed.
    if (report.items) this.#reports.set(uri, report);
    const found = this.#reports.get(uri)?.items?.length;
    if (found !== expected) throw new Error(`${uri} has ${found} problems instead of ${expected}.`);
  }

  /** @returns resident memory in MB */
  memory(): number {
    return Number(String(execFileSync('ps', ['-o', 'rss=', '-p', String(this.#process.pid)]))) / 1024;
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit');
    await this.request('shutdown', null);
    this.send({ method: 'exit' });
    await exit;
  }

  #receive(message: Message): void {
    const { id = 0, method, params } = message;
    if (method === undefined) this.#waiting.get(id)?.(message);
    if (method === '$/progress' && params?.value) this.progress(params.value);
    // There are no settings. Anything else that the server asks for is granted.
    if (method && 'id' in message) this.send({ id, result: params?.items?.map(() => null) ?? null });
  }
}

/** Calls `receive` with the body of each frame. */
function readFrames(stream: Readable, receive: (text: string) => void): void {
  let [header, length] = ['', 0];
  stream.on('readable', () => {
    for (;;) {
      const part = stream.read(length || 1) as Buffer | null;
      if (part === null) return;
      if (length > 0) receive(part.toString());
      else header += part.toString();
      if (length === 0 && !header.endsWith('\r\n\r\n')) continue;
      [length, header] = [Number(/Length: (\d+)/i.exec(header)?.[1] ?? 0), ''];
    }
  });
}
