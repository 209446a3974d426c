/** A server process that is typed to, and timed. Times are milliseconds of performance.now(). */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestMessage, ResponseMessage } from 'vscode-languageserver-protocol/node';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver-protocol/node';
import type { Change } from '../../server/src/core/json/text.js';
import type { Peer } from './servers.js';

export interface Session {
  readonly peer: Peer;
  /** Opens a document and gives the time until its problems were there. */
  readonly open: (name: string, text: string) => Promise<number>;
  /** Changes it and gives the time until the problems of that change were there. */
  readonly type: (name: string, changes: readonly Change[]) => Promise<number>;
  /** Changes it, asks everything at once, and gives the time until the last answer. */
  readonly ask: (name: string, changes: readonly Change[], requests: readonly Request[]) => Promise<number>;
  /** @returns the results of these requests, by method */
  readonly results: (name: string, requests: readonly Request[]) => Promise<Readonly<Record<string, unknown>>>;
  readonly notify: (method: string, params: object) => void;
  readonly close: (name: string) => void;
  /** Resident memory, in kilobytes. */
  readonly memory: () => number;
  readonly stop: () => Promise<void>;
}

/** Of a document. */
export interface Request {
  readonly method: string;
  readonly params?: object;
}

type Incoming = Partial<RequestMessage & ResponseMessage> & { readonly params?: unknown };

/** @param folder as a URI; where none is given, one that does not exist */
export async function startSession(peer: Peer, folder?: string): Promise<Session> {
  const process_ = spawn(process.execPath, peer.command, { env: environment() });
  process_.stderr.resume();
  const reader = new StreamMessageReader(process_.stdout);
  const writer = new StreamMessageWriter(process_.stdin);
  const versions = new Map<string, number>();
  const resultIds = new Map<string, string | undefined>();
  const answers = new Map<number, (message: Incoming) => void>();
  let published: ((params: { readonly uri: string }) => void) | undefined;
  let lastId = 0;

  const send = (message: object) => void writer.write({ jsonrpc: '2.0', ...message });
  const request = (method: string, params: unknown) =>
    new Promise<Incoming>((resolve) => {
      lastId += 1;
      answers.set(lastId, resolve);
      send({ id: lastId, method, params });
    });
  reader.listen((message) => {
    const { id, method, params } = message as Incoming;
    if (method === 'textDocument/publishDiagnostics') published?.(params as { readonly uri: string });
    else if (method === 'workspace/configuration') send({ id, result: configuration(peer, params) });
    else if (method !== undefined && id !== undefined) send({ id, result: null });
    else if (typeof id === 'number') answers.get(id)?.(message);
  });

  await request('initialize', {
    processId: process.pid,
    rootUri: folder ?? null,
    workspaceFolders: folder === undefined ? null : [{ uri: folder, name: 'bench' }],
    initializationOptions: { provideFormatter: false },
    capabilities: {
      textDocument: {
        publishDiagnostics: {},
        ...(peer.pulls && { diagnostic: {} }),
        // As VS Code says it.
        codeAction: {
          resolveSupport: { properties: ['edit'] },
          codeActionLiteralSupport: { codeActionKind: { valueSet: [] } },
        },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        foldingRange: { rangeLimit: 5_000, lineFoldingOnly: true },
      },
      workspace: { configuration: true, ...(peer.pulls && { diagnostics: { refreshSupport: true } }) },
    },
  });
  send({ method: 'initialized', params: {} });
  if (peer.settings) send({ method: 'workspace/didChangeConfiguration', params: { settings: peer.settings } });

  const uriOf = (name: string) => `${folder ?? 'file:///bench'}/${name}.targeting.json`;
  const problemsOf = async (uri: string): Promise<void> => {
    if (!peer.pulls) {
      return new Promise((resolve) => {
        published = (params) => {
          if (params.uri !== uri) return;
          published = undefined;
          resolve();
        };
      });
    }
    const previousResultId = resultIds.get(uri);
    const { result } = await request('textDocument/diagnostic', {
      textDocument: { uri },
      ...(previousResultId !== undefined && { previousResultId }),
    });
    resultIds.set(uri, (result as { readonly resultId?: string }).resultId);
  };
  const change = (name: string, contentChanges: readonly Change[]) => {
    const uri = uriOf(name);
    const version = (versions.get(uri) ?? 0) + 1;
    versions.set(uri, version);
    send({ method: 'textDocument/didChange', params: { textDocument: { uri, version }, contentChanges } });
    return uri;
  };

  return {
    peer,
    open: async (name, text) => {
      const uri = uriOf(name);
      versions.set(uri, 1);
      const start = performance.now();
      send({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri, languageId: 'json', version: 1, text } },
      });
      await problemsOf(uri);
      return performance.now() - start;
    },
    ask: async (name, changes, requests) => {
      const start = performance.now();
      const uri = change(name, changes);
      const asked = requests.map(({ method, params }) => request(method, { textDocument: { uri }, ...params }));
      await Promise.all([problemsOf(uri), ...asked]);
      return performance.now() - start;
    },
    results: async (name, requests) => {
      const textDocument = { uri: uriOf(name) };
      const all = requests.map(async ({ method, params }): Promise<[string, unknown]> => {
        const { result } = await request(method, { textDocument, ...params });
        return [method, result];
      });
      return Object.fromEntries(await Promise.all(all));
    },
    notify: (method, params) => {
      send({ method, params });
    },
    type: async (name, changes) => {
      const start = performance.now();
      await problemsOf(change(name, changes));
      return performance.now() - start;
    },
    close: (name) => send({ method: 'textDocument/didClose', params: { textDocument: { uri: uriOf(name) } } }),
    memory: () => memoryOf(process_),
    stop: async () => {
      await request('shutdown', null);
      send({ method: 'exit' });
      await once(process_, 'exit');
    },
  };
}

function configuration({ settings = {} }: Peer, params: unknown): unknown[] {
  const { items } = params as { items: { section?: string }[] };
  return items.map(({ section }) => (section === undefined ? settings : (settings[section] ?? null)));
}

/** NODE_EXTRA_CA_CERTS adds a fixed time to every start of Node. */
export function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_EXTRA_CA_CERTS'));
}

export function memoryOf({ pid }: ChildProcessWithoutNullStreams): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim());
}
