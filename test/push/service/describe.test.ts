/** What the person reads of each outcome. The tests compare the facts in the sentence, not its prose. */
import { describe, expect, test } from 'vitest';
import type { Told } from '../../../server/src/service/http/describe.js';
import { tell, tellReading } from '../../../server/src/service/http/describe.js';
import type { Failure, Outcome } from '../../../server/src/service/http/outcome.js';
import type { Step } from '../../../server/src/service/http/failureReason.js';
import type { Target } from '../../../server/src/core/protocol.js';

const target: Target = {
  environment: 'production',
  environmentKey: 'online-1',
  baseUrl: 'https://toggles.example.com:8443/probe',
  project: 'My_Project',
  toggle: 'checkout',
  protected: true,
};
const host = 'toggles.example.com:8443';
const everything = ['checkout', 'production', 'My_Project', host];

interface Expected<K extends Outcome['kind']> {
  readonly outcome: Extract<Outcome, { readonly kind: K }>;
  readonly level: Told['level'];
  /** What the sentence must name. */
  readonly names: readonly string[];
  readonly steps: readonly Step[];
}

/** A new kind of outcome does not compile until it stands here. */
const table: { readonly [K in Outcome['kind']]: Expected<K> } = {
  ok: {
    outcome: { kind: 'ok', status: 200 },
    level: 'information',
    names: ['Pushed', ...everything],
    steps: [],
  },
  'stopped-here': {
    outcome: { kind: 'stopped-here', reason: '1 error in the file.' },
    level: 'error',
    names: ['Not pushed', '1 error in the file.'],
    steps: [],
  },
  unauthorized: {
    outcome: { kind: 'unauthorized', message: 'Token revoked' },
    level: 'error',
    names: ['Not pushed', host, 'access token', 'Token revoked'],
    steps: ['replace-token', 'show-log'],
  },
  forbidden: {
    outcome: { kind: 'forbidden', message: 'Read only' },
    level: 'error',
    names: ['Not pushed', ...everything, 'access token', 'Read only'],
    steps: ['replace-token', 'show-log'],
  },
  'unknown-token': {
    outcome: { kind: 'unknown-token', message: 'Forbidden' },
    level: 'error',
    names: ['Not pushed', host, 'does not know the access token', 'unknown, expired, or its member was removed'],
    steps: ['replace-token', 'show-log'],
  },
  'not-found': {
    outcome: { kind: 'not-found', message: 'Environment My_Project-online-1 not found' },
    level: 'error',
    names: ['Not pushed', ...everything, 'Environment My_Project-online-1 not found'],
    steps: ['open-config', 'show-log'],
  },
  rejected: {
    outcome: { kind: 'rejected', status: 409, message: 'Request conflict' },
    level: 'error',
    names: ['Not pushed', host, '409', 'Request conflict'],
    steps: ['show-log'],
  },
  'too-large': {
    outcome: { kind: 'too-large', bytes: 1_468_006, message: '413 Request Entity Too Large' },
    level: 'error',
    names: ['Not pushed', host, '1.4 MiB', 'or a proxy in front of it', '413 Request Entity Too Large'],
    steps: ['show-log'],
  },
  throttled: {
    outcome: { kind: 'throttled', retryAfter: '17' },
    level: 'error',
    names: ['Not pushed', host, 'try again in 17 s'],
    steps: ['push-again', 'show-log'],
  },
  'service-error': {
    outcome: { kind: 'service-error', status: 503, message: 'Maintenance' },
    level: 'warning',
    names: [...everything, '503', 'Maintenance', 'may or may not have been applied'],
    steps: ['push-again', 'show-log'],
  },
  'failed-safely': {
    outcome: { kind: 'failed-safely', status: 503, message: 'Maintenance' },
    level: 'error',
    names: ['Not pushed', host, '503', 'Maintenance'],
    steps: ['push-again', 'show-log'],
  },
  'gateway-error': {
    outcome: { kind: 'gateway-error', status: 504, message: 'Gateway Timeout' },
    level: 'warning',
    names: [...everything, '504', 'gateway', 'may or may not have been applied'],
    steps: ['push-again', 'show-log'],
  },
  redirected: {
    outcome: { kind: 'redirected', status: 307, location: 'https://login.example.com/' },
    level: 'error',
    names: ['Not pushed', host, 'https://login.example.com/', 'base URL'],
    steps: ['open-config', 'show-log'],
  },
  'see-other': {
    outcome: { kind: 'see-other', status: 302, location: 'https://login.example.com/' },
    level: 'warning',
    names: [...everything, '302', 'redirects to https://login.example.com/', 'may or may not have been applied'],
    steps: ['push-again', 'open-config', 'show-log'],
  },
  'web-page': {
    outcome: { kind: 'web-page', status: 200, title: 'Sign in' },
    level: 'warning',
    names: [...everything, 'Sign in', 'login page', 'may or may not have been applied'],
    steps: ['push-again', 'show-log'],
  },
  'no-targeting': {
    outcome: { kind: 'no-targeting', status: 200, message: '{"ok":1}' },
    level: 'warning',
    names: [...everything, 'responded with 200', '{"ok":1}', 'may or may not have been applied'],
    steps: ['push-again', 'show-log'],
  },
  'not-understood': {
    outcome: { kind: 'not-understood', status: 200, message: '{"ok":1}' },
    level: 'error',
    names: ['Not pushed', host, '{"ok":1}', '"api": "featureprobe"'],
    steps: ['open-config', 'show-log'],
  },
  unreachable: {
    outcome: { kind: 'unreachable', cause: 'the host toggles.example.com is not found (ENOTFOUND)' },
    level: 'error',
    names: ['Not pushed', host, 'the host toggles.example.com is not found (ENOTFOUND)', 'base URL', 'http.proxy'],
    steps: ['push-again', 'open-config', 'proxy-settings'],
  },
  untrusted: {
    outcome: { kind: 'untrusted', cause: 'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)' },
    level: 'error',
    names: [
      'Not pushed',
      host,
      'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
      'toggleTargeting.push.extraCaFile',
      'http.systemCertificates',
      'http.proxyStrictSSL',
    ],
    steps: ['proxy-settings', 'show-log'],
  },
  interrupted: {
    outcome: { kind: 'interrupted', cause: 'other side closed (UND_ERR_SOCKET)' },
    level: 'warning',
    names: [...everything, 'other side closed (UND_ERR_SOCKET)', 'may or may not have been applied'],
    steps: ['push-again', 'show-log'],
  },
  'timed-out': {
    outcome: { kind: 'timed-out', seconds: 30 },
    level: 'warning',
    names: [...everything, '30 s', 'may or may not have been applied'],
    steps: ['push-again', 'show-log'],
  },
  cancelled: {
    outcome: { kind: 'cancelled' },
    level: 'warning',
    names: ['Cancelled', ...everything, 'may or may not have been applied'],
    steps: ['push-again', 'show-log'],
  },
};

