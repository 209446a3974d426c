/**
 * From a request to its answer, both plain data: who may, which toggle, which verb. Deliberately without sockets and clock.
 * Only the endpoints of service.md exist, and the page at `/` that shows a person what arrived; it loads itself
 * every two seconds and stays out of the log.
 */
import { approvalAnswer, currentAnswer, describeChange, patchAnswer, versionsAnswer } from './answers.js';
import { forbidden, invalidRequest, isServiceError, unauthorized, type ServiceError } from './errors.js';
import { approvalBody, patchBody } from './grammar.js';
import { applyApproval, applyPatch } from './model.js';
import { renderPage } from './page.js';
import { readJson, type Reader } from './reading.js';
import { authenticate, setScene, type Request, type Scene, type World } from './scene.js';

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** One sentence for the log. */
  readonly note?: string;
  /** Not worth a line in the log. */
  readonly quiet?: true;
}

const resource =
  /^\/api\/projects\/([^/]+)\/environments\/([^/]+)\/toggles\/([^/]+)\/targeting(\/versions|\/approval)?$/;

const routes: Readonly<Record<string, (scene: Scene) => Answer>> = {
  'GET ': ({ stored, review }) => json(currentAnswer(stored, review)),
  'PATCH ': patch,
  'GET /versions': ({ stored, place, query }) => json(versionsAnswer(stored, place, pageOf(query))),
  'POST /approval': approve,
};

export function route(request: Request, world: World): Answer {
  const [pathname = '', query = ''] = request.path.split('?', 2);
  if (pathname === '/' && request.method === 'GET') return html(renderPage(world.seed, world.store));
  const [matched, project = '', environment = '', toggle = '', part = ''] = resource.exec(pathname) ?? [];
  const handle = routes[`${request.method} ${part}`];
  if (matched === undefined) return failure({ status: 404, code: 'not_found', message: `${pathname} not found` });

  const token = authenticate(request.headers.authorization, world.seed);
  if (token === undefined) return failure(unauthorized);
  if (handle === undefined) return failure({ ...invalidRequest(`${request.method} is not supported`), status: 405 });
  if (request.method !== 'GET' && token.readOnly === true) return failure(forbidden);

  const scene = setScene(
    { ...world, request, query: new URLSearchParams(query) },
    { project, environment, toggle },
    token,
  );
  return isServiceError(scene) ? failure(scene) : handle(scene);
}

function patch({ request, stored, place, store, around }: Scene): Answer {
  const body = readBody(request, patchBody);
  const changed = isServiceError(body) ? body : applyPatch(stored, body, around);
  if (isServiceError(changed)) return failure(changed);
  store.put(place, changed);
  return { ...json(patchAnswer(changed)), note: describeChange(place, stored, changed) };
}

function approve({ request, stored, place, store, around, review }: Scene): Answer {
  const body = readBody(request, approvalBody);
  const changed = isServiceError(body) ? body : applyApproval(stored, body, { ...around, review });
  if (isServiceError(changed)) return failure(changed);
  store.put(place, changed);
  const note = `${place.toggle} in ${place.environment} waits for approval.`;
  return { ...json(approvalAnswer(changed, changed.pending)), note };
}

function readBody<T extends object>(request: Request, reader: Reader<T>): T | ServiceError {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return { ...invalidRequest('Content-Type must be application/json'), status: 415 };
  }
  const read = readJson(request.body, reader);
  return read.ok ? read.value : invalidRequest(`Request invalid: ${read.problem}`);
}

function pageOf(query: URLSearchParams): { readonly index: number; readonly size: number } {
  const count = (name: string, least: number, otherwise: number): number => {
    const value = Number(query.get(name) ?? otherwise);
    return Number.isSafeInteger(value) && value >= least ? value : otherwise;
  };
  return { index: count('pageIndex', 0, 0), size: count('pageSize', 1, 10) };
}

function failure({ status, code, message }: ServiceError): Answer {
  return { ...json({ code, message }), status, note: `${code}: ${message}` };
}

function json(value: object): Answer {
  return { status: 200, contentType: 'application/json', body: JSON.stringify(value) };
}

function html(body: string): Answer {
  return { status: 200, contentType: 'text/html; charset=utf-8', body, quiet: true };
}
