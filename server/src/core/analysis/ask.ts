/** Asks the evaluator whether conditions hold for a user with a single attribute, or without any attribute. */
import { User } from '../evaluation/user.js';
import type { Ask } from './space/axis.js';
import { askAbout } from './space/axis.js';
import { hasPatterns } from './space/textValues.js';

/** @param text value of the attribute; undefined if the attribute is absent */
export type Asker = (text: string | undefined, now: number) => Ask;

/** @param isTooMuch whether there are too many patterns to evaluate; conditions with patterns are then unknown */
export function askerOf(name: string, isTooMuch: boolean): Asker {
  return (text, now) => {
    let askUser: Ask | undefined;
    return (condition) => {
      if (isTooMuch && text !== undefined && hasPatterns(condition)) return 'maybe';
      askUser ??= askAbout(new User(undefined, new Map(text === undefined ? [] : [[name, text]]), now));
      return askUser(condition);
    };
  };
}
