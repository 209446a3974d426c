/** Tests the facts in the message for each outcome, not its prose. */
import { describe, expect, test } from 'vitest';
import { describePush, describeRead } from '../../../server/src/service/http/describe.js';
import type { Failure, Outcome } from '../../../server/src/service/http/answers/outcome.js';
import type { Step } from '../../../server/src/service/http/answers/failureReason.js';
import type { Target } from '../../../server/src/core/protocol.js';
import { targetAt } from '../pushTrial.js';
import type { Kind } from './outcomes.js';
import { outcomesSaying } from './outcomes.js';

const host = 'toggles.example.com:8443';
const place = { environment: 'production', environmentKey: 'online-1', project: 'My_Project', toggle: 'checkout' };
const target: Target = targetAt(`https://${host}/probe`, { ...place, protected: true });
const everything = ['checkout', 'production', 'My_Project', host];
const words = 'These words.';
const outcomes = outcomesSaying(words);

/** Not pushed: words that the sentence must contain, and the next steps. */
const refused = (names: readonly string[], ...steps: readonly Step[]) =>
  ({ level: 'error', names: ['Not pushed', ...names], steps }) as const;
const doubtful = (names: readonly string[], ...more: readonly Step[]) => {
  const steps: readonly Step[] = ['push-again', ...more, 'show-log'];
  return { level: 'warning', names: [...everything, 'may or may not have been applied', ...names], steps } as const;
};
const settings = ['toggleTargeting.push.extraCaFile', 'http.systemCertificates', 'http.proxyStrictSSL'];

const table: Readonly<Record<Kind, { level: string; names: readonly string[]; steps: readonly Step[] }>> = {
  ok: { level: 'information', names: ['Pushed', ...everything], steps: [] },
  'stopped-here': refused([words]),
  unauthorized: refused([host, 'does not accept the access token', words], 'replace-token', 'show-log'),
  forbidden: refused([...everything, 'access token', 'may not change', words], 'replace-token', 'show-log'),
  'unknown-token': refused(
    [host, 'does not accept the access token', 'unknown, expired, or its member was removed'],
    ...(['replace-token', 'show-log'] as const),
  ),
  'not-found': refused([...everything, words], 'open-config', 'show-log'),
  rejected: refused([host, '409', words], 'show-log'),
  'too-large': refused([host, '1.4 MiB', 'or a proxy in front of it', words], 'show-log'),
  throttled: refused([host, 'try again in 17 s'], 'push-again', 'show-log'),
  'service-error': doubtful(['503', words]),
  'failed-safely': refused([host, '503', words], 'push-again', 'show-log'),
  'gateway-error': doubtful(['504', 'gateway']),
  redirected: refused(
    [host, `redirects to ${words}`, 'redirects are not followed', 'base URL'],
    'open-config',
    'show-log',
  ),
  'see-other': doubtful(['302', `redirects to ${words}`, 'redirects are not followed'], 'open-config'),
  'web-page': doubtful([words, 'login or proxy page']),
  'no-targeting': doubtful(['responded with 200', words]),
  'not-understood': refused([host, words, '"api": "featureprobe"'], 'open-config', 'show-log'),
  unreachable: refused([host, words, 'base URL', 'http.proxy'], 'push-again', 'open-config', 'proxy-settings'),
  untrusted: refused([host, words, ...settings], 'proxy-settings', 'show-log'),
  interrupted: doubtful([words]),
  'timed-out': doubtful(['30 s']),
  canceled: doubtful(['Canceled']),
};

test.each(Object.values(outcomes))('The message of $kind contains the facts and the next step', (outcome) => {
  const { level, names, steps } = table[outcome.kind];
  const told = describePush(outcome, target);
  expect(told).toMatchObject({ level, steps });
  expect(names.filter((name) => !told.sentence.includes(name))).toEqual([]);
  expect(told.sentence).toMatch(/^[A-Za-z].*[^.\s]\.?$/);
  expect(told.sentence.startsWith('Not pushed: ')).toBe(level === 'error');
  expect(told.sentence.includes('may or may not')).toBe(level === 'warning');
});

test('The message about a certificate with a wrong date mentions the clock of this machine', () => {
  const { level, sentence } = describePush(
    { kind: 'untrusted', cause: 'certificate is not yet valid', why: 'dated' },
    target,
  );
  expect(level).toBe('error');
  for (const name of ['Not pushed', host, 'certificate is not yet valid', "this machine's clock"])
    expect(sentence).toContain(name);
});

