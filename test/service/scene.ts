/**
 * What a request is about, found before it is answered: whose token it carries, which toggle it names, and what surrounds that
 * toggle. Deliberately read-only: nothing is changed here.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { notFound, type ServiceError } from './errors.js';
import type { Circumstances, Review, Targeting } from './model.js';
import type { ProjectSeed, Seed, TokenSeed } from './seed.js';
import type { Place, Store } from './store.js';

export interface Request {
  readonly method: string;
  /** As it came over the wire: still encoded, with its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface World {
  readonly seed: Seed;
  readonly store: Store;
  readonly now: string;
}

/** What the handlers of one toggle work on. */
export interface Scene extends World {
  readonly place: Place;
  readonly stored: Targeting;
  readonly review: Review;
  readonly around: Circumstances;
  readonly request: Request;
  readonly query: URLSearchParams;
}

/** The header is the token itself; with a scheme word such as Bearer before it, it equals no token. */
export function authenticate(header: string | undefined, seed: Seed): TokenSeed | undefined {
  return seed.tokens.find(({ token }) => token === header && token.startsWith('api-'));
}

/** `keys` are as they stand in the path, still encoded. */
export function setScene(
  given: World & Pick<Scene, 'request' | 'query'>,
  keys: Place,
  token: TokenSeed,
): Scene | ServiceError {
  const { request, seed, store } = given;
  const place = { project: decode(keys.project), environment: decode(keys.environment), toggle: decode(keys.toggle) };
  const project = own(seed.projects, place.project);
  const environment = project && own(project.environments, place.environment);
  if (!project || !environment) return notFound('Environment', `${place.project}-${place.environment}`);
  const stored = own(project.toggles, place.toggle) && store.get(place);
  if (!stored) return notFound('Targeting', `${place.project}-${place.environment}-${place.toggle}`);
  const review = { required: environment.enableApproval ?? false, reviewers: environment.reviewers ?? [] };
  const around = circumstances({ ...given, place }, project, {
    author: token.account,
    language: request.headers['accept-language'],
  });
  return { ...given, place, stored, review, around };
}

function circumstances(
  { place, store, now }: World & { readonly place: Place },
  project: ProjectSeed,
  who: Pick<Circumstances, 'author' | 'language'>,
): Circumstances {
  const prerequisitesOf: Circumstances['prerequisitesOf'] = (toggle) =>
    store.get({ ...place, toggle })?.content.prerequisites ?? [];
  return { ...who, now, toggle: place.toggle, segments: project.segments ?? [], prerequisitesOf };
}

/** Undoes percent-encoding; unlike decodeURIComponent it throws on no input. */
function decode(segment: string): string {
  return new URLSearchParams(`key=${segment.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('key') ?? '';
}

function own<T>(entries: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}
