/**
 * Steps that may take long, one at a time and with rests between them: what the editor asks for meanwhile, such as a hover,
 * waits for one of them and not for all. There is one queue, as there is one thread.
 */
import { setTimeout } from 'node:timers/promises';
import { turnstile } from './turnstile.js';

const through = turnstile(1);

/** Rests as long as the step took, because an answer of ours takes the editor several turns. */
export function inTurn<T>(step: () => T): Promise<T> {
  return through(async () => {
    const began = performance.now();
    const result = step();
    const took = performance.now() - began;
    // To a timer, it still is when the step began.
    if (took > unnoticed) await setTimeout(2 * took);
    return result;
  });
}

/** Milliseconds. */
const unnoticed = 5;
