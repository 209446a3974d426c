/**
 * Finds who sends a request, which toggle it names, and what surrounds that toggle. Keys are found in any letter case.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Reviewers } from './approval.js';
import { findByKey, type Found } from './collation.js';
import { forbidden, notFound, unauthorized, type Failure } from './errors.js';
import type { Circumstances, Targeting } from './model.js';
import type { EnvironmentSeed, ProjectSeed, Role, Seed, TokenSeed } from './seed.js';
import type { Place, Store } from './store.js';

export interface Request {
  readonly method: string;
  /** As it came over the wire: encoded, with its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface World {
  readonly seed: Seed;
  readonly store: Store;
  readonly now: string;
}

export interface Call extends World {
  readonly request: Request;
  readonly query: URLSearchParams;
  readonly keys: Readonly<Record<string, string>>;
  readonly token: TokenSeed;
}

export interface Scene {
  readonly place: Place;
  readonly stored: Targeting;
  readonly reviewers: Reviewers;
  readonly around: Circumstances & { readonly role: Role };
}

/** The header is the token itself, without a scheme. The server answers Bearer differently from other schemes. */
export function authenticate(header: string | undefined, seed: Seed): TokenSeed | Failure {
  const given = header?.trim() ?? '';
  if (/^bearer /i.test(given)) return { failure: 'silent', status: 401 };
  if (!given.startsWith('api-')) return unauthorized;
  return seed.tokens.find(({ token }) => token === given) ?? forbidden;
}

export function findProject({ seed, keys }: Call): Found<ProjectSeed> | Failure {
  const key = keys['project'] ?? '';
  return findByKey(seed.projects, key) ?? notFound('Project', key);
}

export function findEnvironment({ seed, keys }: Call): Found<EnvironmentSeed> | Failure {
  const { project = '', environment = '' } = keys;
  const environments = findByKey(seed.projects, project)?.value.environments ?? {};
  return findByKey(environments, environment) ?? notFound('Environment', `${project}-${environment}`);
}

/** Reports a missing targeting even if the environment is unknown. */
export function findScene(call: Call): Scene | Failure {
  const { project: p = '', environment: e = '', toggle: t = '' } = call.keys;
  const missing = notFound('Targeting', `${p}-${e}-${t}`);
  const project = findByKey(call.seed.projects, p);
  const environment = findByKey(project?.value.environments ?? {}, e);
  const toggle = findByKey(project?.value.toggles ?? {}, t);
  if (!project || !environment || !toggle) return missing;
  const place = { project: project.key, environment: environment.key, toggle: toggle.key };
  const stored = call.store.get(place);
  if (!stored) return missing;
  const { enableApproval = false, reviewers = [] } = environment.value;
  const around = circumstances(call, place, project.value);
  return { place, stored, reviewers: enableApproval ? reviewers : undefined, around };
}

function circumstances({ store, token, now }: Call, place: Place, project: ProjectSeed): Scene['around'] {
  const { account: author, role = 'OWNER' } = token;
  const prerequisitesOf: Circumstances['prerequisitesOf'] = (toggle) =>
    store.get({ ...place, toggle })?.content.prerequisites ?? [];
  return { author, role, now, toggle: place.toggle, segments: Object.keys(project.segments ?? {}), prerequisitesOf };
}
