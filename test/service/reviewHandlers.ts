/** The endpoints of a review. Each treats an unknown toggle or environment in its own way. */
import { decide, publishRequest, submit, withdraw, type Requested } from './approval.js';
import { requestAnswer, withdrawnAnswer } from './answers.js';
import { isFailure, type Failure } from './errors.js';
import { approvalBody, decisionBody, withdrawalBody } from './grammar.js';
import { json, nothing, readBody, type Answer } from './http.js';
import type { Handler } from './routes.js';
import { findEnvironment, findScene, type Call, type Scene } from './scene.js';
import { stored } from './targetingHandlers.js';

export const approval: Handler = (call) => {
  const body = readBody(call.request, approvalBody);
  if (isFailure(body)) return body;
  const environment = findEnvironment(call);
  if (isFailure(environment)) return environment;
  const scene = findScene(call);
  if (isFailure(scene)) return scene;
  const note = `${scene.place.toggle} in ${scene.place.environment} is waiting for approval.`;
  return requested(call, scene, submit(scene.stored, body, scene.around, scene.reviewers), note);
};

export const approvalStatus: Handler = (call) => {
  const body = readBody(call.request, decisionBody);
  if (isFailure(body)) return body;
  const scene = findScene(call);
  if (isFailure(scene)) return scene;
  const { place, around } = scene;
  const note = `${place.toggle} in ${place.environment}: ${body.status ?? ''} by ${around.author}.`;
  return requested(call, scene, decide(scene.stored, body, around), note);
};

function requested(call: Call, { place }: Scene, changed: Requested | Failure, note: string): Answer | Failure {
  if (isFailure(changed)) return changed;
  call.store.put(place, changed);
  return json(requestAnswer(changed, changed.request, place), note);
}

/** Answers with an empty success if nothing was submitted, or if it has not passed. */
export const sketchPublish: Handler = (call) => {
  const environment = findEnvironment(call);
  if (isFailure(environment)) return environment;
  const scene = findScene(call);
  if (isFailure(scene)) return nothing;
  const published = publishRequest(scene.stored, scene.around);
  return published === undefined ? nothing : stored(call, scene, published);
};

/** The answer has the time and the author of the change before this one. */
export const sketchCancel: Handler = (call) => {
  const body = readBody(call.request, withdrawalBody);
  if (isFailure(body)) return body;
  const scene = findScene(call);
  if (isFailure(scene)) return scene;
  const withdrawn = withdraw(scene.stored, body, scene.around);
  if (withdrawn === undefined) return nothing;
  if (isFailure(withdrawn)) return withdrawn;
  call.store.put(scene.place, withdrawn);
  const note = `${scene.place.toggle} in ${scene.place.environment}: the request for approval is withdrawn.`;
  return json(withdrawnAnswer({ ...scene.stored, status: withdrawn.status }), note);
};
