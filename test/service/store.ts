/** Keeps the targetings in memory. Projects, tokens and segments come from the seed. */
import { collationKey } from './collation.js';
import { freshTargeting, mergeContent, type Targeting } from './model.js';
import type { Seed, TargetingSeed, ToggleSeed } from './seed.js';

export interface Place {
  readonly project: string;
  readonly environment: string;
  readonly toggle: string;
}

export interface Store {
  /** When the store was opened; everything in the seed counts as made then. */
  readonly began: string;
  get(place: Place): Targeting | undefined;
  put(place: Place, targeting: Targeting): void;
}

export function openStore(seed: Seed, now: string): Store {
  const targetings = seededTargetings(seed, now);
  return {
    began: now,
    get: (place) => targetings.get(keyOf(place)),
    put: (place, targeting) => void targetings.set(keyOf(place), inUtf8(targeting)),
  };
}

/** As in the database: half of a character, for which UTF-8 has no bytes, becomes a question mark. */
function inUtf8(targeting: Targeting): Targeting {
  const whole = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\p{Surrogate}/gu, '?') : value;
  return JSON.parse(JSON.stringify(targeting), whole) as Targeting;
}

function seededTargetings(seed: Seed, now: string): Map<string, Targeting> {
  const targetings = new Map<string, Targeting>();
  for (const [project, { environments, toggles }] of Object.entries(seed.projects)) {
    for (const [environment, { targetings: seeds = {} }] of Object.entries(environments)) {
      for (const [toggle, toggleSeed] of Object.entries(toggles)) {
        targetings.set(keyOf({ project, environment, toggle }), seededTargeting(toggleSeed, seeds[toggle] ?? {}, now));
      }
    }
  }
  return targetings;
}

function seededTargeting(toggle: ToggleSeed, seed: TargetingSeed, now: string): Targeting {
  const fresh = freshTargeting(toggle.variations, 'seed', now);
  const state = {
    version: seed.version ?? fresh.version,
    disabled: seed.disabled ?? fresh.disabled,
    comment: seed.comment ?? fresh.comment,
    content: mergeContent(fresh.content, seed.content ?? {}),
  };
  return { ...fresh, ...state, versions: [{ ...state, createdBy: 'seed', createdTime: now }] };
}

function keyOf({ project, environment, toggle }: Place): string {
  return [project, environment, toggle].map(collationKey).join('/');
}
