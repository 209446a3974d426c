/** Explains why a push or a read failed, and which steps may help. Pure. */
import { t } from '../../../core/t.js';
import type { Target } from '../../../core/protocol.js';
import { word } from '../../words/harmless.js';
import { sizeOf } from '../../words/sizeOf.js';
import type { Doubtful, Missing, Outcome } from './outcome.js';
import { listOf, sentencesOf } from '../../../core/targeting/joined.js';
import { hostOf, keyInWords, namesOf, environmentAtHost, targetName } from '../target.js';

export type Step =
  | 'replace-token'
  | 'show-log'
  | 'open-config'
  | 'pick-toggle'
  | 'push-again'
  | 'read-again'
  | 'proxy-settings';

export interface Reason {
  readonly reason: string;
  readonly steps: readonly Step[];
}

/** Advice on network problems. The editor and the command line have their network settings in different places. */
export interface NetworkWords {
  readonly unreachable: (host: string, cause: string) => string;
  readonly untrusted: (host: string, cause: string) => string;
}

const editorWords: NetworkWords = {
  unreachable: (host, cause) =>
    t('{0} cannot be reached: {1}. Check the base URL, the network and "http.proxy".', host, cause),
  untrusted: (host, cause) =>
    t(
      'the certificate of {0} is not trusted: {1}. Add your company\'s CA to the system\'s certificates, or name its file in "toggleTargeting.push.extraCaFile"; see also "http.systemCertificates" and "http.proxyStrictSSL".',
      host,
      cause,
    ),
};

export function failureReason(
  outcome: Exclude<Outcome, Doubtful | { readonly kind: 'ok' }>,
  target: Target,
  again: 'push-again' | 'read-again',
  words: NetworkWords = editorWords,
): Reason {
  const host = hostOf(target);
  switch (outcome.kind) {
    case 'stopped-here':
      return because(outcome.reason);
    case 'unauthorized':
      return mayNot(t('{0} does not accept the access token', host), outcome.message);
    case 'forbidden':
      return mayNot(t('the access token may not change {0}', targetName(target)), outcome.message);
    case 'throttled':
      return because(throttled(host, outcome.retryAfter), again, 'show-log');
    case 'unknown-token': {
      const reason = t(
        '{0} does not accept the access token: it is unknown, expired, or its member was removed.',
        host,
      );
      return because(reason, 'replace-token', 'show-log');
    }
    case 'not-found': {
      const isKnown = target.api === 'featureprobe';
      // Only FeatureProbe's "not found" messages can be parsed.
      if (isKnown && outcome.missing !== undefined) return missing(outcome.missing, target);
      const happened = isKnown
        ? t('{0} has no API of FeatureProbe at this base URL ({1})', host, 404)
        : t('there is no {0}', targetName(target));
      const advice = isKnown ? [t('Check the base URL.')] : [];
      return because(sentencesOf([saying(happened, outcome.message), ...advice]), 'open-config', 'show-log');
    }
    case 'rejected':
      return because(saying(t('{0} rejected it with {1}', host, outcome.status), outcome.message), 'show-log');
    case 'too-large': {
      const size = sizeOf(outcome.bytes);
      const happened = t('the body has {0}, more than {1} or a proxy in front of it accepts ({2})', size, host, 413);
      return because(saying(happened, outcome.message), 'show-log');
    }
    case 'failed-safely':
      return because(saying(t('{0} failed with {1}', host, outcome.status), outcome.message), again, 'show-log');
    case 'redirected':
      return because(redirected(host, cut(outcome.location)), 'open-config', 'show-log');
    case 'not-understood': {
      const reason = t(
        'the response of {0} is not targeting: {1}. Is "api": "featureprobe" right for this environment?',
        host,
        cut(outcome.message),
      );
      return because(reason, 'open-config', 'show-log');
    }
    case 'unreachable':
      return because(words.unreachable(host, cut(outcome.cause)), again, 'open-config', 'proxy-settings');
    case 'untrusted':
      return because(untrusted(host, outcome, words), 'proxy-settings', 'show-log');
  }
}

function missing({ what, key, has = [] }: Missing, target: Target): Reason {
  const { project, toggle } = namesOf(target);
  const there = listOf([...has.slice(0, 10).map(word), ...(has.length > 10 ? ['…'] : [])]);
  const among = (reason: string) =>
    because(sentencesOf([reason, ...(has.length === 0 ? [] : [t('It has: {0}.', there)])]), 'open-config');
  switch (what) {
    case 'project':
      return among(t('{0} has no project {1}.', hostOf(target), keyInWords(target.project)));
    case 'environment': {
      const shown = keyInWords(target.environmentKey);
      return among(t('{0} has no environment {1} in the project {2}.', hostOf(target), shown, project));
    }
    case 'toggle': {
      const reason = t(
        "there is no toggle {0} in {1}. New toggles can be created only on the service's own pages.",
        toggle,
        environmentAtHost(target),
      );
      const spelling = t(
        'the service spells the toggle {0}, not {1}. Use its spelling in the name of the file.',
        there,
        keyInWords(key),
      );
      return has.length > 0 ? because(spelling) : because(reason, 'pick-toggle', 'open-config');
    }
    case 'segment':
      return because(t('there is no segment {0} in the project {1}.', cut(key), project), 'show-log');
  }
}

/** Suggests replacing the token, since another token may have the permission. */
function mayNot(happened: string, message: string): Reason {
  return because(saying(happened, message), 'replace-token', 'show-log');
}

export function because(reason: string, ...steps: readonly Step[]): Reason {
  return { reason, steps };
}

export function saying(happened: string, message: string): string {
  return message.trim() === '' ? t('{0}.', happened) : t('{0}: {1}', happened, cut(message));
}

function untrusted(host: string, outcome: Extract<Outcome, { kind: 'untrusted' }>, words: NetworkWords): string {
  const cause = cut(outcome.cause);
  if (outcome.why === 'dated')
    return t(
      "by this machine's clock, the certificate of {0} is not valid: {1}. If the clock is right, the service needs another certificate.",
      host,
      cause,
    );
  if (outcome.why === 'other-host')
    return t(
      'the certificate of {0} is for another host: {1}. Check the base URL; if it is right, the service needs another certificate.',
      host,
      cause,
    );
  return words.untrusted(host, cause);
}

function throttled(host: string, retryAfter: string | undefined): string {
  if (retryAfter === undefined) return t('{0} is throttling; try again later.', host);
  return /^\d+$/.test(retryAfter)
    ? t('{0} is throttling; try again in {1} s.', host, retryAfter)
    : t('{0} is throttling; try again after {1}.', host, cut(retryAfter));
}

function redirected(host: string, location: string): string {
  return location === ''
    ? t('{0} sent a redirect without an address; redirects are not followed. Correct the base URL.', host)
    : t('{0} redirects to {1}; redirects are not followed. Correct the base URL.', host, location);
}

/** Shortens a service's text to one line of a notification; the log has the full text. */
export function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const [start = ''] = /^[^]{0,300}/u.exec(line) ?? [];
  return start.length < line.length ? `${start}…` : line;
}
