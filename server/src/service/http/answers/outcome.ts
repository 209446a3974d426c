/**
 * Maps responses and errors to outcomes. Any 2xx is a success (service.md A); error bodies follow service.md B. Pure.
 */
import { t } from '../../../core/t.js';
import { asObject } from '../../../core/targeting/state/state.js';

export type Outcome =
  /** Any 2xx response except a web page. */
  | { readonly kind: 'ok'; readonly status: number }
  /** We stopped the request. `isTooMuch`: the response exceeds a bound, but a smaller page might not. */
  | { readonly kind: 'stopped-here'; readonly reason: string; readonly isTooMuch?: true }
  | { readonly kind: 'unauthorized'; readonly message: string }
  | { readonly kind: 'forbidden'; readonly message: string }
  /** A read was forbidden. Every valid token may read, so the service does not know this token (service.md B). */
  | { readonly kind: 'unknown-token'; readonly message: string }
  | { readonly kind: 'not-found'; readonly message: string; readonly missing?: Missing }
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string }
  /** `bytes`: size of the request body, which exceeds a limit of the service or a proxy. */
  | { readonly kind: 'too-large'; readonly bytes: number; readonly message: string }
  | { readonly kind: 'throttled'; readonly retryAfter: string | undefined }
  /** The service failed during a change. */
  | { readonly kind: 'service-error'; readonly status: number; readonly message: string }
  /** The service failed, but nothing changed: the request only read, or a later read shows the old state. */
  | { readonly kind: 'failed-safely'; readonly status: number; readonly message: string }
  | { readonly kind: 'gateway-error'; readonly status: number; readonly message: string }
  /** The service has moved to another address, to which the request was not sent. */
  | { readonly kind: 'redirected'; readonly status: number; readonly location: string }
  /** A redirect to a result or a login page, which is not followed. */
  | { readonly kind: 'see-other'; readonly status: number; readonly location: string }
  /** A web page instead of JSON, from a login page or a proxy. The service may not have received the request. */
  | { readonly kind: 'web-page'; readonly status: number; readonly title: string }
  /** A 2xx response without the expected targeting or request for approval. */
  | { readonly kind: 'no-targeting'; readonly status: number; readonly message: string }
  /** A read returned something other than FeatureProbe targeting. */
  | { readonly kind: 'not-understood'; readonly status: number; readonly message: string }
  /** The service cannot be reached: nothing was sent, or a read got no usable response. */
  | { readonly kind: 'unreachable'; readonly cause: string }
  /** The certificate is not trusted, so nothing was sent. `dated`: by this machine's clock, it is not valid now. */
  | { readonly kind: 'untrusted'; readonly cause: string; readonly why?: 'dated' | 'other-host' }
  /** The connection broke after sending began. */
  | { readonly kind: 'interrupted'; readonly cause: string }
  | { readonly kind: 'timed-out'; readonly seconds: number }
  | { readonly kind: 'canceled' };

/** An object that the service reports as missing (service.md B). */
export interface Missing {
  readonly what: 'project' | 'environment' | 'toggle' | 'segment';
  readonly key: string;
  readonly has?: readonly string[];
}

const doubtful = [
  ...(['service-error', 'gateway-error', 'see-other', 'web-page'] as const),
  ...(['no-targeting', 'interrupted', 'timed-out', 'canceled'] as const),
];

/** Failures after which the change may or may not have been applied. */
export type Doubtful = Extract<Outcome, { readonly kind: (typeof doubtful)[number] }>;

export function isDoubtful(outcome: Outcome): outcome is Doubtful {
  return doubtful.some((kind) => kind === outcome.kind);
}

/** True if the toggle may have changed. The service reports a conflict like any other rejection (service.md B). */
export function mayHaveChanged(outcome: Outcome): boolean {
  return outcome.kind === 'rejected' || isDoubtful(outcome);
}

/**
 * Reclassifies a failure after a second read showed no change. Only a 500 is final (service.md B): after any other
 * failure, the service may still be working on the request, or receive it later.
 */
export function afterReading<T extends Outcome>(outcome: T): T | Extract<Outcome, { kind: 'failed-safely' }> {
  return outcome.kind === 'service-error' && outcome.status === 500 ? { ...outcome, kind: 'failed-safely' } : outcome;
}