describe('A missing resource', () => {
  const missing = (what: 'environment' | 'toggle' | 'segment', key: string): Outcome => ({
    ...{ kind: 'not-found', message: words, missing: { what, key } },
  });

  test.each([
    ['environment', `Not pushed: ${host} has no environment online-1 in the project My_Project.`, 'open-config'],
    [
      'toggle',
      `Not pushed: there is no toggle checkout in production (key online-1) of My_Project on ${host}. New toggles can be created only on the service's own pages.`,
      'pick-toggle',
    ],
    ['segment', 'Not pushed: there is no segment testers in the project My_Project.', 'show-log'],
  ] as const)('is shown with its key: the %s', (what, sentence, step) => {
    const told = describePush(missing(what, 'testers'), { ...target, api: 'featureprobe' });
    expect([told.sentence, told.steps[0]]).toEqual([sentence, step]);
  });

  test('is shown only for the open-source service', () => {
    const told = describePush(missing('toggle', 'checkout'), target);
    expect(told.sentence).toContain(words);
    expect(told.steps).toEqual(['open-config', 'show-log']);
  });
});

describe('The message of a failed read', () => {
  const failures = Object.values(outcomes).filter(isFailure);
  const again: readonly Kind[] = ['throttled', 'failed-safely', 'unreachable'];

  test.each(failures)('contains the facts and the next step: $kind', (outcome) => {
    const { names, steps } = table[outcome.kind];
    const told = describeRead(outcome, target);
    expect(told.level).toBe('error');
    const [first, ...rest] = steps;
    expect(told.steps).toEqual(
      again.includes(outcome.kind) ? ['read-again', ...rest] : [...(first ? [first] : []), ...rest],
    );
    expect(told.sentence).toMatch(/^Not read: /);
    expect(told.sentence).not.toMatch(/push(?!\.extraCaFile)/i);
    expect(names.filter((name) => name !== 'Not pushed' && !told.sentence.includes(name))).toEqual([]);
  });
});

/** Reads are never in doubt. */
function isFailure(outcome: Outcome): outcome is Failure {
  return outcome.kind !== 'forbidden' && table[outcome.kind].level === 'error';
}

describe('Text from the service', () => {
  const wordy = ['unauthorized', 'forbidden', 'not-found', 'rejected', 'service-error'] as const;
  const others = ['redirected', 'see-other', 'unreachable', 'untrusted', 'interrupted'] as const;
  const told = (said: string): readonly string[] =>
    [
      ...[...wordy, ...others].map((kind) => outcomesSaying(said)[kind]),
      { kind: 'throttled', retryAfter: said } as const,
    ].map((outcome) => describePush(outcome, target).sentence);

  test('with several lines becomes one line', () => {
    for (const sentence of told('<html>\r\n\t<h1>Bad\n\n  gateway</h1>\u2028</html>\n')) {
      expect(sentence).toContain('<html> <h1>Bad gateway</h1> </html>');
      expect(sentence).not.toMatch(/[\r\n\t\u2028]/);
    }
  });

  test('is truncated with an ellipsis at a character boundary if it is long', () => {
    for (const sentence of told('long '.repeat(50_000))) expect(sentence).toMatch(/^.{1,599}$/);
    for (const sentence of told('long '.repeat(50_000))) expect(sentence).toContain('…');
    for (const sentence of told('x'.repeat(300))) expect(sentence).not.toContain('…');
    for (const sentence of told(`x${'😀'.repeat(300)}`)) expect(sentence.isWellFormed()).toBe(true);
  });

  test('may be missing, and the message is still a complete sentence', () => {
    const unsaid = told(' \n ');
    expect(unsaid[0]).toBe(`Not pushed: ${host} does not accept the access token.`);
    for (const sentence of unsaid.slice(0, wordy.length)) expect(sentence).toMatch(/\w\.$/);
    for (const sentence of unsaid.slice(wordy.length, wordy.length + 2))
      expect(sentence).toMatch(/redirects? (without an|to an unknown) address/);
  });
});

test.each([
  [undefined, 'try again later.'],
  ['0', 'try again in 0 s.'],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 'try again after Wed, 21 Oct 2026 07:28:00 GMT.'],
])('The message about throttling says when to retry: %s', (retryAfter, end) => {
  for (const say of [describePush, describeRead])
    expect(say({ kind: 'throttled', retryAfter }, target).sentence.endsWith(end)).toBe(true);
});
