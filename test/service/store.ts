/**
 * Where the targetings are kept: in memory, or also in a JSON file that each change replaces as a whole, so that a reader
 * never sees half a file. Deliberately synchronous: a request reads and writes without another one coming between. Projects,
 * tokens and segments are not stored; they come from the seed at every start.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { collationKey } from './collation.js';
import { freshTargeting, mergeContent, type Targeting } from './model.js';
import { readJson } from './reading.js';
import type { Seed, TargetingSeed, ToggleSeed } from './seed.js';
import { storedTargetings } from './stored.js';

export interface Place {
  readonly project: string;
  readonly environment: string;
  readonly toggle: string;
}

export interface Store {
  /** When the store was opened, which counts as when everything in the seed was made. */
  readonly began: string;
  get(place: Place): Targeting | undefined;
  put(place: Place, targeting: Targeting): void;
}

/** Throws when the file exists but is not one of ours: overwriting it would lose someone's data. */
export function openStore(options: {
  readonly data: string | undefined;
  readonly seed: Seed;
  readonly now: string;
}): Store {
  const { data } = options;
  const targetings = seededTargetings(options.seed, options.now);
  if (data !== undefined && existsSync(data)) {
    for (const [key, stored] of readTargetings(data)) targetings.set(key, stored);
  }
  return {
    began: options.now,
    get: (place) => targetings.get(keyOf(place)),
    put: (place, targeting) => {
      targetings.set(keyOf(place), inUtf8(targeting));
      if (data !== undefined) writeWhole(data, JSON.stringify(Object.fromEntries(targetings), undefined, 2));
    },
  };
}

/** What the database has of it: half of a character, which UTF-8 has no bytes for, is a question mark there. */
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

function readTargetings(path: string): ReadonlyMap<string, Targeting> {
  const read = readJson(readFileSync(path, 'utf8'), storedTargetings);
  if (read.ok) return read.value;
  throw new Error(`${path} holds no targetings of this service: name another file, or delete this one.`);
}

function writeWhole(path: string, json: string): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, json);
  renameSync(unfinished, path);
}
