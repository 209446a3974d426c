/** Reading and publishing the targeting of one toggle in one environment, and what can be asked about it. */
import { currentAnswer, describeChange, publishedAnswer, versionAnswer } from './answers.js';
import { collationKey, findByKey } from './collation.js';
import { isFailure, notFound, unforeseen, type Failure } from './errors.js';
import { patchBody } from './grammar.js';
import { json, readBody, type Answer } from './http.js';
import { applyPatch, type Targeting } from './model.js';
import { emptyPage, integerOf, pageAnswer, pageOf } from './pages.js';
import type { Handler } from './routes.js';
import { findEnvironment, findProject, findScene, type Call, type Scene } from './scene.js';

/** Of an unknown toggle it trips, of an unknown environment it says so. */
export const current: Handler = (call) => {
  const environment = findEnvironment(call);
  if (isFailure(environment)) return environment;
  const scene = findScene(call);
  return isFailure(scene) ? unforeseen() : json(currentAnswer(scene.stored, scene.reviewers));
};

export const patch: Handler = (call) => {
  const body = readBody(call.request, patchBody);
  if (isFailure(body)) return body;
  const environment = findEnvironment(call);
  if (isFailure(environment)) return environment;
  const scene = findScene(call);
  if (isFailure(scene)) return scene;
  return stored(call, scene, applyPatch(scene.stored, body, scene.around));
};

/** Keeps what was published, and says so. */
export function stored(call: Call, { place, stored: before }: Scene, changed: Targeting | Failure): Answer | Failure {
  if (isFailure(changed)) return changed;
  call.store.put(place, changed);
  return json(publishedAnswer(changed), describeChange(place, before, changed));
}

/**
 * The history, sorted by the second: versions of one second come oldest first, so that a client that takes the first one for
 * the newest is found out. `version=N` asks for those below N, sorted by number. Of what is unknown it is empty.
 */
export const versions: Handler = (call) => {
  const page = pageOf(call.query);
  if (isFailure(page)) return page;
  const asked = call.query.get('version') ?? '';
  const below = asked === '' ? undefined : integerOf(asked);
  if (typeof below === 'object') return below;
  const scene = findScene(call);
  if (isFailure(scene)) return json(pageAnswer([], page, Object));
  const all = scene.stored.versions;
  const listed = below === undefined ? sortedBySecond(all) : all.filter(({ version }) => version < below);
  return json(pageAnswer(listed, page, (version) => versionAnswer(version, scene.place)));
};

function sortedBySecond(all: Targeting['versions']): Targeting['versions'] {
  const second = (time: string): number => Math.floor(Date.parse(time) / 1000);
  return all.toReversed().sort((a, b) => second(b.createdTime) - second(a.createdTime));
}

/** The subjects of the conditions, those of the segments included, up to the first rule without conditions. */
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

/** Toggles that may be required: all others of the environment, archived ones left out. */
export const requirable: Handler = (call) => {
  const project = findProject(call);
  const environment = findEnvironment(call);
  if (isFailure(project) || isFailure(environment)) return json([]);
  const self = collationKey(call.keys['toggle'] ?? '');
  const others = Object.entries(project.value.toggles).filter(([key, { archived = false }]) => {
    return !archived && collationKey(key) !== self;
  });
  return json(
    others.map(([key, { name = key, returnType = 'boolean' }]) => {
      const targeting = call.store.get({ project: project.key, environment: environment.key, toggle: key });
      return { name, key, returnType, disabled: targeting?.disabled, variations: targeting?.content.variations };
    }),
  );
};

/** Toggles that require this one, each with the value that it asks for. */
export const dependencies: Handler = (call) => {
  const page = pageOf(call.query);
  if (isFailure(page)) return page;
  const project = findProject(call);
  const environment = findEnvironment(call);
  if (isFailure(project) || isFailure(environment)) return json(emptyPage);
  const self = collationKey(call.keys['toggle'] ?? '');
  const found = Object.entries(project.value.toggles).flatMap(([key, { name = key }]) => {
    const targeting = call.store.get({ project: project.key, environment: environment.key, toggle: key });
    const required = (targeting?.content.prerequisites ?? []).filter((one) => collationKey(one.key ?? '') === self);
    return required.map(({ value }) => ({ name, key, disabled: targeting?.disabled, dependentValue: value }));
  });
  return json(found.length === 0 ? emptyPage : pageAnswer(found, page, Object));
};
