/**
 * Pushes with real requests to a service on loopback, in which the test plays the person. Free of vitest, because
 * companyMachine.main.ts and killedEditor.main.ts run it, too.
 */
import type { Network } from '../../server/src/service/http/dispatcher.js';
import type { Project } from '../../server/src/service/http/project.js';
import { projectOf } from '../../server/src/service/http/project.js';
import type { Send } from '../../server/src/service/http/answers/reading.js';
import type { Exchange } from '../../server/src/service/http/request.js';
import { exchange } from '../../server/src/service/http/request.js';
import type { Access, Service as OpenService } from '../../server/src/service/http/service.js';
import { serviceAt } from '../../server/src/service/http/service.js';
import { targetUrl } from '../../server/src/service/http/target.js';
import type { PromotePorts } from '../../server/src/service/promote.js';
import type { Memory, Remembered } from '../../server/src/service/push/memory.js';
import type { PushPorts, PushResult, ReadQuestion } from '../../server/src/service/push/push.js';
import { push } from '../../server/src/service/push/push.js';
import type { StatePorts } from '../../server/src/service/push/pushState.js';
import type { Target } from '../../server/src/core/protocol.js';
import type { Service } from '../service/service.js';
import { impactOfStates } from '../support/impact.js';

export const plainNetwork: Network = {
  proxy: undefined,
  proxyAuthorization: undefined,
  noProxy: [],
  useProxy: true,
  strictTls: true,
  systemCertificates: false,
  extraCaFile: undefined,
};

export function sendWith(token = 'api-full'): Send {
  return (method, url, body) => {
    const wanted = { method, url, token, timeoutSeconds: 30, network: plainNetwork };
    return exchange({ ...wanted, ...(body !== undefined && { body }) }, new AbortController().signal);
  };
}

export interface Wanted {
  readonly target?: Partial<Target>;
  readonly token?: string;
  readonly body?: string;
  readonly timeoutSeconds?: number;
  readonly network?: Partial<Network>;
  readonly cancel?: AbortSignal;
}

/** Toggle T in dev of P, which the seed of test/service/trial.ts has. */
export function targetAt(baseUrl: string, changes: Partial<Target> = {}): Target {
  const place = { project: 'P', environment: 'dev', environmentKey: 'dev', toggle: 'T' };
  return { baseUrl, ...place, protected: false, ...changes };
}

export function pushTo(baseUrl: string, wanted: Wanted = {}): Promise<Exchange> {
  const { token = 'api-full', body = '{"disabled":false}', timeoutSeconds = 30, cancel } = wanted;
  const url = addressOf(targetAt(baseUrl, wanted.target));
  const network = { ...plainNetwork, ...wanted.network };
  return exchange(
    { method: 'PATCH', url, token, body, timeoutSeconds, network },
    cancel ?? new AbortController().signal,
  );
}

/** Resolves after everything that is under way in memory. */
export function immediately(): Promise<false> {
  return new Promise((resolve) => void setImmediate(() => resolve(false)));
}

function addressOf(target: Target): URL {
  const url = targetUrl(target);
  if (url === undefined) throw new Error(`Nothing can be pushed to ${target.baseUrl}.`);
  return url;
}

export const quiet = {
  impact: impactOfStates,
  show: () => Promise.resolve(),
  release: () => Promise.resolve(),
  whileSending: <T>(_: unknown, push: () => Promise<T>) => push(),
  recordOutcome: () => Promise.resolve(),
  recordSubmission: () => undefined,
};

export interface Editor {
  readonly target: Target;
  readonly token: string;
  readonly body: () => string;
  readonly memory: Pick<Memory, 'remembered' | 'remember'>;
  readonly person: Pick<PushPorts, 'reconcile'> & {
    readonly decide: (question: ReadQuestion) => ReturnType<PushPorts['decide']>;
  };
  /** Runs between the look and the push. */
  readonly beforeSending?: () => Promise<void>;
  readonly beforeReading?: () => void;
  /** Changes the answer to a PATCH on its way. */
  readonly received?: (exchanged: Exchange) => Exchange;
}

export function pushFrom(editor: Editor): Promise<PushResult> {
  const { target, token, memory, person } = editor;
  const url = addressOf(target);
  const body = editor.body();
  const ports: PushPorts = {
    ...memory,
    ...person,
    now: Date.now,
    ...quiet,
    decide: (question) =>
      question.kind === 'read' ? person.decide(question) : Promise.reject(new Error('The service can be read.')),
  };
  const service = () =>
    serviceAt(url, async (method, address, text) => {
      if (method === 'GET') editor.beforeReading?.();
      const exchanged = await sendWith(token)(method, address, text);
      return method === 'PATCH' ? (editor.received?.(exchanged) ?? exchanged) : exchanged;
    });
  return push(ports, {
    ...{ target, body, warnings: [] },
    service: () => Promise.resolve(service()),
    comment: 'c',
    bodyWithComment: async () => {
      await editor.beforeSending?.();
      return body;
    },
  });
}

/** Lasts as long as the test. */
export function memoryOf(kept = new Map<string, Remembered>()): Editor['memory'] {
  return {
    remembered: ({ environment }) => Promise.resolve(kept.get(environment)),
    remember: ({ environment }, what) => {
      if (what === undefined) kept.delete(environment);
      else kept.set(environment, what);
      return Promise.resolve(true);
    },
  };
}

export interface Trial {
  readonly ports: PromotePorts;
  readonly asked: readonly string[];
  readonly questions: readonly ReadQuestion[];
  /** Environments and their new versions. */
  readonly made: readonly string[];
  readonly open: (
    environment: string,
    token?: string,
    changes?: Partial<Target>,
  ) => Access & { readonly service: OpenService; readonly project: Project };
}

/** @param answers override the default answers, which accept */
export function trialOf(service: Service, answers: Partial<Pick<StatePorts, 'askComment' | 'decide'>> = {}): Trial {
  const asked: string[] = [];
  const questions: ReadQuestion[] = [];
  const made: string[] = [];
  const noting =
    (token: string): Send =>
    (method, address, body) => {
      asked.push(`${method} ${address.href.slice(service.url.length).replace(/^.*environments\//, '')}`);
      return sendWith(token)(method, address, body);
    };
  const reach = (url: URL, token: string) => serviceAt(url, noting(token));
  const ports: PromotePorts = {
    failing: () => Promise.resolve(null),
    ...quiet,
    service: ({ url, token }) => reach(url, token),
    askComment: (target, proposal, origin, affected) => {
      asked.push(`comment for ${target.environment}, proposing "${proposal}"`);
      return answers.askComment?.(target, proposal, origin, affected) ?? Promise.resolve(proposal);
    },
    show: (change) => {
      if (change.kind !== 'read') throw new Error('The service can be read.');
      asked.push(`show ${change.target.environment}, version ${change.live.version}`);
      return Promise.resolve();
    },
    made: (target, version) => (made.push(`${target.environment} ${version}`), Promise.resolve()),
    decide: (question) => {
      asked.push(`decide on ${question.target.environment}, "${question.comment}"`);
      if (question.kind !== 'read') throw new Error('The service can be read.');
      questions.push(question);
      return answers.decide?.(question) ?? Promise.resolve('push');
    },
  };
  return {
    ports,
    asked,
    questions,
    made,
    open: (environment, token = 'api-full', changes = {}) => {
      const at = { environment, environmentKey: environment, api: 'featureprobe' } as const;
      const target = targetAt(service.url, { ...at, ...changes });
      const url = addressOf(target);
      const project = projectOf(target, url, noting(token));
      return { target, url, token, service: reach(url, token), project };
    },
  };
}
