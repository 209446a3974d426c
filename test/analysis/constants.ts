/** Random toggles, many of them constant, and users and times around the values in their conditions. */
import * as fc from 'fast-check';
import type { ReceivedToggle } from '../../server/src/core/evaluation/environment.js';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import type { Condition } from '../../server/src/core/evaluation/toggles.js';
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';
import { withRequired } from '../../server/src/core/analysis/dead/required.js';
import { anyCase } from '../evaluation/cases.js';
import { Random, worldOf } from './contents.js';
import { environmentOf, segments } from './environments.js';

export interface MadeFile {
  readonly returnType: ReturnType;
  readonly targeting: unknown;
}

export interface Made {
  readonly key: string;
  readonly toggles: Readonly<Record<string, MadeFile>>;
  readonly segments: Readonly<Record<string, unknown>>;
}

/** Keys are unique to the seed. */
export function madeOf(seed: number): Made {
  const random = new Random(seed);
  const made = random.of([fromWorld, fromEnvironment, fromCase, fromCase])(random, seed);
  const named = <T>(all: Readonly<Record<string, T>>, change: (each: T) => T) =>
    Object.fromEntries(Object.entries(all).map(([key, each]) => [`${seed}.${key}`, change(each)]));
  return {
    key: `${seed}.${made.key}`,
    toggles: named(made.toggles, (toggle) => alike(keyed(toggle, seed), random)),
    segments: named(made.segments, (segment) => segment),
  };
}

function keyed({ returnType, targeting }: MadeFile, seed: number): MadeFile {
  const change = (name: string, value: unknown): unknown => {
    if (name === 'prerequisites')
      return (value as { key: string }[]).map((each) => ({ ...each, key: `${seed}.${each.key}` }));
    if (name !== 'conditions') return value;
    return (value as { type: string; objects: string[] }[]).map((each) =>
      each.type === 'segment' ? { ...each, objects: each.objects.map((key) => `${seed}.${key}`) } : each,
    );
  };
  return { returnType, targeting: JSON.parse(JSON.stringify(targeting, change)) as unknown };
}

function fromWorld(random: Random): Made {
  const { returnType, asked, required } = worldOf(random);
  const toggles = Object.fromEntries(
    Object.entries({ ...required, asked }).map(([key, targeting]) => [key, { returnType, targeting }]),
  );
  return { key: 'asked', toggles, segments: Object.fromEntries(segments) };
}

function fromEnvironment(random: Random): Made {
  const toggles = environmentOf(random);
  return { key: `t${Object.keys(toggles).length - 1}`, toggles, segments: Object.fromEntries(segments) };
}

function fromCase(_: Random, seed: number): Made {
  const [made] = fc.sample(anyCase, { seed, numRuns: 1 });
  if (made === undefined) throw new Error('There is no case.');
  const { toggle: key, returnType, targeting } = made;
  return { key, toggles: { ...made.toggles, [key]: { returnType, targeting } }, segments: made.segments };
}

/** Makes some or all serves the same, and sometimes all values. */
function alike({ returnType, targeting }: MadeFile, random: Random): MadeFile {
  const share = random.of([0, 0.5, 0.9, 1]);
  const isOneValue = random.chance(0.2);
  const change = (name: string, value: unknown): unknown => {
    const isServe = name === 'serve' || name === 'defaultServe' || name === 'disabledServe';
    if (isServe) return random.chance(share) ? { select: 0 } : value;
    if (name === 'variations' && isOneValue && Array.isArray(value)) return value.map(() => value[0] as unknown);
    return value;
  };
  return { returnType, targeting: JSON.parse(JSON.stringify(targeting, change)) as unknown };
}

export function madeArrival({ key, toggles, segments: made }: Made): ReceivedToggle {
  const sources = new Map(Object.entries(toggles).map(([name, each]) => [name, { key: name, ...each }]));
  const source = sources.get(key);
  if (source === undefined) throw new Error('There is no toggle.');
  return receivedToggle(source, { toggles: sources, segments: new Map(Object.entries(made)) });
}

export interface MadeUser {
  readonly key: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Unix seconds, which the SDK takes for the present time. */
  readonly now: number;
}

/** Users with the attributes of conditions or close to them, at times just before and after those of conditions. */
export function usersAround(arrival: ReceivedToggle, random: Random, count: number): readonly MadeUser[] {
  const conditions = conditionsAround(arrival);
  const texts = new Map<string, Set<string | undefined>>();
  const times = new Set([0, 1_700_000_000, 4_000_000_000]);
  for (const { type, subject, objects } of conditions) {
    if (type === 'segment') continue;
    const known = texts.get(subject) ?? new Set([undefined, ...odd]);
    texts.set(subject, known);
    for (const text of objects.flatMap((object) => textsAround(type, object))) known.add(text);
    if (type !== 'datetime') continue;
    for (const second of objects.map(Number)) for (const beside of [-1, 0, 1]) times.add(second + beside);
  }
  const seconds = [...times].filter((time) => Math.abs(time) < 8e12);
  return Array.from({ length: count }, () => {
    const chosen = Array.from(
      texts,
      ([subject, all]) => [subject, random.of([...all].map((text) => [text]))[0]] as const,
    );
    const attributes = chosen.filter((each): each is [string, string] => each[1] !== undefined);
    return { key: `u${random.below(1e6)}`, attributes: Object.fromEntries(attributes), now: random.of(seconds) };
  });
}

function conditionsAround({ toggle, environment }: ReceivedToggle): readonly Condition[] {
  const own = withRequired(toggle, environment).flatMap(({ rules }) => rules.flatMap(({ conditions }) => conditions));
  const named = new Set(own.flatMap(({ type, objects }) => (type === 'segment' ? objects : [])));
  const inSegments = [...named].flatMap((key) => {
    const segment = environment.segment(key);
    return typeof segment === 'string' ? [] : segment.flat();
  });
  return [...own, ...inSegments];
}

const odd = ['', ' ', 'x', '0', '5abc', '1.0.0', '\t'];

function textsAround(type: string, object: string): readonly string[] {
  const number = Number(object);
  if (type === 'string') return [object, `${object}x`, `x${object}`, object.replace(/^./u, '')];
  if (type === 'semver') return [object, `${object}-a`, `v${object}`, object.replace(/\d+/, '0')];
  return [object, ` ${object}`, String(number - 1), String(number + 1), String(number + 0.5)];
}
