/** Counts the progress of work on many items. */
import type { Report } from './say.js';

/** @returns a function to call after each of the `all` items */
export function counted(report: Report, all: number): () => void {
  let count = 0;
  return () => {
    count += 1;
    report({ increment: 100 / all, message: `${count} / ${all}` });
  };
}
