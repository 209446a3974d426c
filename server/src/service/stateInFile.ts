/** Writes a merged state as a file's content, so that pushing the file results in that state. Pure. */
import type { Conflict } from './push/push.js';
import type { Plain, State } from '../core/targeting/state/state.js';
import { normalised, isEqual } from '../core/targeting/state/state.js';

/** Omits fields that the file leaves to the service, unless others changed them. */
export function stateInFile(
  state: State,
  { base, theirs, leftToService }: Pick<Conflict, 'base' | 'theirs' | 'leftToService'>,
): Plain {
  const { disabled, content } = normalised(state);
  const [was, now] = [normalised(base), normalised(theirs.state)];
  const isLeft = (key: string) => leftToService.includes(key) && isEqual(was.content[key], now.content[key]);
  // Live prerequisites are removed only by an explicit empty list.
  const all = now.content['prerequisites'] === undefined ? content : { prerequisites: [], ...content };
  return {
    ...(leftToService.includes('disabled') && was.disabled === now.disabled ? {} : { disabled }),
    content: Object.fromEntries(Object.entries(all).filter(([key]) => !isLeft(key))),
  };
}
