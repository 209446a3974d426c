/** Routes a request to its endpoint of service.md, after the checks that the open-source server makes first. */
import { isFailure, malformed, unforeseen, type Failure } from './errors.js';
import { failed, html, type Answer } from './http.js';
import { renderPage } from './page.js';
import * as projects from './projectHandlers.js';
import * as relations from './relationHandlers.js';
import * as reviews from './reviewHandlers.js';
import { authenticate, type Call, type Request, type World } from './scene.js';
import * as targetings from './targetingHandlers.js';

export type Handler = (call: Call) => Answer | Failure;

const project = '/api/projects/:project';
const targeting = `${project}/environments/:environment/toggles/:toggle/targeting`;

const routes: readonly (readonly [path: string, methods: Readonly<Record<string, Handler>>])[] = [
  ['/api/projects', { GET: projects.projects }],
  [targeting, { GET: targetings.current, PATCH: targetings.patch }],
  [`${targeting}/versions`, { GET: targetings.versions }],
  [`${targeting}/attributes`, { GET: relations.attributes }],
  [`${targeting}/prerequisite/dependencies`, { GET: relations.dependencies }],
  [`${targeting}/approval`, { POST: reviews.approval }],
  [`${targeting}/approvalStatus`, { PATCH: reviews.approvalStatus }],
  [`${targeting}/sketch/publish`, { PATCH: reviews.sketchPublish }],
  [`${targeting}/sketch/cancel`, { PATCH: reviews.sketchCancel }],
  [`${project}/toggles`, { GET: projects.toggles }],
  [`${project}/toggles/:toggle`, { GET: projects.toggle }],
  [`${project}/segments`, { GET: projects.segments }],
];

export function route(request: Request, world: World): Answer {
  const [pathname = '', query = ''] = request.path.split('?', 2);
  if (pathname === '/' && request.method === 'GET') return html(renderPage(world.seed, world.store));
  const outcome = answer(request, world, pathname, query);
  return isFailure(outcome) ? failed(outcome, request, world.now) : outcome;
}

function answer(request: Request, world: World, pathname: string, query: string): Answer | Failure {
  const unservable = findPathProblem(pathname);
  if (unservable) return unservable;
  if (!pathname.startsWith('/api/')) return unforeseen(404);
  const token = authenticate(request.headers.authorization, world.seed);
  if (isFailure(token)) return token;
  const [found] = routes.flatMap(([path, methods]) => {
    const keys = keysOf(path, pathname);
    return keys ? [{ keys, methods }] : [];
  });
  if (!found) return unforeseen(404);
  const handle = found.methods[request.method];
  if (!handle) return unforeseen(405);
  return handle({ ...world, request, token, keys: found.keys, query: new URLSearchParams(query) });
}

/** Tomcat and Spring's firewall reject some characters, encoded or not, before the token is checked. */
function findPathProblem(pathname: string): Failure | undefined {
  if (pathname.length > 8000 || /%2f|%5c|%00|["<>\\^`{|}]/i.test(pathname) || decoded(pathname) === undefined) {
    return malformed;
  }
  return /%25|;|%3b|%2e|\/\/|\/\.{1,2}(?:\/|$)|%0a|%0d|%7f/i.test(pathname) ? unforeseen() : undefined;
}

function keysOf(path: string, pathname: string): Readonly<Record<string, string>> | undefined {
  const wanted = path.split('/');
  const given = pathname.replace(/\/$/, '').split('/');
  if (wanted.length !== given.length) return undefined;
  const keys: [string, string][] = [];
  for (const [index, part] of wanted.entries()) {
    const text = decoded(given[index] ?? '') ?? '';
    if (part.startsWith(':')) keys.push([part.slice(1), text]);
    else if (part !== text) return undefined;
  }
  return Object.fromEntries(keys);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
