/** The endpoints for SDKs, which behave like the endpoints of the real server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeldBytes } from './bodies.js';
import { bodyOf } from './bodies.js';
import type { LocalServerOptions, ServedUser } from './contract.js';
import type { Access } from './access.js';
import * as real from './fixedTexts.js';
import { evaluationsIn } from './reports.js';
import type { BoundedTally } from './tally.js';

export interface Serving {
  readonly options: LocalServerOptions;
  readonly access: Access;
  readonly tally: BoundedTally;
  readonly held: HeldBytes;
}

type Headers = Readonly<Record<string, string>>;

interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Whether web pages of other origins may send requests to the endpoint. */
  readonly isForBrowsers: boolean;
  readonly answer: (request: IncomingMessage, response: ServerResponse, cors: Headers) => void | Promise<void>;
}

export function answersOf(serving: Serving): (request: IncomingMessage, response: ServerResponse) => void {
  const { options, access } = serving;
  const endpoints: ReadonlyMap<string, Endpoint> = new Map([
    ['/api/server-sdk/toggles', { method: 'GET', isForBrowsers: false, answer: toggles(serving) }],
    ['/api/client-sdk/toggles', { method: 'GET', isForBrowsers: true, answer: values(serving) }],
    ['/api/client-sdk/events', { method: 'GET', isForBrowsers: true, answer: collected(serving) }],
    ['/api/events', { method: 'POST', isForBrowsers: true, answer: reports(serving) }],
  ]);
  return (request, response) => {
    const refusal = access.refusal(request);
    if (refusal !== undefined) return send(response, 403, { 'Content-Type': real.text }, refusal);
    const endpoint = endpoints.get(pathOf(request));
    if (endpoint === undefined) return send(response, 404, { 'Content-Type': real.text }, '');
    const { method, isForBrowsers, answer } = endpoint;
    const cors = isForBrowsers ? corsOf(request) : {};
    if (request.method === 'OPTIONS' && isForBrowsers) return send(response, 200, { ...asJson, ...cors }, '');
    if (request.method !== method && !(request.method === 'HEAD' && method === 'GET'))
      return send(response, 405, { Allow: method === 'GET' ? 'GET,HEAD' : method }, '');
    const fail = () => {
      if (response.headersSent) response.destroy();
      else send(response, 500, { ...asJson, ...cors }, real.noValues);
    };
    try {
      Promise.resolve(answer(request, response, cors)).catch(fail);
    } catch {
      fail();
    }
  };

  function corsOf({ headers: { origin } }: IncomingMessage): Headers {
    if (origin === undefined) return options.allowedOrigins.length === 0 ? {} : { Vary: 'Origin' };
    return {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Headers': real.headers,
      'Access-Control-Allow-Methods': real.methods,
      Vary: 'Origin',
    };
  }
}

export function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

const asJson = { 'Content-Type': real.json };

function send(response: ServerResponse, status: number, headers: Headers, body: string | Buffer): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** @returns the key in a request; undefined after an error response if the request has no key */
function keyOf(request: IncomingMessage, response: ServerResponse, cors: Headers): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) send(response, 400, { ...cors, 'Content-Type': real.text }, real.noAuthorization);
  return authorization;
}

function toggles({ options: { source }, access, tally }: Serving): Endpoint['answer'] {
  let ready: { of: object; body: Buffer; tag: string; headers: Record<string, string | number> } | undefined;
  const prepared = () => {
    const of = source.repository();
    if (ready?.of === of) return ready;
    const [body, tag] = [Buffer.from(of.json), `"${of.version}"`];
    ready = { of, body, tag, headers: { ...asJson, ETag: tag, 'Content-Length': body.length } };
    return ready;
  };
  return (request, response) => {
    const key = keyOf(request, response, {});
    if (key === undefined) return;
    tally.requests += 1;
    if (!access.accepts(key)) return send(response, 200, asJson, real.noToggles);
    const { body, tag, headers } = prepared();
    const known = request.headers['if-none-match'];
    if (known?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag))
      response.writeHead(304, { ETag: tag }).end();
    else response.writeHead(200, headers).end(body);
  };
}

function values({ options: { source }, access, tally, held }: Serving): Endpoint['answer'] {
  return (request, response, cors) => {
    const users = new URLSearchParams(request.url?.slice(pathOf(request).length)).getAll('user');
    const [encoded] = users;
    if (encoded === undefined || users.length > 1)
      return send(response, 400, { ...cors, 'Content-Type': real.text }, real.noUser);
    const key = keyOf(request, response, cors);
    if (key === undefined) return;
    tally.requests += 1;
    const headers = { ...asJson, ...cors };
    const user = userIn(encoded);
    if (user === undefined) return send(response, 400, headers, real.wrongUser);
    if (!access.accepts(key)) return send(response, 200, headers, real.noValues);
    const body = Buffer.from(source.evaluatedFor(user));
    if (!held.take(body.length)) return send(response, 503, headers, real.noValues);
    response.on('close', () => {
      held.release(body.length);
    });
    send(response, 200, headers, body);
  };
}

function collected({ tally, access }: Serving): Endpoint['answer'] {
  return (request, response, cors) => {
    const key = keyOf(request, response, cors);
    if (key === undefined) return;
    tally.requests += 1;
    send(response, 200, { ...asJson, ...cors }, access.accepts(key) ? real.noEvents : real.noValues);
  };
}

function reports({ options: { source, onTally: onAsked }, access, tally, held }: Serving): Endpoint['answer'] {
  return async (request, response, cors) => {
    const refused = { ...cors, 'Content-Type': real.text };
    if (!/^application\/(?:[^;]+\+)?json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
      return send(response, 415, refused, real.noJsonType);
    const body = await bodyOf(request, held);
    if (body === undefined) return;
    if (body === 503) return send(response, 503, { ...asJson, ...cors }, real.noValues);
    if (body === 413) return send(response, 413, refused, real.tooLarge);
    const report = parsed(body);
    if (report === undefined) return send(response, 400, refused, real.noJson);
    const key = keyOf(request, response, cors);
    if (key === undefined) return;
    if (request.headers['user-agent'] === undefined) return send(response, 400, refused, real.noUserAgent);
    tally.requests += 1;
    send(response, 200, { ...asJson, ...cors }, '');
    if (!access.accepts(key)) return;
    const served = source.toggles();
    if (tally.take(evaluationsIn(report), (toggle) => served.has(toggle))) onAsked();
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Parses a user as the Rust SDK does: attributes are required and must be strings; the key is optional. */
function userIn(encoded: string): ServedUser | undefined {
  if (!/^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(encoded) || encoded.includes('_')) return undefined;
  const user = parsed(Buffer.from(encoded, 'base64'));
  if (typeof user !== 'object' || user === null) return undefined;
  const { key, attrs } = user as Readonly<Record<string, unknown>>;
  if (typeof (key ?? '') !== 'string' || typeof attrs !== 'object' || attrs === null || Array.isArray(attrs))
    return undefined;
  const attributes = Object.entries(attrs);
  if (!attributes.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return undefined;
  return { key: typeof key === 'string' ? key : undefined, attributes: new Map(attributes) };
}