const rows = Object.values(table);

test.each(rows)('$outcome.kind is told with what matters and the next step', ({ outcome, level, names, steps }) => {
  const told = tell(outcome, target);
  expect(told).toMatchObject({ level, steps });
  expect(names.filter((name) => !told.sentence.includes(name))).toEqual([]);
  expect(told.sentence).toMatch(/^[A-Za-z].*[^.\s]\.?$/);
});

test('The message of a certificate that does not fit the date names the clock of this machine, too', () => {
  const told = tell({ kind: 'untrusted', cause: 'certificate is not yet valid', why: 'dated' }, target);
  expect(told.level).toBe('error');
  for (const name of ['Not pushed', host, 'certificate is not yet valid', "this machine's clock"])
    expect(told.sentence).toContain(name);
});

describe('What is missing', () => {
  const at = { ...target, api: 'featureprobe' } as const;
  const missing = (what: 'environment' | 'toggle' | 'segment', key: string): Outcome => ({
    kind: 'not-found',
    message: 'These words.',
    missing: { what, key },
  });

  test.each([
    ['environment', `Not pushed: ${host} has no environment online-1 in the project My_Project.`, 'open-config'],
    [
      'toggle',
      `Not pushed: there is no toggle checkout in production (key online-1) of My_Project on ${host}. New toggles are created in the service's own pages only.`,
      'pick-toggle',
    ],
    ['segment', 'Not pushed: there is no segment testers in the project My_Project.', 'show-log'],
  ] as const)('is named by its key: the %s', (what, sentence, step) => {
    const told = tell(missing(what, 'testers'), at);
    expect(told.sentence).toBe(sentence);
    expect(told.steps[0]).toBe(step);
  });

  test('is named for the open-source service alone', () => {
    const told = tell(missing('toggle', 'checkout'), target);
    expect(told.sentence).toContain('These words.');
    expect(told.steps).toEqual(['open-config', 'show-log']);
  });
});

test('A message says "Not pushed" only when the push cannot have been applied', () => {
  for (const { outcome, level } of rows) {
    const { sentence } = tell(outcome, target);
    expect(sentence.startsWith('Not pushed: ')).toBe(level === 'error');
    expect(sentence.includes('may or may not')).toBe(level === 'warning');
  }
});

