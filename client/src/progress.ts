/** How far work on many things has come. */
import type { Report } from './say.js';

/** @returns to be called when one of so many is done */
export function counted(report: Report, all: number): () => void {
  let count = 0;
  return () => {
    count += 1;
    report({ increment: 100 / all, message: `${count} / ${all}` });
  };
}
