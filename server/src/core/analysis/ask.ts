/** Asks the evaluator what conditions say of a user who has one attribute, or none. */
import type { Condition } from '../evaluation/toggles.js';
import { User } from '../evaluation/user.js';
import type { Truth } from './axis.js';
import { truthOf } from './axis.js';
import { hasPatterns } from './textValues.js';

export type Ask = (condition: Condition) => Truth;

/** @param text undefined where the attribute is absent */
export type Asker = (text: string | undefined, now: number) => Ask;

/** @param isTooMuch whether patterns are too many to be asked about */
export function askerOf(name: string, isTooMuch: boolean): Asker {
  return (text, now) => (condition) => {
    if (isTooMuch && text !== undefined && hasPatterns(condition)) return 'maybe';
    // Not kept: there are as many as texts, and hardly any is asked about more than once.
    const user = new User(undefined, new Map(text === undefined ? [] : [[name, text]]), now);
    return truthOf(condition.of(user, noSegments));
  };
}

function noSegments(): 'unknown' {
  return 'unknown';
}
