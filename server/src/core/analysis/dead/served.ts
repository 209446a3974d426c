/** Determines which variations the serves of a toggle may give. */
import type { Serve, Toggle } from '../../evaluation/toggles.js';
import { whole } from '../../targeting/values/shares.js';

/** @param alive the serves that somebody reaches while the toggle is enabled */
export function neverServed({ variations, disabledServe }: Toggle, alive: readonly Serve[]): readonly number[] {
  const serves = [disabledServe, ...alive];
  const last = variations.length - 1;
  return [...variations.keys()].filter(
    (index) => !serves.some((serve) => mayGive(serve, index) || (index === last && isShort(serve))),
  );
}

export function mayGive(serve: Serve, variation: number): boolean {
  if (typeof serve === 'number') return serve === variation;
  const [start, end] = serve === 'unknown' ? [0, whole] : (serve[variation] ?? [0, 0]);
  return start < end && start < whole;
}

/** Whether some buckets have no share. Python serves the last variation for these buckets (evaluation.md row 27). */
export function isShort(serve: Serve): boolean {
  return typeof serve === 'object' && (serve.at(-1)?.[1] ?? 0) < whole;
}
