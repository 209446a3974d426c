/**
 * What can come of a push, as a closed union, and which of it an answer of the service is. Pure. Any 2xx is success,
 * every other status a failure (service.md A); the wrapping of error messages is service.md B's, read only where it fits.
 */
import { t } from '@vscode/l10n';
import { asObject } from '../../../core/targeting/state/state.js';

export type Outcome =
  /** Any 2xx, but a web page. */
  | { readonly kind: 'ok'; readonly status: number }
  /** By us. `isTooMuch`: an answer is beyond all bounds; with less in it, it might not be. */
  | { readonly kind: 'stopped-here'; readonly reason: string; readonly isTooMuch?: true }
  | { readonly kind: 'unauthorized'; readonly message: string }
  /** The token may not change it. */
  | { readonly kind: 'forbidden'; readonly message: string }
  /** Reading was forbidden. Every token that the service knows may read, so it does not know this one (service.md B). */
  | { readonly kind: 'unknown-token'; readonly message: string }
  | { readonly kind: 'not-found'; readonly message: string; readonly missing?: Missing }
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string }
  /** In bytes, what was sent: more than a proxy, or the service, lets through. */
  | { readonly kind: 'too-large'; readonly bytes: number; readonly message: string }
  | { readonly kind: 'throttled'; readonly retryAfter: string | undefined }
  /** The service failed with a change: may or may not have been applied. */
  | { readonly kind: 'service-error'; readonly status: number; readonly message: string }
  /** The service failed, and nothing has changed: it was only read, or was read again since. */
  | { readonly kind: 'failed-safely'; readonly status: number; readonly message: string }
  /** Something in front of the service gave up on it: may or may not have been applied. */
  | { readonly kind: 'gateway-error'; readonly status: number; readonly message: string }
  /** The service is at another address; nothing was sent there. */
  | { readonly kind: 'redirected'; readonly status: number; readonly location: string }
  /** What came of it is at another address, or a login page is, and nothing was sent there: may or may not have been applied. */
  | { readonly kind: 'see-other'; readonly status: number; readonly location: string }
  /** A web page where JSON should come: a login page, a proxy's word. May or may not have reached the service. */
  | { readonly kind: 'web-page'; readonly status: number; readonly title: string }
  /** Success, without the targeting, or the request for approval, that a FeatureProbe answers with: may or may not have been applied. */
  | { readonly kind: 'no-targeting'; readonly status: number; readonly message: string }
  /** Read, but no targeting of a service with the FeatureProbe interface. */
  | { readonly kind: 'not-understood'; readonly status: number; readonly message: string }
  /** Nothing was sent. */
  | { readonly kind: 'unreachable'; readonly cause: string }
  /** Nothing was sent. `dated`: by this machine's clock the certificate is not valid yet, or no longer. */
  | { readonly kind: 'untrusted'; readonly cause: string; readonly why?: 'dated' | 'other-host' }
  /** The connection broke on the way: may or may not have been applied. */
  | { readonly kind: 'interrupted'; readonly cause: string }
  /** May or may not have been applied. */
  | { readonly kind: 'timed-out'; readonly seconds: number }
  /** May or may not have been applied. */
  | { readonly kind: 'cancelled' };

/** What is not there, where the service says so (service.md B). */
export interface Missing {
  readonly what: 'project' | 'environment' | 'toggle' | 'segment';
  readonly key: string;
  /** The keys that are there, letter by letter. */
  readonly has?: readonly string[];
}

const doubtful = [
  ...(['service-error', 'gateway-error', 'see-other', 'web-page'] as const),
  ...(['no-targeting', 'interrupted', 'timed-out', 'cancelled'] as const),
];

/** Failures of a change that may have been applied anyway. */
export type Doubtful = Extract<Outcome, { readonly kind: (typeof doubtful)[number] }>;

export function isDoubtful(outcome: Outcome): outcome is Doubtful {
  return doubtful.some((kind) => kind === outcome.kind);
}

/** Whether reading again tells more: a conflict is a rejection like others (service.md B). */
export function mayHaveChanged(outcome: Outcome): boolean {
  return outcome.kind === 'rejected' || isDoubtful(outcome);
}

