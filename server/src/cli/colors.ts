/** Whether an output is colored: the option decides, then FORCE_COLOR, then NO_COLOR (https://no-color.org), then the terminal. */
import type { Output, World } from './world.js';

export function isColored(
  option: boolean | undefined,
  { isTerminal }: Output,
  { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal }: World['environment'],
): boolean {
  if (option !== undefined) return option;
  // As Node reads it: set to nothing it is set, too.
  if (force !== undefined) return force !== '0' && force !== 'false';
  if (no !== undefined && no !== '') return false;
  return isTerminal && terminal !== 'dumb';
}
