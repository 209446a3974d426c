/**
 * What can come of a push, as a closed union, and which of it an answer of the service is. Pure. Any 2xx is success,
 * every other status a failure (service.md A); the wrapping of error messages is service.md B's, read only where it fits.
 */
import { t } from '@vscode/l10n';

export type Outcome =
  | { readonly kind: 'pushed'; readonly status: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unauthorized'; readonly message: string }
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'not-found'; readonly message: string }
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string }
  | { readonly kind: 'throttled'; readonly retryAfter: string | undefined }
  | { readonly kind: 'service-error'; readonly status: number; readonly message: string }
  /** The service answered with another address; nothing was sent there. */
  | { readonly kind: 'redirected'; readonly status: number; readonly location: string }
  /** A web page where JSON should come: a login page, a proxy's word. May or may not have reached the service. */
  | { readonly kind: 'web-page'; readonly status: number; readonly title: string }
  /** Read, but no targeting of a service with the FeatureProbe interface. */
  | { readonly kind: 'not-understood'; readonly status: number; readonly message: string }
  /** Nothing was sent. */
  | { readonly kind: 'unreachable'; readonly cause: string }
  /** Nothing was sent. `dated`: by this machine's clock the certificate is not valid yet, or no longer. */
  | { readonly kind: 'untrusted'; readonly cause: string; readonly dated?: true }
  /** The connection broke on the way: may or may not have been applied. */
  | { readonly kind: 'interrupted'; readonly cause: string }
  /** May or may not have been applied. */
  | { readonly kind: 'timed-out'; readonly seconds: number }
  /** May or may not have been applied. */
  | { readonly kind: 'cancelled' };

/** After these, nothing has changed for certain. All that can come of reading, which changes nothing (service.ts). */
export type Failure = Exclude<
  Outcome,
  { readonly kind: 'pushed' | 'web-page' | 'interrupted' | 'timed-out' | 'cancelled' }
>;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** At most the first 64 KiB; of what is read, 32 MiB. */
  readonly body: string;
}

export function outcomeOf({ status, headers, body }: Answer): Outcome {
  const { code, message } = errorBody(body);
  const page = webPage(headers['content-type'] ?? '', body);
  if (status >= 200 && status < 300)
    return page === undefined ? { kind: 'pushed', status } : { kind: 'web-page', status, ...page };
  if (status >= 300 && status < 400) return { kind: 'redirected', status, location: headers['location'] ?? '' };
  if (status === 401) return { kind: 'unauthorized', message };
  if (status === 403) return { kind: 'forbidden', message };
  if (status === 404 || (status === 400 && code === 'not_found')) return { kind: 'not-found', message };
  if (status === 429) return { kind: 'throttled', retryAfter: waitOf(headers) };
  if (status >= 500) return { kind: 'service-error', status, message };
  return { kind: 'rejected', status, message };
}

/** The service's own words: `message` of its error body, or the body as it came. */
function errorBody(body: string): { readonly code: unknown; readonly message: string } {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null && 'message' in parsed && typeof parsed.message === 'string') {
      return { code: 'code' in parsed ? parsed.code : undefined, message: parsed.message };
    }
  } catch {
    // Not JSON: shown as it came.
  }
  return { code: undefined, message: body };
}

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
  const title = /<title[^>]*>([^<]{0,200})/i.exec(body)?.[1] ?? '';
  return { title: title.replace(/\s+/g, ' ').trim() };
}

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'CERT_REVOKED',
  'CERT_CHAIN_TOO_LONG',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_CA',
  'HOSTNAME_MISMATCH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const dated = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

/**
 * What an error of the transport means.
 * @param sent whether the request was begun: from then on it may have been applied, whatever the error says
 */
export function outcomeOfError(error: unknown, { sent }: { readonly sent: boolean }): Outcome {
  const cause = describe(error);
  if (sent) return { kind: 'interrupted', cause };
  const codes = codesOf(error);
  if (!codes.some((code) => untrusted.has(code))) return { kind: 'unreachable', cause };
  return { kind: 'untrusted', cause, ...(codes.some((code) => dated.has(code)) && { dated: true }) };
}

/** Left by the person in time. */
export function cancelledUnsent(): Extract<Outcome, { kind: 'refused' }> {
  return { kind: 'refused', reason: t('it was cancelled before anything was sent.') };
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
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}
