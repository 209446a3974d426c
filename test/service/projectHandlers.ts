/** Toggles and segments of a project, and the list of projects, all read-only. */
import { collationKey, findByKey } from './collation.js';
import { isFailure, notFound } from './errors.js';
import { json } from './http.js';
import { pageAnswer, pageOf } from './pages.js';
import { segmentAnswer, toggleAnswer, toggleItem } from './projectAnswers.js';
import type { Handler } from './routes.js';
import { findProject, type Call } from './scene.js';
import type { ProjectSeed, ToggleSeed } from './seed.js';

/** Newest first. Without an environment, toggles have no targeting, and only the page filters them. */
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
    });
  return json(pageAnswer(items.toReversed(), page, (item) => toggleItem(item, call.store.began)));
};

function isFound(key: string, { name = key }: ToggleSeed, { query }: Call): boolean {
  const wanted = collationKey(query.get('keyword') ?? '');
  return [name, key].some((text) => collationKey(text).includes(wanted));
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
  const listed = Object.entries(project.value.segments ?? {});
  return json(pageAnswer(listed, page, ([key, seed]) => segmentAnswer(key, seed, project.key, call.store.began)));
};

export const projects: Handler = ({ seed }) =>
  json(
    Object.entries(seed.projects)
      .map(([key, project]) => ({ name: key, key, description: '', environments: environmentsOf(project) }))
      .toReversed(),
  );

function environmentsOf({ environments: all }: ProjectSeed) {
  return Object.entries(all).map(([key, { enableApproval = false }]) => ({
    ...{ name: key, key, enableApproval },
    ...{ serverSdkKey: `server-${key}`, clientSdkKey: `client-${key}` },
  }));
}
