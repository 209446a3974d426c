/** Reports progress as a count of finished items. */
import type { Report } from './say.js';

/** @returns a function to call after each item; `all` is the number of items */
export function counted(report: Report, all: number): () => void {
  let count = 0;
  return () => {
    count += 1;
    report({ increment: 100 / all, message: `${count} / ${all}` });
  };
}
