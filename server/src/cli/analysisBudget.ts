/** How long a command analyses one file: anything that is not found out by then is unknown. */
import type { World } from './world.js';

const ANALYSIS_BUDGET_MS = 2_000;

/** @returns whether the time from now on has passed */
export function analysisBudget({ now }: Pick<World, 'now'>): () => boolean {
  const until = now() + ANALYSIS_BUDGET_MS;
  return () => now() > until;
}
