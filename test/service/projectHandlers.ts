/**
 * What a project holds: toggles, segments, environments. Deliberately read-only, and without the filters of the toggle list
 * that need visits of SDKs or tell whose toggle it is.
 */
import { collationKey, findByKey } from './collation.js';
import { isFailure, notFound } from './errors.js';
import { json } from './http.js';
import { pageAnswer, pageOf } from './pages.js';
import { segmentAnswer, segmentToggles, toggleAnswer, toggleItem } from './projectAnswers.js';
import type { Handler } from './routes.js';
import { findProject, type Call } from './scene.js';
import type { ProjectSeed, ToggleSeed } from './seed.js';

/** Lists toggles, newest first. Without an environment it says nothing of their targeting, and has no filter but the page. */
export const toggles: Handler = (call) => {
  const project = findProject(call);
  if (isFailure(project)) return project;
  const wanted = call.query.get('environmentKey') ?? '';
  const environment = findByKey(project.value.environments, wanted);
  if (wanted !== '' && !environment) return notFound('Environment', wanted);
  const page = pageOf(call.query);
  if (isFailure(page)) return page;
  const archived = environment !== undefined && call.query.get('archived') === 'true';
  const items = Object.entries(project.value.toggles)
    .filter(([, toggle]) => (toggle.archived ?? false) === archived)
    .filter(([key, toggle]) => !environment || isFound(key, toggle, call))
    .map(([key, toggle]) => {
      const place = environment && { project: project.key, environment: environment.key, toggle: key };
      return { key, toggle, targeting: place && call.store.get(place) };
    })
    .filter(({ targeting }) => !environment || passes(targeting, call.query));
  return json(pageAnswer(items.toReversed(), page, (item) => toggleItem(item, call.store.began)));
};

function isFound(
  key: string,
  { name = key, desc = '', tags = [], permanent = false }: ToggleSeed,
  call: Call,
): boolean {
  const wanted = collationKey(call.query.get('keyword') ?? '');
  const tagged = call.query.getAll('tags');
  const lasting = call.query.get('permanent') ?? String(permanent);
  return (
    [name, key, desc].some((text) => collationKey(text).includes(wanted)) &&
    (tagged.length === 0 || tags.some((tag) => tagged.includes(tag))) &&
    lasting === String(permanent)
  );
}

function passes(
  targeting: { readonly disabled: boolean; readonly status: string } | undefined,
  query: URLSearchParams,
): boolean {
  if (!targeting) return false;
  const statuses = query.getAll('releaseStatusList').flatMap((list) => list.split(','));
  const disabled = query.get('disabled') ?? String(targeting.disabled);
  return disabled === String(targeting.disabled) && (statuses.length === 0 || statuses.includes(targeting.status));
}

export const toggle: Handler = (call) => {
  const project = findProject(call);
  if (isFailure(project)) return project;
  const key = call.keys['toggle'] ?? '';
  const found = findByKey(project.value.toggles, key);
  return found ? json(toggleAnswer(found.key, found.value, call.store.began)) : notFound('Toggle', key);
};

export const segments: Handler = (call) => {
  const project = findProject(call);
  if (isFailure(project)) return project;
  const page = pageOf(call.query);
  if (isFailure(page)) return page;
  const keyword = collationKey(call.query.get('keyword') ?? '');
  const listed = Object.entries(project.value.segments ?? {}).filter(([key, { name = key, description = '' }]) =>
    [name, key, description].some((text) => collationKey(text).includes(keyword)),
  );
  return json(pageAnswer(listed, page, ([key, seed]) => segmentAnswer(key, seed, project.key, call.store.began)));
};

export const segment: Handler = (call) => {
  const project = findProject(call);
  if (isFailure(project)) return project;
  const key = call.keys['segment'] ?? '';
  const found = findByKey(project.value.segments ?? {}, key);
  if (!found) return notFound('Segment', `${call.keys['project'] ?? ''}_${key}`);
  return json(segmentAnswer(found.key, found.value, project.key, call.store.began));
};

/** The page is empty for an unknown segment. */
export const usingToggles: Handler = (call) => {
  const project = findProject(call);
  if (isFailure(project)) return project;
  const page = pageOf(call.query);
  return isFailure(page) ? page : json(pageAnswer(segmentToggles(call, project), page, Object));
};

/** All of them, the newest first, each with its environments. */
export const projects: Handler = ({ seed }) =>
  json(
    Object.entries(seed.projects)
      .map(([key, project]) => ({ name: key, key, description: '', environments: environmentsOf(project) }))
      .toReversed(),
  );

/** The list is empty for an unknown project. */
export const environments: Handler = (call) => {
  const project = findProject(call);
  return json(isFailure(project) ? [] : environmentsOf(project.value));
};

function environmentsOf({ environments: all }: ProjectSeed) {
  return Object.entries(all).map(([key, { enableApproval = false }]) => ({
    ...{ name: key, key, enableApproval },
    ...{ serverSdkKey: `server-${key}`, clientSdkKey: `client-${key}` },
  }));
}
