/**
 * Pushes a state that is not the file's: an earlier version, or what another environment serves. An ordinary push, with its
 * diff, its questions and its version lock, after which the file is as it was. Pure of vscode.
 */
import type { Target } from '../../../server/src/protocol.js';
import type { Guarded, GuardPorts } from './guard.js';
import { pushGuarded } from './guardedPush.js';
import type { Place } from './service/service.js';
import type { Plain, State } from './state/state.js';
import { normalised } from './state/state.js';

export interface StatePorts extends GuardPorts {
  readonly askComment: (target: Target, proposal: string) => Promise<string | undefined>;
}

/** @param proposal of a comment, which is asked for */
export function pushState(ports: StatePorts, place: Place, state: State, proposal: string): Promise<Guarded> {
  const body = bodyOf(state);
  return pushGuarded(ports, {
    ...place,
    body: JSON.stringify(body),
    ofFile: false,
    warnings: [],
    comment: () => ports.askComment(place.target, proposal),
    final: (comment) => Promise.resolve({ body: JSON.stringify({ comment, ...body }) }),
  });
}

/** The body after whose PATCH this is the state, whatever was there: a field that is absent would keep its value. */
export function bodyOf(state: State): Plain {
  const { disabled, content } = normalised(state);
  return { disabled, content: { ...empty, ...content } };
}

const empty = { prerequisites: [], rules: [], disabledServe: {}, defaultServe: {}, variations: [] };
