/** A progress bar for long runs. It is shown only on terminals, and erased at the end. */
import type { World } from './world.js';

export interface Progress {
  readonly show: (done: number) => void;
  readonly clear: () => void;
}

export function progress(total: number, { messages, now }: Pick<World, 'messages' | 'now'>): Progress {
  if (!messages.isTerminal) return { show: () => undefined, clear: () => undefined };
  let next = now() + PROGRESS_DELAY_MS;
  let isShown = false;
  return {
    show: (done) => {
      if (now() < next) return;
      next = now() + interval;
      isShown = true;
      const filled = Math.floor((width * done) / Math.max(1, total));
      messages.write(`${eraseLine}[${'#'.repeat(filled)}${' '.repeat(width - filled)}] ${done}/${total}`);
    },
    clear: () => {
      if (isShown) messages.write(eraseLine);
      isShown = false;
    },
  };
}

const PROGRESS_DELAY_MS = 500;
const interval = 100;
const width = 30;
export const eraseLine = '\r\x1b[K';
