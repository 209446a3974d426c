/**
 * A push of one file, with everything that it touches real but the editor: the service, the wire, the file, the memory of what
 * was pushed. What a person would be asked is a mistake here: there is nothing to ask.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { MemoryStore } from '../../../client/src/memoryStore.js';
import type { Remembered } from '../../../server/src/service/push/memory.js';
import type { PushResult } from '../../../server/src/service/push/push.js';
import { pushFile } from '../../../server/src/service/push/pushFile.js';
import type { Told } from '../../../server/src/service/http/describe.js';
import { tell } from '../../../server/src/service/http/describe.js';
import type { Network } from '../../../server/src/service/http/dispatcher.js';
import type { Exchange } from '../../../server/src/service/http/request.js';
import { exchange } from '../../../server/src/service/http/request.js';
import { serviceOf } from '../../../server/src/service/http/service.js';
import { parse } from '../../../server/src/core/json/document.js';
import { payload } from '../../../server/src/core/features/payload.js';
import type { Target } from '../../../server/src/core/protocol.js';
import { impactOfStates } from '../../support/impact.js';
import type { Fault } from '../../service/faults.js';
import type { ReceivedRequest } from '../../service/service.js';
import { startTrial } from '../../service/trial.js';
import { plainNetwork, targetAt } from '../pushTrial.js';
import type { Certificate } from '../service/certificates.js';
import type { Wire, WireFault } from './wire.js';
import { startWire } from './wire.js';

export interface Trouble {
  /** Which of the requests of the push it strikes, from 1. */
  readonly at: number;
  readonly wire?: WireFault | undefined;
  /** What becomes of the PATCH at the service, where it is not struck on its way. */
  readonly patching?: Fault | undefined;
  /** Nobody listens any more. */
  readonly gone?: boolean | undefined;
  readonly tls?: Certificate | undefined;
  readonly network?: Partial<Network> | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly comment?: string | undefined;
  /** Where the wire begins, and the host that the config names. */
  readonly listens?: string | undefined;
  readonly named?: string | undefined;
}

export interface Aftermath {
  /** The kind of the outcome, or of the result where nothing was sent. */
  readonly kind: string;
  readonly told: Pick<Told, 'level' | 'sentence'>;
  /** Method, path and whether the token was there, of each request that left. */
  readonly sent: readonly string[];
  readonly before: Remembered;
  readonly base: Remembered | undefined;
}

const token = 'api-full';
/** Milliseconds since 1970, of what is remembered before and after. */
const [earlier, now] = [1000, 2000];

export async function pushInto(api: Target['api'], trouble: Trouble): Promise<Aftermath> {
  const cancelling = new AbortController();
  const { at, tls, listens = '127.0.0.1', named = listens } = trouble;
  const answer = ({ method }: ReceivedRequest) => (method === 'PATCH' ? trouble.patching : undefined);
  const service = await startTrial({ answer, ...(tls && { tls }) });
  const fault = (connection: number) => (connection === at ? trouble.wire : undefined);
  const cancel = () => cancelling.abort();
  const wire = await startWire({ host: listens, to: service.port, fault, cancel });
  const target = targetAt(`${tls ? 'https' : 'http'}://${named}:${wire.port}`, api && { api });

  const { file, uri, storage } = fileWith(trouble.comment ?? 'On');
  const text = readFileSync(file, 'utf8');
  const memoryStore = new MemoryStore({ globalStorageUri: storage }, fail);
  const { disabled, content } = service.targeting('P', 'dev', 'T');
  const before: Remembered =
    api === undefined
      ? { kind: 'pushed', body: '{"comment":"Off","disabled":true}', time: earlier }
      : {
          kind: 'seen',
          version: 1,
          state: { disabled, content: { ...content } },
          time: earlier,
          leftToService: ['rules', 'disabledServe', 'variations'],
        };
  await memoryStore.set(uri, target, before);
  const tokens = new Map([[new URL(target.baseUrl).origin, token]]);
  const kept = new Map(tokens);

  const send = sender(trouble, wire, cancelling.signal);
  const result = await pushFile({
    ...nobodyAsks,
    save: () => Promise.resolve(true),
    targets: () => Promise.resolve({ kind: 'found', configUri: uri, bound: true, targets: [target] }),
    check: () => {
      const body = payload(parse(readFileSync(file, 'utf8')));
      const comment = trouble.comment ?? 'On';
      return Promise.resolve({ version: 1, problems: [], comment, ...(body !== undefined && { body }) });
    },
    failing: () => Promise.resolve(null),
    token: (origin) => Promise.resolve(tokens.get(origin)),
    service: (_, url, secret) => serviceOf(target, url, (method, address, body) => send(method, address, secret, body)),
    remembered: () => memoryStore.get(uri, target),
    remember: (_, what, insteadOf) => memoryStore.set(uri, target, what, insteadOf),
    now: () => now,
  });

  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(tokens).toEqual(kept);
  expect(JSON.stringify(result)).not.toContain(token);
  expect(readFolder(join(storage.fsPath, 'bases'))).not.toContain(token);
  const sent = tls
    ? service.requests.map(({ method, path, headers }) => said(method, path, headers.authorization))
    : wire.heads.map(ofHead);
  return { ...tellOf(result), sent, before, base: await memoryStore.get(uri, target) };
}

