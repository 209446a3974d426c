/** Reads and publishes the targeting of one toggle in one environment, and lists its history. */
import { currentAnswer, describeChange, publishedAnswer, versionAnswer } from './answers.js';
import { isFailure, unforeseen, type Failure } from './errors.js';
import { patchBody } from './grammar.js';
import { json, readBody, type Answer } from './http.js';
import { applyPatch, type Targeting } from './model.js';
import { integerOf, pageAnswer, pageOf } from './pages.js';
import type { Handler } from './routes.js';
import { findEnvironment, findScene, type Call, type Scene } from './scene.js';

/** Answers with 500 for an unknown toggle, but names an unknown environment. */
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

export function stored(call: Call, { place, stored: before }: Scene, changed: Targeting | Failure): Answer | Failure {
  if (isFailure(changed)) return changed;
  call.store.put(place, changed);
  return json(publishedAnswer(changed), describeChange(place, before, changed));
}

/**
 * Sorted by the second: versions of one second come oldest first, which exposes clients that take the first for the
 * newest. `version=N` lists versions below N by number. The history of an unknown toggle is empty.
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
