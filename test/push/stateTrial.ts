/**
 * Pushes of a state that is not the file's, to a real service on loopback, and all that was asked and sent meanwhile, in
 * its order. What a test does not answer is answered by going on.
 */
import type { ReadQuestion } from '../../server/src/service/push/push.js';
import type { PromotePorts } from '../../server/src/service/promote.js';
import type { StatePorts } from '../../server/src/service/push/pushState.js';
import type { Project } from '../../server/src/service/http/project.js';
import { projectOf } from '../../server/src/service/http/project.js';
import type { Send } from '../../server/src/service/http/reading.js';
import type { Access, Service as OpenService } from '../../server/src/service/http/service.js';
import { serviceAt } from '../../server/src/service/http/service.js';
import { targetUrl } from '../../server/src/service/http/target.js';
import type { Target } from '../../server/src/core/protocol.js';
import type { Service } from '../service/service.js';
import { impactOfStates } from '../support/impact.js';
import { sendWith, targetAt } from './pushTrial.js';

export interface Trial {
  readonly ports: PromotePorts;
  readonly asked: readonly string[];
  readonly questions: readonly ReadQuestion[];
  /** Environments and versions. */
  readonly made: readonly string[];
  /** Toggle T in an environment of P. */
  readonly open: (
    environment: string,
    token?: string,
    changes?: Partial<Target>,
  ) => Access & { readonly service: OpenService; readonly project: Project };
}

/** @param answers come before those that go on */
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
    impact: impactOfStates,
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
    release: () => Promise.resolve(),
    whileSending: (_, push) => push(),
    recordOutcome: () => Promise.resolve(),
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
      const url = targetUrl(target);
      if (url === undefined) throw new Error(`Nothing can be pushed to ${environment}.`);
      const project = projectOf(target, url, noting(token));
      return { target, url, token, service: reach(url, token), project };
    },
  };
}
