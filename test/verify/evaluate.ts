/** Evaluates a toggle by the official rules, as plainly as docs/evaluation.md says them: the sections are its own. */
import type { Condition, Environment, Serve, Toggle, User } from './model.js';
import { now } from './model.js';

/** What decides for a user: the index of a rule, or a word. */
export type Decider = number | 'default' | 'disabled' | 'prerequisite';

/** The outcome of 10,000 buckets is in the serve; undefined serves nothing. */
export interface Decision {
  readonly decider: Decider;
  readonly serve: Serve;
}

/** 3. Before the bucket is known. @param bucketOf of a required toggle, by its key */
export function decide(
  toggle: Toggle,
  user: User,
  environment: Environment,
  bucketOf: (key: string) => number,
  depth = 20,
): Decision {
  const { disabled, content } = toggle;
  const { rules, disabledServe, defaultServe, prerequisites = [] } = content;
  if (disabled) return { decider: 'disabled', serve: disabledServe };
  for (const { key, value } of prerequisites) {
    const required = environment.get(key);
    if (required === undefined || depth === 1) return { decider: 'prerequisite', serve: disabledServe };
    const { serve } = decide(required, user, environment, bucketOf, depth - 1);
    if (valueIn(required, serve, bucketOf(key)) !== value) return { decider: 'prerequisite', serve: disabledServe };
  }
  const index = rules.findIndex(({ conditions }) => conditions.every((condition) => holds(condition, user)));
  const rule = rules[index];
  return rule === undefined ? { decider: 'default', serve: defaultServe } : { decider: index, serve: rule.serve };
}

/** 3.7 and 5. The text of the value; undefined for the code default. */
export function valueIn({ content }: Toggle, serve: Serve, bucket: number): string | undefined {
  return content.variations[indexIn(serve, bucket) ?? -1]?.value;
}

export function indexIn({ select, split }: Serve, bucket: number): number | undefined {
  if (split === undefined) return select;
  let end = 0;
  const index = split.findIndex((share) => bucket < (end += share));
  return index === -1 ? undefined : index;
}

/** 4. */
export function holds(condition: Condition, { attributes, segments }: User): boolean {
  const { type, subject, predicate, objects } = condition;
  if (type === 'segment') {
    const isIn = objects.some((key) => segments.has(key));
    return predicate === 'is in' ? isIn : predicate === 'is not in' && !isIn;
  }
  if (predicate === 'between') {
    const { leftPredicate = '', rightPredicate = '', rightObjects = [] } = condition;
    const user = { attributes, segments };
    return (
      holds({ type, subject, predicate: leftPredicate, objects }, user) &&
      holds({ type, subject, predicate: rightPredicate, objects: rightObjects }, user)
    );
  }
  const attribute = attributes.get(subject);
  if (type === 'datetime') return datetime(predicate, attribute, objects);
  if (attribute === undefined) return false;
  if (type === 'string') return text(predicate, attribute, objects);
  if (type === 'number') return number(predicate, attribute, objects);
  return type === 'semver' && semver(predicate, attribute, objects);
}

const twins: Readonly<Record<string, string>> = {
  ...{ 'is not any of': 'is one of', 'does not start with': 'starts with', 'does not end with': 'ends with' },
  ...{ 'does not contain': 'contains', 'does not match regex': 'matches regex' },
};

/** 4.2 */
function text(predicate: string, attribute: string, objects: readonly string[]): boolean {
  const tests: Readonly<Record<string, (object: string) => boolean>> = {
    'is one of': (object) => object === attribute,
    'starts with': (object) => attribute.startsWith(object),
    'ends with': (object) => attribute.endsWith(object),
    contains: (object) => attribute.includes(object),
    'matches regex': (object) => new RegExp(object).test(attribute),
  };
  const test = tests[predicate];
  if (test !== undefined) return objects.some(test);
  const twin = tests[twins[predicate] ?? ''];
  return twin !== undefined && !objects.some(twin);
}

/** 4.3 and 4.5. @param orders of the attribute and each object: below, equal or above */
function compared(predicate: string, orders: readonly number[]): boolean {
  const tests: Readonly<Record<string, (order: number) => boolean>> = {
    '=': (order) => order === 0,
    '>': (order) => order > 0,
    '>=': (order) => order >= 0,
    '<': (order) => order < 0,
    '<=': (order) => order <= 0,
  };
  return predicate === '!=' ? !orders.includes(0) : orders.some(tests[predicate] ?? (() => false));
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const infinite = /^([+-]?)inf(?:inity)?$/i;
const notANumber = /^[+-]?nan$/i;

/** 4.3. NaN is neither below, equal nor above. */
function number(predicate: string, attribute: string, objects: readonly string[]): boolean {
  const sign = infinite.exec(attribute)?.[1];
  const value = sign === undefined ? Number(attribute) : Number(`${sign}Infinity`);
  const isRead = decimal.test(attribute) || sign !== undefined || notANumber.test(attribute);
  return (
    isRead &&
    compared(
      predicate,
      objects.map((object) => Math.sign(value - Number(object))),
    )
  );
}

/** 4.4. The objects are written so that Date reads them as the service does. */
function datetime(predicate: string, attribute: string | undefined, objects: readonly string[]): boolean {
  const isNow = attribute === undefined || attribute === '';
  if (!isNow && !/^\d{1,15}$/.test(attribute)) return false;
  const seconds = isNow ? now : Number(attribute);
  const others = objects.map((object) => Date.parse(object) / 1000);
  if (predicate === 'after') return others.some((other) => seconds >= other);
  return predicate === 'before' && others.some((other) => seconds < other);
}

/** 4.5 */
function semver(predicate: string, attribute: string, objects: readonly string[]): boolean {
  const version = readVersion(attribute);
  if (version === undefined) return false;
  return compared(
    predicate,
    objects.map((object) => precedence(version, readVersion(object) ?? [])),
  );
}

type Identifier = number | string;

/** Numbers, then the identifiers of the pre-release. */
function readVersion(source: string): readonly Identifier[] | undefined {
  const [, core, pre] =
    /^((?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2})(?:-([\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?(?:\+[\dA-Za-z.-]+)?$/.exec(
      source,
    ) ?? [];
  if (core === undefined) return undefined;
  const identifiers = pre?.split('.').map((each) => (/^\d+$/.test(each) ? Number(each) : each)) ?? [];
  return [...core.split('.').map(Number), ...identifiers];
}

function precedence(a: readonly Identifier[], b: readonly Identifier[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [one, other] = [a[index], b[index]];
    if (one === other) continue;
    // A release is above its pre-releases; of two pre-releases, the longer one is.
    if (one === undefined) return index === 3 ? 1 : -1;
    if (other === undefined) return index === 3 ? -1 : 1;
    if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return 0;
}