/**
 * After the service was read again and nothing has changed. Of a 500, which the service itself answers, nothing comes later
 * (service.md B). Whatever else stands in between says, the service may still work on it, and what broke on its way may arrive.
 */
export function afterReading<T extends Outcome>(outcome: T): T | Extract<Outcome, { kind: 'failed-safely' }> {
  return outcome.kind === 'service-error' && outcome.status === 500 ? { ...outcome, kind: 'failed-safely' } : outcome;
}

/** It is certain that these changed nothing. A request that only reads can fail in no other way (reading.ts). */
export type Failure = Exclude<Outcome, Doubtful | { readonly kind: 'ok' | 'forbidden' }>;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** At most the first 64 KiB; of JSON that is read, as much as bounds.ts allows. */
  readonly body: string;
}

/** @param sent the length of what was answered, in bytes */
export function outcomeOf({ status, headers, body }: Answer, sent = 0): Outcome {
  const page = webPage(headers['content-type'] ?? '', body);
  if (status >= 200 && status < 300)
    return page === undefined ? { kind: 'ok', status } : { kind: 'web-page', status, ...page };
  const { code, message } = page === undefined ? errorBody(body) : { code: undefined, message: page.title };
  if (status >= 300 && status < 400) {
    const kind = afterTheDeed.has(status) ? 'see-other' : 'redirected';
    return { kind, status, location: headers['location'] ?? '' };
  }
  if (status === 401) return { kind: 'unauthorized', message };
  if (status === 403) return { kind: 'forbidden', message };
  if (status === 400 && code === 'not_found') return { kind: 'not-found', message, ...missingIn(message) };
  if (status === 404) return { kind: 'not-found', message };
  if (status === 413 && sent > 0) return { kind: 'too-large', bytes: sent, message };
  if (status === 429) return { kind: 'throttled', retryAfter: waitOf(headers) };
  if (ofGateways.has(status)) return { kind: 'gateway-error', status, message };
  if (status >= 500 || ofTimeouts.has(status)) return { kind: 'service-error', status, message };
  return { kind: 'rejected', status, message };
}

/**
 * 303 is said once the request was carried out (RFC 9110, 15.4.4), and many servers say 302 in its place, as others do before a
 * login. The other redirects say that the request has to be sent elsewhere, so that it was not carried out.
 */
const afterTheDeed = new Set([302, 303]);

/** Those of HTTP, and Cloudflare's own. A 503 is none of them: the service says it, too. */
const ofGateways = new Set([502, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530]);

/** Someone waited no longer: for the request, or for what comes of it (nginx, load balancers of AWS). */
const ofTimeouts = new Set([408, 460, 499]);

/** The service's own words: `message` of its error body, `error` of Spring's, or the body as it came. */
function errorBody(body: string): { readonly code: unknown; readonly message: string } {
  try {
    const { code, message, error, path } = asObject(JSON.parse(body)) ?? {};
    if (typeof error === 'string' && typeof path === 'string') return { code: undefined, message: error };
    if (typeof message === 'string') return { code, message };
  } catch {
    // Not JSON: shown as it came.
  }
  return { code: undefined, message: body };
}

/** The service begins with what is missing, in either of its languages. */
function missingIn(message: string): { readonly missing: Missing } | undefined {
  const [, english, englishKey, chinese, chineseKey] =
    /^(?:(\S+) (.+) not found|(\S+) (.+) 不存在)\s*$/u.exec(message) ?? [];
  const what = named.get(english ?? chinese ?? '');
  return what && { missing: { what, key: englishKey ?? chineseKey ?? '' } };
}

const named: ReadonlyMap<string, Missing['what']> = new Map([
  ['Project', 'project'],
  ['项目', 'project'],
  ['Environment', 'environment'],
  ['环境', 'environment'],
  ['Targeting', 'toggle'],
  ['开关配置', 'toggle'],
  ['Segment', 'segment'],
  ['人群', 'segment'],
]);

