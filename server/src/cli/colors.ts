/** Decides whether to print colors: by the option, FORCE_COLOR, NO_COLOR (https://no-color.org), then the terminal. */
import type { Output, World } from './world.js';

export function isColored(
  option: boolean | undefined,
  { isTerminal }: Output,
  { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal }: World['environment'],
): boolean {
  if (option !== undefined) return option;
  // As in Node.js, an empty value also forces colors.
  if (force !== undefined) return force !== '0' && force !== 'false';
  if (no !== undefined && no !== '') return false;
  return isTerminal && terminal !== 'dumb';
}
