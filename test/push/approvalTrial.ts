/**
 * A person who acts on a submitted change, on a real service on loopback, and all that was asked and changed meanwhile, in
 * its order. What a test does not answer is answered by going on.
 */
import { act } from '../../server/src/service/approval/act.js';
import type { Acted, ActPorts, ActQuestion } from '../../server/src/service/approval/acting.js';
import type { Deed } from '../../server/src/service/approval/deeds.js';
import type { Remembered } from '../../server/src/service/push/memory.js';
import type { Exchange } from '../../server/src/service/http/request.js';
import { serviceOf } from '../../server/src/service/http/service.js';
import { targetUrl } from '../../server/src/service/http/target.js';
import type { Service } from '../service/service.js';
import { sendWith, targetAt } from './pushTrial.js';

export interface Person extends Partial<Pick<ActPorts, 'choose' | 'comment' | 'confirm' | 'body'>> {
  readonly token?: string;
  /** What the network makes of a request that changes something. */
  readonly network?: (send: () => Promise<Exchange>) => Promise<Exchange>;
}

export interface Acting {
  readonly acted: Acted;
  readonly asked: readonly string[];
  readonly questions: readonly ActQuestion[];
  readonly remembered: readonly Remembered[];
}

export const review = (service: Service) =>
  targetAt(service.url, { environment: 'review', environmentKey: 'online', api: 'featureprobe' });

/** On toggle T in online. */
export async function actOn(service: Service, wanted: Deed, person: Person = {}): Promise<Acting> {
  const asked: string[] = [];
  const questions: ActQuestion[] = [];
  const remembered: Remembered[] = [];
  const target = review(service);
  const url = targetUrl(target);
  if (url === undefined) throw new Error(`${target.baseUrl} is no address.`);
  const { token = 'api-full', network = (send: () => Promise<Exchange>) => send() } = person;
  const ports: ActPorts = {
    service: serviceOf(target, url, (method, address, body) => {
      const send = () => sendWith(token)(method, address, body);
      if (method === 'GET') return send();
      asked.push(`${method} ${address.pathname.replace(/^.*targeting\//, '')} ${body ?? ''}`);
      return network(send);
    }),
    now: () => 1000,
    remembered: () => Promise.resolve(undefined),
    remember: (_, what) => Promise.resolve(what !== undefined && remembered.push(what) > 0),
    body: person.body ?? (() => Promise.resolve(undefined)),
    choose: (change, deeds) => {
      asked.push(`choose of ${deeds.join(', ')}`);
      return person.choose?.(change, deeds) ?? Promise.resolve(wanted);
    },
    comment: (deed) => {
      asked.push(`comment to ${deed}`);
      return person.comment?.(deed) ?? Promise.resolve('because');
    },
    confirm: (question) => {
      asked.push(`confirm ${question.deed}`);
      questions.push(question);
      return person.confirm?.(question) ?? Promise.resolve(true);
    },
  };
  return { acted: await act(ports, target), asked, questions, remembered };
}
