/** Pushes one file over a real wire to the embedded service, and fails if anything is asked. */
import { expect } from 'vitest';
import type { Remembered } from '../../../server/src/service/push/memory.js';
import type { PushResult } from '../../../server/src/service/push/push.js';
import { pushFile } from '../../../server/src/service/push/pushFile.js';
import type { Notice } from '../../../server/src/service/http/describe.js';
import { describePush } from '../../../server/src/service/http/describe.js';
import type { Network } from '../../../server/src/service/http/dispatcher.js';
import type { Exchange } from '../../../server/src/service/http/request.js';
import { exchange } from '../../../server/src/service/http/request.js';
import { serviceOf } from '../../../server/src/service/http/service.js';
import { parse } from '../../../server/src/core/json/document.js';
import { payload } from '../../../server/src/core/features/payload.js';
import type { Target } from '../../../server/src/core/protocol.js';
import type { Fault } from '../../service/faults.js';
import type { ReceivedRequest } from '../../service/service.js';
import { startTrial } from '../../service/trial.js';
import { memoryOf, plainNetwork, quiet, targetAt } from '../pushTrial.js';
import type { Certificate } from '../service/certificates.js';
import type { Wire, WireFault } from './wire.js';
import { startWire } from './wire.js';

export interface Trouble {
  /** Which request of the push the fault strikes, from 1. */
  readonly at: number;
  readonly wire?: WireFault | undefined;
  /** The service's fault at the PATCH, if the wire lets it through. */
  readonly patching?: Fault | undefined;
  readonly gone?: boolean | undefined;
  readonly tls?: Certificate | undefined;
  readonly network?: Partial<Network> | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly comment?: string | undefined;
  /** The address where the wire listens, and the host that the config names. */
  readonly listens?: string | undefined;
  readonly named?: string | undefined;
}

export interface Aftermath {
  /** The kind of the outcome, or of the result if nothing was sent. */
  readonly kind: string;
  readonly told: Pick<Notice, 'level' | 'sentence'>;
  /** Method, path and whether the token was sent, for each request that left. */
  readonly sent: readonly string[];
  readonly before: Remembered;
  readonly base: Remembered | undefined;
}

const token = 'api-full';
/** Times of the memory before and after, in milliseconds since 1970. */
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

  const comment = trouble.comment ?? 'On';
  const text = `{ "comment": ${JSON.stringify(comment)}, "disabled": false, "content": { "defaultServe": { "select": 0 } } }`;
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
  const memory = new Map([[target.environment, before]]);
  const send = sender(trouble, wire, cancelling.signal);
  const body = payload(parse(text));
  const result = await pushFile({
    ...nobodyAsks,
    ...memoryOf(memory),
    open: () =>
      Promise.resolve({
        save: () => Promise.resolve(true),
        version: () => 1,
        check: () => Promise.resolve({ version: 1, problems: [], comment, ...(body !== undefined && { body }) }),
        failing: () => Promise.resolve(null),
      }),
    targets: () => Promise.resolve({ kind: 'found', configUri: 'file:///c', bound: true, targets: [target] }),
    token: () => Promise.resolve(token),
    service: (_, url, secret) => serviceOf(target, url, (method, address, sent) => send(method, address, secret, sent)),
    now: () => now,
  });

  for (const kept of [result, ...memory.values()]) expect(JSON.stringify(kept)).not.toContain(token);
  const sent = tls
    ? service.requests.map(({ method, path, headers }) => said(method, path, headers.authorization))
    : wire.heads.map(ofHead);
  return { ...tellOf(result), sent, before, base: memory.get(target.environment) };
}

/** Sends as requests.ts does; only the struck request uses the network of the trouble. */
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

const nobodyAsks = {
  ...quiet,
  createConfig: () => asked('createConfig'),
  chooseTarget: () => asked('chooseTarget'),
  askComment: () => asked('askComment'),
  lastComment: () => undefined,
  commented: () => Promise.resolve(),
  show: () => asked('show'),
  agree: () => Promise.resolve(),
  decide: () => asked('decide'),
  reconcile: () => asked('reconcile'),
  recordSubmission: () => asked('submitted'),
};

function asked(port: string): never {
  throw new Error(`${port} was asked for.`);
}

function tellOf(result: PushResult): Pick<Aftermath, 'kind' | 'told'> {
  if (result.kind === 'outcome')
    return { kind: result.outcome.kind, told: describePush(result.outcome, result.target) };
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
