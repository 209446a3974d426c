/** What a file says of a state while a conflict is solved, so that a push of it leaves that state. Pure. */
import type { Conflict } from './push/push.js';
import type { Plain, State } from '../core/targeting/state/state.js';
import { normalised, same } from '../core/targeting/state/state.js';

/** Without the fields that the file leaves to the service, as long as others left them, too. */
export function stateInFile(
  state: State,
  { base, theirs, leftToService }: Pick<Conflict, 'base' | 'theirs' | 'leftToService'>,
): Plain {
  const { disabled, content } = normalised(state);
  const [was, now] = [normalised(base), normalised(theirs.state)];
  const isLeft = (key: string) => leftToService.includes(key) && same(was.content[key], now.content[key]);
  // Of what is live, none are left only where the file says that there are none.
  const all = now.content['prerequisites'] === undefined ? content : { prerequisites: [], ...content };
  return {
    ...(leftToService.includes('disabled') && was.disabled === now.disabled ? {} : { disabled }),
    content: Object.fromEntries(Object.entries(all).filter(([key]) => !isLeft(key))),
  };
}
