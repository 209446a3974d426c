/**
 * Where the targetings are kept: in memory, or also in a JSON file that each change replaces as a whole, so that a reader
 * never sees half a file. Deliberately synchronous: a request reads and writes without another one coming between. Projects,
 * tokens and segments are not stored; they come from the seed at every start.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { content } from './grammar.js';
import { freshTargeting, mergeContent, type Pending, type Targeting, type Version } from './model.js';
import { dictionary, flag, integer, list, readJson, record, text, type Reader } from './reading.js';
import type { Seed, TargetingSeed, ToggleSeed } from './seed.js';

export interface Place {
  readonly project: string;
  readonly environment: string;
  readonly toggle: string;
}

export interface Store {
  get(place: Place): Targeting | undefined;
  put(place: Place, targeting: Targeting): void;
}

/** Throws when the file exists but is not one of ours: overwriting it would lose somebody's data. */
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
    get: (place) => targetings.get(keyOf(place)),
    put: (place, targeting) => {
      targetings.set(keyOf(place), targeting);
      if (data !== undefined) writeWhole(data, JSON.stringify(Object.fromEntries(targetings), undefined, 2));
    },
  };
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
  return [project, environment, toggle].join('/');
}

const state = { version: integer, disabled: flag, comment: text, content };
const storedVersion = complete<Version>(record({ ...state, createdBy: text, createdTime: text }), {
  version: 1,
  disabled: true,
  comment: '',
  content: {},
  createdBy: '',
  createdTime: '',
});
const storedPending = complete<Pending>(record({ ...state, reviewers: list(text), submitBy: text, lockedTime: text }), {
  version: 1,
  disabled: true,
  comment: '',
  content: {},
  reviewers: [],
  submitBy: '',
  lockedTime: '',
});
const status: Reader<Targeting['status']> = (value) => (value === 'PENDING_APPROVAL' ? value : 'RELEASE');
const storedTargeting = complete<Targeting>(
  record({
    ...state,
    status,
    trackAccessEvents: flag,
    modifiedBy: text,
    modifiedTime: text,
    versions: list(storedVersion),
    pending: storedPending,
  }),
  freshTargeting([], '', ''),
);

function complete<T>(reader: Reader<Partial<T>>, missing: T): Reader<T> {
  return (value, at, wrong) => {
    const read = reader(value, at, wrong);
    return read === undefined ? undefined : { ...missing, ...read };
  };
}

function readTargetings(path: string): ReadonlyMap<string, Targeting> {
  const read = readJson(readFileSync(path, 'utf8'), dictionary(storedTargeting));
  if (read.ok) return read.value;
  throw new Error(
    `${path} holds no targetings of this service (${read.problem}): name another file, or delete this one.`,
  );
}

function writeWhole(path: string, json: string): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, json);
  renameSync(unfinished, path);
}
