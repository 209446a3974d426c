/**
 * An editor for tests of the guarded push: real requests to a service on loopback, a file of its own, and a memory. Who
 * sits before it is the test's matter.
 */
import type { Memory, Remembered } from '../../server/src/service/push/memory.js';
import type { PushPorts, PushResult, ReadQuestion } from '../../server/src/service/push/push.js';
import { push } from '../../server/src/service/push/push.js';
import type { Exchange } from '../../server/src/service/http/request.js';
import { serviceAt } from '../../server/src/service/http/service.js';
import { targetUrl } from '../../server/src/service/http/target.js';
import type { Target } from '../../server/src/core/protocol.js';
import { impactOfStates } from '../support/impact.js';
import { sendWith } from './pushTrial.js';

export interface Editor {
  readonly target: Target;
  readonly token: string;
  /** The body that the file says now. */
  readonly body: () => string;
  readonly memory: Pick<Memory, 'remembered' | 'remember'>;
  readonly person: Pick<PushPorts, 'reconcile'> & {
    readonly decide: (question: ReadQuestion) => ReturnType<PushPorts['decide']>;
  };
  /** Just before the request is made up: what happens then, happens between the look and the push. */
  readonly beforeSending?: () => Promise<void>;
  readonly beforeReading?: () => void;
  /** What the network makes of the answer to a PATCH. */
  readonly received?: (exchanged: Exchange) => Exchange;
}

export function pushFrom(editor: Editor): Promise<PushResult> {
  const { target, token, memory, person } = editor;
  const url = targetUrl(target);
  if (url === undefined) throw new Error(`${target.baseUrl} is no address.`);
  const body = editor.body();
  const ports: PushPorts = {
    ...memory,
    ...person,
    now: Date.now,
    ...nothingElse,
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

/** Nobody looks. */
const nothingElse = {
  impact: impactOfStates,
  show: () => Promise.resolve(),
  release: () => Promise.resolve(),
  whileSending: <T>(_: unknown, push: () => Promise<T>) => push(),
  recordOutcome: () => Promise.resolve(),
  recordSubmission: () => undefined,
};

/** For as long as the test lasts. */
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