describe('A read that fails', () => {
  /** A new kind of failure does not compile until it stands here. */
  const reads: { readonly [K in Failure['kind']]: Pick<Expected<K>, 'names' | 'steps'> } = {
    ...table,
    throttled: { names: [host, 'try again in 17 s'], steps: ['read-again', 'show-log'] },
    'failed-safely': { names: [host, '503', 'Maintenance'], steps: ['read-again', 'show-log'] },
    unreachable: { names: table.unreachable.names, steps: ['read-again', 'open-config', 'proxy-settings'] },
  };
  const failures = rows.flatMap(({ outcome }) => (isFailure(outcome) ? [outcome] : []));

  test.each(failures)('because of $kind names what matters and the next step', (outcome) => {
    const { sentence, level, steps } = tellReading(outcome, target);
    expect(level).toBe('error');
    expect(steps).toEqual(reads[outcome.kind].steps);
    expect(sentence).toMatch(/^Not read: /);
    expect(sentence).not.toMatch(/push(?!\.extraCaFile)/i);
    const names = reads[outcome.kind].names.filter((name) => name !== 'Not pushed');
    expect(names.filter((name) => !sentence.includes(name))).toEqual([]);
  });

  test.each([
    [undefined, 'try again later.'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'try again after Wed, 21 Oct 2026 07:28:00 GMT.'],
  ])('because of throttling says when to try again, for a wait of %s', (retryAfter, end) => {
    expect(tellReading({ kind: 'throttled', retryAfter }, target).sentence.endsWith(end)).toBe(true);
  });
});

function isFailure(outcome: Outcome): outcome is Failure {
  return ![
    'ok',
    'forbidden',
    'service-error',
    'gateway-error',
    'see-other',
    'web-page',
    'no-targeting',
    'interrupted',
    'timed-out',
    'cancelled',
  ].includes(outcome.kind);
}

describe('Words of the service', () => {
  const wordy: readonly ((words: string) => Outcome)[] = [
    (message) => ({ kind: 'unauthorized', message }),
    (message) => ({ kind: 'forbidden', message }),
    (message) => ({ kind: 'not-found', message }),
    (message) => ({ kind: 'rejected', status: 400, message }),
    (message) => ({ kind: 'service-error', status: 500, message }),
    (retryAfter) => ({ kind: 'throttled', retryAfter }),
    (location) => ({ kind: 'redirected', status: 307, location }),
    (location) => ({ kind: 'see-other', status: 302, location }),
    (cause) => ({ kind: 'unreachable', cause }),
    (cause) => ({ kind: 'untrusted', cause }),
    (cause) => ({ kind: 'interrupted', cause }),
  ];
  const told = (words: string): readonly string[] => wordy.map((outcome) => tell(outcome(words), target).sentence);

  test('of several lines become one line', () => {
    for (const sentence of told('<html>\r\n\t<h1>Bad\n\n  gateway</h1>\u2028</html>\n')) {
      expect(sentence).toContain('<html> <h1>Bad gateway</h1> </html>');
      expect(sentence).not.toMatch(/[\r\n\t\u2028]/);
    }
  });

  test('that are long are cut, with an ellipsis', () => {
    for (const sentence of told('long '.repeat(50_000))) {
      expect(sentence.length).toBeLessThan(600);
      expect(sentence).toContain('…');
    }
  });

  test('that are just short enough are not cut', () => {
    for (const sentence of told('x'.repeat(300))) expect(sentence).not.toContain('…');
  });

  test('are never cut in the middle of a character', () => {
    for (const sentence of told(`x${'😀'.repeat(300)}`)) expect(sentence.isWellFormed()).toBe(true);
  });

  test('may be missing, and the message is still a sentence', () => {
    const unsaid = told(' \n ');
    expect(unsaid[0]).toBe(`Not pushed: ${host} does not accept the access token.`);
    for (const sentence of unsaid.slice(0, 5)) expect(sentence).toMatch(/\w\.$/);
    for (const sentence of unsaid.slice(6, 8)) expect(sentence).toContain('redirects to nowhere');
  });
});

test.each([
  [undefined, 'try again later.'],
  ['0', 'try again in 0 s.'],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 'try again after Wed, 21 Oct 2026 07:28:00 GMT.'],
])('The message of throttling says when to try again, for a wait of %s', (retryAfter, end) => {
  expect(tell({ kind: 'throttled', retryAfter }, target).sentence.endsWith(end)).toBe(true);
});