/** Failures that certainly changed nothing. A read can fail only in these ways (reading.ts). */
export type Failure = Exclude<Outcome, Doubtful | { readonly kind: 'ok' | 'forbidden' }>;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The first 64 KiB of the body; for JSON reads, everything up to the limit in responseBounds.ts. */
  readonly body: string;
}

/** @param sent length of the request body in bytes */
export function outcomeOf({ status, headers, body }: Answer, sent = 0): Outcome {
  const page = webPage(headers['content-type'] ?? '', body);
  if (status >= 200 && status < 300)
    return page === undefined ? { kind: 'ok', status } : { kind: 'web-page', status, ...page };
  const { code, message } = page === undefined ? errorBody(body) : { code: undefined, message: page.title };
  if (status >= 300 && status < 400) {
    const kind = CARRIED_OUT_REDIRECTS.has(status) ? 'see-other' : 'redirected';
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
 * A 303 means that the request was carried out (RFC 9110, 15.4.4). Many servers send 302 instead; others send 302 to
 * ask for a login. After any other redirect, the request was not carried out.
 */
const CARRIED_OUT_REDIRECTS = new Set([302, 303]);

/** Status codes of gateways and Cloudflare. 503 is left out, since the service itself also sends it. */
const ofGateways = new Set([502, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530]);

/** Status codes for timeouts of a client, server or proxy (nginx, AWS load balancers). */
const ofTimeouts = new Set([408, 460, 499]);

/** The service's message: `message` of its error body, `error` of Spring's error body, or the whole body. */
function errorBody(body: string): { readonly code: unknown; readonly message: string } {
  try {
    const { code, message, error, path } = asObject(JSON.parse(body)) ?? {};
    if (typeof error === 'string' && typeof path === 'string') return { code: undefined, message: error };
    if (typeof message === 'string') return { code, message };
  } catch {
    // The body is not JSON, so it is shown unchanged.
  }
  return { code: undefined, message: body };
}

/** Parses the service's "not found" message, which is in English or Chinese. */
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

/** The value of Retry-After. A date becomes seconds by the service's clock, since this machine's clock may be wrong. */
function waitOf({ 'retry-after': after, date = '' }: Answer['headers']): string | undefined {
  const seconds = after?.endsWith('GMT') === true ? (Date.parse(after) - Date.parse(date)) / 1000 : NaN;
  return Number.isNaN(seconds) ? after : String(Math.max(0, Math.ceil(seconds)));
}

/** @returns the page's title, cut before the first `<`; undefined if the body is not a web page */
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

/** @param sent true if sending had begun, so the change may have been applied, whatever the error is */
export function outcomeOfError(error: unknown, { sent }: { readonly sent: boolean }): Outcome {
  const cause = describe(error);
  if (sent) return { kind: 'interrupted', cause };
  const code = codesOf(error).find((each) => untrusted.has(each));
  const why = untrusted.get(code ?? '');
  return code === undefined ? { kind: 'unreachable', cause } : { kind: 'untrusted', cause, ...(why && { why }) };
}

export function canceledUnsent(): Extract<Outcome, { kind: 'stopped-here' }> {
  return { kind: 'stopped-here', reason: t('it was canceled before anything was sent.') };
}

/** Services do not allow cross-origin requests, so a page in a browser cannot read their responses. */
export function notFromHere(): string {
  return t('This needs VS Code on a desktop or a server: a browser page cannot reach your service.');
}

/** Codes of an error and its causes. Connecting to a host with several addresses throws an AggregateError. */
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
    return t('the proxy requires a user name and a password ({0})', 407);
  // The service sent an unsolicited response, such as a 101.
  if (code === 'ERR_ASSERTION') return t('the response violates the HTTP protocol');
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}

function wayToHost(error: Error, code: string): string | undefined {
  const { hostname, address, port } = asObject(error) ?? {};
  if (typeof hostname === 'string') {
    if (code === 'ENOTFOUND') return t('the host {0} was not found ({1})', hostname, code);
    if (code === 'EAI_AGAIN') return t('the host {0} cannot be resolved now ({1})', hostname, code);
  }
  if (typeof address !== 'string') return undefined;
  const place = typeof port === 'number' ? `${address}:${port}` : address;
  if (code === 'ECONNREFUSED') return t('{0} refuses the connection ({1})', place, code);
  return code === 'ETIMEDOUT' ? t('{0} does not respond ({1})', place, code) : undefined;
}
