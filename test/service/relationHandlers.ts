/** Relations of a targeting: attributes of users, and toggles that require it. */
import { collationKey, findByKey } from './collation.js';
import { isFailure, notFound, unforeseen } from './errors.js';
import { json } from './http.js';
import { emptyPage, pageAnswer, pageOf } from './pages.js';
import type { Handler } from './routes.js';
import { findEnvironment, findProject, findScene } from './scene.js';

/** The subjects of the conditions, including those of segments, up to the first rule without conditions. */
export const attributes: Handler = (call) => {
  const scene = findScene(call);
  const project = findProject(call);
  if (isFailure(scene) || isFailure(project)) return isFailure(scene) ? scene : unforeseen();
  const subjects: (string | null)[] = [];
  for (const { conditions = [] } of scene.stored.content.rules ?? []) {
    if (conditions.length === 0) break;
    for (const { type, subject, objects } of conditions) {
      if (type !== 'segment') subjects.push(subject ?? null);
      else {
        for (const key of objects ?? []) {
          const segment = findByKey(project.value.segments ?? {}, String(key));
          if (!segment) return notFound('Segment', `${scene.place.project}_${key}`);
          const inside = (segment.value.rules ?? []).flatMap((rule) => rule.conditions ?? []);
          subjects.push(...inside.map((condition) => condition.subject ?? null));
        }
      }
    }
  }
  return json([...new Set(subjects)]);
};

/** Toggles that require this one, or did until their prerequisites were emptied; 500 if one is archived. */
export const dependencies: Handler = (call) => {
  const page = pageOf(call.query);
  if (isFailure(page)) return page;
  const project = findProject(call);
  const environment = findEnvironment(call);
  if (isFailure(project) || isFailure(environment)) return json(emptyPage);
  const self = collationKey(call.keys['toggle'] ?? '');
  const found = Object.entries(project.value.toggles).flatMap(([key, { name = key, archived = false }]) => {
    const targeting = call.store.get({ project: project.key, environment: environment.key, toggle: key });
    const required = (targeting?.requires ?? []).filter((one) => collationKey(one.key ?? '') === self);
    return required.map(({ value }) => ({
      archived,
      answer: { name, key, disabled: targeting?.disabled, dependentValue: value },
    }));
  });
  if (found.some(({ archived }) => archived)) return unforeseen();
  return json(found.length === 0 ? emptyPage : pageAnswer(found, page, ({ answer }) => answer));
};
