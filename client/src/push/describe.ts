/** One sentence for each outcome, what it means for the service, and the next step. Pure. */
import type { Outcome } from './outcome.js';
import type { Target } from '../../../server/src/protocol.js';
import { hostOf, targetName } from './target.js';

export type Step = 'replace-token' | 'show-log' | 'open-config' | 'push-again' | 'proxy-settings';

export interface Told {
  readonly level: 'information' | 'warning' | 'error';
  readonly sentence: string;
  readonly steps: readonly Step[];
}

const perhaps = 'it may or may not have been applied';

export function tell(outcome: Outcome, target: Target): Told {
  const name = targetName(target);
  const host = hostOf(target);
  switch (outcome.kind) {
    case 'pushed':
      return { level: 'information', sentence: `Pushed ${name}.`, steps: ['show-log'] };
    case 'refused':
      return { level: 'error', sentence: `Not pushed: ${outcome.reason}`, steps: [] };
    case 'unauthorized':
      return failed(`${host} does not accept the access token${words(outcome.message)}`, ['replace-token', 'show-log']);
    case 'forbidden':
      return failed(`the access token may not change ${name}${words(outcome.message)}`, ['replace-token', 'show-log']);
    case 'not-found':
      return failed(`${host} does not find ${name}${words(outcome.message)}`, ['open-config', 'show-log']);
    case 'rejected':
      return failed(`${host} rejected it with ${outcome.status}${words(outcome.message)}`, ['show-log']);
    case 'throttled':
      return failed(`${host} is throttling; ${when(outcome.retryAfter)}.`, ['push-again', 'show-log']);
    case 'service-error':
      return failed(`${host} failed with ${outcome.status}${words(outcome.message)}`, ['push-again', 'show-log']);
    case 'redirected':
      return failed(
        `${host} redirects to ${cut(outcome.location) || 'nowhere'}; no redirect is followed. Correct the base URL.`,
        ['open-config', 'show-log'],
      );
    case 'unreachable':
      return failed(
        `${host} cannot be reached: ${cut(outcome.cause)}. Check the base URL, the network and "http.proxy".`,
        ['push-again', 'open-config', 'proxy-settings'],
      );
    case 'untrusted':
      return failed(
        `the certificate of ${host} is not trusted: ${cut(outcome.cause)}. Add your company's CA to the system's certificates; see "http.systemCertificates" and "http.proxyStrictSSL".`,
        ['proxy-settings', 'show-log'],
      );
    case 'interrupted':
      return doubtful(`The connection to ${host} broke while pushing ${name} (${cut(outcome.cause)}): ${perhaps}.`);
    case 'timed-out':
      return doubtful(`${host} did not answer within ${outcome.seconds} s while pushing ${name}: ${perhaps}.`);
    case 'cancelled':
      return doubtful(`Cancelled while pushing ${name}: ${perhaps}.`);
  }
}

function failed(sentence: string, steps: readonly Step[]): Told {
  return { level: 'error', sentence: `Not pushed: ${sentence}`, steps };
}

function doubtful(sentence: string): Told {
  return { level: 'warning', sentence, steps: ['push-again', 'show-log'] };
}

function words(message: string): string {
  return message.trim() === '' ? '.' : `: ${cut(message)}`;
}

function when(retryAfter: string | undefined): string {
  if (retryAfter === undefined) return 'push again later';
  return /^\d+$/.test(retryAfter) ? `push again in ${retryAfter} s` : `push again after ${cut(retryAfter)}`;
}

/** What the service wrote, as one line of a notification; the log has all of it. */
function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const [start = ''] = /^[^]{0,300}/u.exec(line) ?? [];
  return start.length < line.length ? `${start}…` : line;
}