/** Sends as requests.ts does; only the request that is struck has the network of the trouble. */
function sender(trouble: Trouble, wire: Wire, cancel: AbortSignal) {
  let requests = 0;
  return async (method: 'GET' | 'PATCH' | 'POST', url: URL, secret: string, body?: string): Promise<Exchange> => {
    requests += 1;
    const struck = requests === trouble.at;
    if (struck && trouble.gone) await wire.remove();
    const network = { ...plainNetwork, ...(struck ? trouble.network : { strictTls: false }) };
    const timeoutSeconds = (struck ? trouble.timeoutSeconds : undefined) ?? 30;
    const wanted = { method, url, token: secret, timeoutSeconds, network, ...(body !== undefined && { body }) };
    return exchange(wanted, cancel);
  };
}

/** A targeting file on disk, and the storage of the workspace beside it. */
function fileWith(comment: string) {
  const folder = mkdtempSync(join(tmpdir(), 'toggle-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'T.targeting.json');
  writeFileSync(
    file,
    `{\n  "comment": ${JSON.stringify(comment)},\n  "disabled": false,\n  "content": { "defaultServe": { "select": 0 } }\n}\n`,
  );
  const storage = { fsPath: join(folder, 'storage') };
  return { file, uri: pathToFileURL(file).href, storage };
}

const nobodyAsks = {
  trusted: true,
  version: () => 1,
  createConfig: () => asked('createConfig'),
  chooseTarget: () => asked('chooseTarget'),
  askComment: () => asked('askComment'),
  lastComment: () => undefined,
  commented: () => Promise.resolve(),
  show: () => asked('show'),
  release: () => Promise.resolve(),
  agree: () => Promise.resolve(),
  decide: () => asked('decide'),
  impact: impactOfStates,
  reconcile: () => asked('reconcile'),
  whileSending: <T>(_: unknown, push: () => Promise<T>) => push(),
  recordOutcome: () => Promise.resolve(),
  recordSubmission: () => asked('submitted'),
};

function asked(port: string): never {
  throw new Error(`${port} was asked for.`);
}

/** As reportPush.ts tells it. */
function tellOf(result: PushResult): Pick<Aftermath, 'kind' | 'told'> {
  if (result.kind === 'outcome') return { kind: result.outcome.kind, told: tell(result.outcome, result.target) };
  if (result.kind !== 'not-pushed') throw new Error(`Nobody thought of ${result.kind} here.`);
  return { kind: result.kind, told: { level: 'error', sentence: `Not pushed: ${result.reason}` } };
}

function ofHead(head: string): string {
  const [method = '', path = ''] = head.split(' ');
  return said(method, path, /^authorization: (.*)$/im.exec(head)?.[1]);
}

function said(method: string, path: string, authorization: string | undefined): string {
  return `${method} ${path} ${authorization === token ? 'with the token' : `with ${String(authorization)}`}`;
}

function readFolder(folder: string): string {
  return readdirSync(folder)
    .map((name) => `${name}: ${readFileSync(join(folder, name), 'utf8')}`)
    .join('\n');
}

/** The storage of these tests can always be written. */
function fail(error: unknown): never {
  throw error;
}
