/** Tests the meaning of answers and transport errors without a network; request.test.ts tests them with a network. */
import { describe, expect, test } from 'vitest';
import type { Answer, Outcome } from '../../../server/src/service/http/answers/outcome.js';
import {
  afterReading,
  isDoubtful,
  outcomeOf,
  outcomeOfError,
} from '../../../server/src/service/http/answers/outcome.js';

function answered(status: number, body = '', headers: Answer['headers'] = {}): Outcome {
  return outcomeOf({ status, headers, body });
}

function failure(message: string, code: string, options?: ErrorOptions): Error {
  return Object.assign(new Error(message, options), { code });
}

describe('A response', () => {
  test('with any 2xx status is a success, whatever its body', () => {
    for (let status = 200; status < 300; status++) {
      expect(answered(status, '{"code":"unauthorized","message":"no"}')).toEqual({ kind: 'ok', status });
    }
  });

  test('with any other status is a failure', () => {
    const statuses = Array.from({ length: 300 }, (_, index) => 300 + index);
    const kinds = statuses.map((status) => answered(status).kind);
    expect(kinds).not.toContain('ok');
    const redirected = statuses
      .slice(0, 100)
      .map((status) => ([302, 303].includes(status) ? 'see-other' : 'redirected'));
    expect(kinds.slice(0, 100)).toEqual(redirected);
    const ofGateways = [502, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530];
    const failing = statuses
      .slice(200)
      .map((status) => (ofGateways.includes(status) ? 'gateway-error' : 'service-error'));
    expect(kinds.slice(200)).toEqual(failing);
    const special = new Map([
      [401, 'unauthorized'],
      [403, 'forbidden'],
      [404, 'not-found'],
      [429, 'throttled'],
      ...[408, 460, 499].map((status) => [status, 'service-error'] as const),
    ]);
    const others = statuses.slice(100, 200);
    expect(kinds.slice(100, 200)).toEqual(others.map((status) => special.get(status) ?? 'rejected'));
  });

  test.each([
    ['{"code":"not_found","message":"Environment P-E not found"}', 'Environment P-E not found'],
    ['{"message":"Nobody is here"}', 'Nobody is here'],
    ['{"message":""}', ''],
    ['{"message":7}', '{"message":7}'],
    ['{"error":"x"}', '{"error":"x"}'],
    ['"text"', '"text"'],
    ['null', 'null'],
    ['[]', '[]'],
    ['<html>Bad gateway</html>', ''],
    ['<!doctype html><title>HTTP Status 400 – Bad\n Request</title><p>x', 'HTTP Status 400 – Bad Request'],
    ['{"timestamp":"t","status":404,"error":"Not Found","path":"/x"}', 'Not Found'],
    ['{"timestamp":"t","status":404,"error":"Not Found","message":"","path":"/x"}', 'Not Found'],
    ['', ''],
  ])('is reported in the words of the service, or unchanged: %s', (body, message) => {
    expect(answered(404, body)).toEqual({ kind: 'not-found', message });
    expect(answered(502, body)).toEqual({ kind: 'gateway-error', status: 502, message });
    expect(answered(500, body)).toEqual({ kind: 'service-error', status: 500, message });
  });

  test('with 500, but no other status, has certainly changed nothing if a read shows no change', () => {
    const statuses = Array.from({ length: 300 }, (_, index) => 300 + index);
    const safe = statuses.filter((status) => afterReading(answered(status)).kind === 'failed-safely');
    expect(safe).toEqual([500]);
    expect(statuses.slice(200).filter((status) => !isDoubtful(afterReading(answered(status))))).toEqual([500]);
  });

  test('with 400 means "not found" only if its code says so', () => {
    expect(answered(400, '{"code":"not_found","message":"m"}')).toEqual({ kind: 'not-found', message: 'm' });
    for (const body of ['{"code":"invalid_request","message":"not_found"}', '{"message":"m"}', 'not_found']) {
      expect(answered(400, body).kind).toBe('rejected');
    }
    expect(answered(409, '{"code":"not_found","message":"m"}').kind).toBe('rejected');
  });

  test.each([
    ['Environment P-E not found', 'environment', 'P-E'],
    ['Targeting P-E-T not found', 'toggle', 'P-E-T'],
    ['Segment new users not found', 'segment', 'new users'],
    ['环境 P-E 不存在', 'environment', 'P-E'],
    ['开关配置 P-E-T 不存在', 'toggle', 'P-E-T'],
    ['人群 new users 不存在', 'segment', 'new users'],
  ])('names the missing resource at the beginning of its message: %s', (message, what, key) => {
    const body = JSON.stringify({ code: 'not_found', message });
    expect(answered(400, body)).toEqual({ kind: 'not-found', message, missing: { what, key } });
    expect(answered(404, body)).toEqual({ kind: 'not-found', message });
  });

  test.each(['Member anna not found', 'Not found', 'Environment 不存在', 'resource.error.not_found'])(
    'names no missing resource in other messages: %s',
    (message) => {
      const body = JSON.stringify({ code: 'not_found', message });
      expect(answered(400, body)).toEqual({ kind: 'not-found', message });
    },
  );

  test('with 413 reports the sent size, and is an ordinary refusal if nothing was sent', () => {
    const large = { status: 413, headers: {}, body: 'Too large' };
    expect(outcomeOf(large, 2048)).toEqual({ kind: 'too-large', bytes: 2048, message: 'Too large' });
    expect(answered(413, 'Too large')).toEqual({ kind: 'rejected', status: 413, message: 'Too large' });
  });

  test('contains the target of a redirect', () => {
    expect(answered(307, '', { location: '/elsewhere' })).toMatchObject({ location: '/elsewhere' });
    expect(answered(304)).toEqual({ kind: 'redirected', status: 304, location: '' });
    const done = { kind: 'see-other', status: 303, location: '/done' };
    expect(answered(303, '', { location: '/done' })).toEqual(done);
  });

  test.each([
    ['120', { date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, '120'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', {}, 'Wed, 21 Oct 2026 07:28:00 GMT'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', { date: 'no date' }, 'Wed, 21 Oct 2026 07:28:00 GMT'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', { date: 'Wed, 21 Oct 2026 07:27:18 GMT' }, '42'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', { date: 'Wed, 21 Oct 2026 07:29:00 GMT' }, '0'],
    ['Wed, 21 Oct 2026 07:28:00.500 GMT', { date: 'Wed, 21 Oct 2026 07:27:18 GMT' }, '43'],
    ['soon', { date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 'soon'],
  ])('with "Retry-After: %s" is interpreted with the clock of the service', (after, headers, retryAfter) => {
    expect(answered(429, '', { 'retry-after': after, ...headers })).toEqual({ kind: 'throttled', retryAfter });
  });
});

describe('A transport error', () => {
  const before = { sent: false };
  const after = { sent: true };

  test.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'untrusted'],
    ['ECONNREFUSED', 'unreachable'],
    ['ENOTFOUND', 'unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'unreachable'],
    ['ECONNRESET', 'unreachable'],
    ['SOMETHING_NEW', 'unreachable'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted', { why: 'other-host' }],
  ])('%s means %s before a request is sent, and an uncertain outcome afterwards', (code, kind, more?: object) => {
    const cause = `It broke (${code})`;
    expect(outcomeOfError(failure('It broke', code), before)).toEqual({ kind, cause, ...more });
    expect(outcomeOfError(failure('It broke', code), after)).toEqual({ kind: 'interrupted', cause });
  });

  test.each(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])('%s may be caused by a wrong clock', (code) => {
    expect(outcomeOfError(failure('It is not valid', code), before)).toMatchObject({ kind: 'untrusted', why: 'dated' });
  });

  test('contains its code once', () => {
    expect(outcomeOfError(failure('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'), before)).toEqual({
      kind: 'unreachable',
      cause: 'connect ECONNREFUSED 127.0.0.1:1',
    });
  });

  test.each([
    [{ code: 'ENOTFOUND', hostname: 'no.example.com' }, 'the host no.example.com was not found (ENOTFOUND)'],
    [{ code: 'EAI_AGAIN', hostname: 'no.example.com' }, 'the host no.example.com cannot be resolved now (EAI_AGAIN)'],
    [{ code: 'ECONNREFUSED', address: '127.0.0.1', port: 1 }, '127.0.0.1:1 refuses the connection (ECONNREFUSED)'],
    [{ code: 'ETIMEDOUT', address: '192.0.2.1', port: 443 }, '192.0.2.1:443 does not respond (ETIMEDOUT)'],
    [{ code: 'EACCES', address: '/tmp/socket' }, 'It broke (EACCES)'],
  ])('describes the connection problem in plain words: %o', (given, cause) => {
    const error = Object.assign(failure('It broke', given.code), given);
    expect(outcomeOfError(error, before)).toEqual({ kind: 'unreachable', cause });
  });

  test('without a code is reported unchanged', () => {
    expect(outcomeOfError(new TypeError('Odd'), after)).toEqual({ kind: 'interrupted', cause: 'Odd' });
    expect(outcomeOfError('thrown text', after)).toEqual({ kind: 'interrupted', cause: 'thrown text' });
    expect(outcomeOfError(undefined, before)).toEqual({ kind: 'unreachable', cause: 'undefined' });
  });

  test('has the meaning of the error that caused it', () => {
    const expired = failure('certificate has expired', 'CERT_HAS_EXPIRED');
    const wrapped = [
      failure('Proxy TLS', 'UND_ERR_PRX_TLS', { cause: expired }),
      new Error('fetch failed', { cause: expired }),
    ];
    for (const error of wrapped) expect(outcomeOfError(error, before).kind).toBe('untrusted');
  });

  test('at several addresses is reported for the first address', () => {
    const addresses = ['::1', '127.0.0.1'].map((ip) => failure(`connect ECONNREFUSED ${ip}:1`, 'ECONNREFUSED'));
    expect(outcomeOfError(Object.assign(new AggregateError(addresses), { code: 'ECONNREFUSED' }), before)).toEqual({
      kind: 'unreachable',
      cause: 'connect ECONNREFUSED ::1:1',
    });
  });
});