/**
 * How long to wait, as the service says it; in seconds where it names a date and its own clock, for the clock of this
 * machine may be wrong.
 */
function waitOf({ 'retry-after': after, date = '' }: Answer['headers']): string | undefined {
  const seconds = after?.endsWith('GMT') === true ? (Date.parse(after) - Date.parse(date)) / 1000 : NaN;
  return Number.isNaN(seconds) ? after : String(Math.max(0, Math.ceil(seconds)));
}

/** Its title, without what could be markup. */
function webPage(contentType: string, body: string): { readonly title: string } | undefined {
  if (!/^\s*text\/html\b/i.test(contentType) && !/^\s*<(?:!doctype\s+html|html)\b/i.test(body)) return undefined;
  return { title: titleOf(body).replace(/\s+/g, ' ').trim() };
}

function titleOf(page: string): string {
  const tag = page.search(/<title/i);
  const start = tag === -1 ? -1 : page.indexOf('>', tag);
  if (start === -1) return '';
  const [text = ''] = page.slice(start + 1, start + 201).split('<');
  return text;
}

/** Codes of certificates that are not trusted, and why where the code says it. */
const untrusted = new Map<string, Extract<Outcome, { kind: 'untrusted' }>['why']>([
  ...[
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_UNTRUSTED',
    'CERT_REVOKED',
    'CERT_CHAIN_TOO_LONG',
    'CERT_SIGNATURE_FAILURE',
    'INVALID_CA',
  ].map((code) => [code, undefined] as const),
  ['CERT_HAS_EXPIRED', 'dated'],
  ['CERT_NOT_YET_VALID', 'dated'],
  ['HOSTNAME_MISMATCH', 'other-host'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'other-host'],
]);

/**
 * What an error of the transport means.
 * @param sent whether the request was begun: from then on it may have been applied, whatever the error says
 */
export function outcomeOfError(error: unknown, { sent }: { readonly sent: boolean }): Outcome {
  const cause = describe(error);
  if (sent) return { kind: 'interrupted', cause };
  const code = codesOf(error).find((each) => untrusted.has(each));
  const why = untrusted.get(code ?? '');
  return code === undefined ? { kind: 'unreachable', cause } : { kind: 'untrusted', cause, ...(why && { why }) };
}

/** Left by the person in time. */
export function cancelledUnsent(): Extract<Outcome, { kind: 'stopped-here' }> {
  return { kind: 'stopped-here', reason: t('it was cancelled before anything was sent.') };
}

/** Services answer programs. A page of another site cannot read their responses. */
export function notFromHere(): string {
  return t('This needs VS Code on a desktop or a server: from a page of the browser, your service cannot be reached.');
}

/** The codes of an error and of those that caused it: trying several addresses gives an AggregateError. */
function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const inner: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return [...own, ...inner.flatMap(codesOf)];
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  if (error.message === '' && first !== undefined) return describe(first);
  const [code] = codesOf(error);
  const inWords = code === undefined ? undefined : wayToHost(error, code);
  if (inWords !== undefined) return inWords;
  if (code === 'UND_ERR_ABORTED' && error.message.includes('(407)'))
    return t('the proxy wants a name and a password ({0})', 407);
  // An answer that nobody has asked for in this way, such as one of 101.
  if (code === 'ERR_ASSERTION') return t('the response breaks the HTTP protocol');
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}

/** Of what commonly goes wrong on the way to a host, where the system says which. */
function wayToHost(error: Error, code: string): string | undefined {
  const { hostname, address, port } = asObject(error) ?? {};
  if (typeof hostname === 'string') {
    if (code === 'ENOTFOUND') return t('the host {0} is not found ({1})', hostname, code);
    if (code === 'EAI_AGAIN') return t('the host {0} cannot be looked up now ({1})', hostname, code);
  }
  if (typeof address !== 'string') return undefined;
  const place = typeof port === 'number' ? `${address}:${port}` : address;
  if (code === 'ECONNREFUSED') return t('{0} refuses the connection ({1})', place, code);
  return code === 'ETIMEDOUT' ? t('{0} does not respond ({1})', place, code) : undefined;
}
