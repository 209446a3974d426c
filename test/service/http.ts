/** Reads bodies, and turns outcomes into answers. service.ts writes them to sockets. */
import { unforeseen, type Failure } from './errors.js';
import { readJson, type Reader } from './reading.js';
import type { Request } from './scene.js';
import { exactTime } from './times.js';
import { say } from './words.js';

export interface Answer {
  readonly status: number;
  readonly contentType?: string;
  readonly body: string;
  readonly note?: string;
  readonly quiet?: true;
}

export function json(value: unknown, note?: string): Answer {
  const body = JSON.stringify(value);
  return { status: 200, contentType: 'application/json', body, ...(note !== undefined && { note }) };
}

/** The server answers with an empty success if it did nothing. */
export const nothing: Answer = { status: 200, body: '', note: 'nothing was done.' };

export function html(body: string): Answer {
  return { status: 200, contentType: 'text/html; charset=utf-8', body, quiet: true };
}

/** Reads a required body, which must be declared as JSON. */
export function readBody<T extends object>(request: Request, reader: Reader<T>): T | Failure {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '')) return unforeseen(415);
  const read = readJson(request.body, reader);
  if (read.ok) return read.value;
  return unforeseen(read.trouble === 'unreadable' ? 400 : 500);
}

export function failed(failure: Failure, request: Request, now: string): Answer {
  switch (failure.failure) {
    case 'refused': {
      const { status, code, words } = failure;
      const message = words === undefined ? undefined : say(words, request.headers['accept-language']);
      const contentType = status === 400 ? {} : { contentType: 'application/json;charset=UTF-8' };
      const note = message === undefined ? code : `${code}: ${message}`;
      return { ...contentType, status, body: JSON.stringify({ code, message }), note };
    }
    case 'unforeseen':
      return { ...json(springError(failure.status, request.path, now)), status: failure.status };
    case 'malformed':
      return { ...html(malformedPage), status: 400 };
    case 'silent':
      return { status: failure.status, body: '' };
  }
}

const reasons = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
} as const;

/** @param path may have a query, which Spring omits */
export function springError(status: keyof typeof reasons, path: string, now: string): object {
  return { timestamp: exactTime(now), status, error: reasons[status], path: path.split('?', 1)[0] };
}

const malformedPage =
  '<!doctype html><html lang="en"><head><title>HTTP Status 400 – Bad Request</title></head>' +
  '<body><h1>HTTP Status 400 – Bad Request</h1></body></html>';
