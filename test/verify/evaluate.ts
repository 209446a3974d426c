/** Evaluates a toggle by the official rules, as plainly as docs/evaluation.md, whose section numbers are given. */
import type { Condition, Environment, Prerequisite, Serve, Toggle, User } from './model.js';
import { present } from './model.js';

/** What decides for a user: the index of a rule, or a word. */
export type Decider = number | 'default' | 'disabled' | 'prerequisite';

/** The outcome of 10,000 buckets is in the serve; undefined serves nothing. */
export interface Decision {
  readonly decider: Decider;
  readonly serve: Serve;
}

/** 3. Before the bucket is known. @param bucketOf the bucket of a required toggle, by its key */
export function decide(
  toggle: Toggle,
  user: User,
  environment: Environment,
  bucketOf: (key: string) => number,
): Decision {
  return decided(toggle, user, environment, bucketOf, 20) ?? unmet(toggle);
}

/** @returns undefined if a toggle is missing or too deep anywhere below */
function decided(
  toggle: Toggle,
  user: User,
  environment: Environment,
  bucketOf: (key: string) => number,
  depth: number,
): Decision | undefined {
  const { rules, disabledServe, defaultServe, prerequisites = [] } = toggle.content;
  if (toggle.disabled) return { decider: 'disabled', serve: disabledServe };
  if (depth === 0) return undefined;
  for (const prerequisite of prerequisites) {
    const { key } = prerequisite;
    const required = environment.get(key);
    const decision = required && decided(required, user, environment, bucketOf, depth - 1);
    if (required === undefined || decision === undefined) return undefined;
    const given = valueIn(required, decision.serve, bucketOf(key));
    if (given === undefined || !meets(prerequisite, given)) return unmet(toggle);
  }
  const index = ruleFor(toggle, user);
  const rule = rules[index];
  return rule === undefined ? { decider: 'default', serve: defaultServe } : { decider: index, serve: rule.serve };
}

function unmet({ content }: Toggle): Decision {
  return { decider: 'prerequisite', serve: content.disabledServe };
}

/** @returns the answer for that name, computed once per key */
function once<K extends object, V>(known: WeakMap<K, Map<unknown, V>>, key: K, name: unknown, compute: () => V): V {
  const answers = known.get(key) ?? new Map<unknown, V>();
  known.set(key, answers);
  const answer = answers.get(name) ?? compute();
  answers.set(name, answer);
  return answer;
}

const ruleIndexes = new WeakMap<User, Map<unknown, number>>();

/** 3.5. -1 if no rule matches. */
export function ruleFor(toggle: Toggle, user: User): number {
  const matches = (condition: Condition) => holds(condition, user);
  return once(ruleIndexes, user, toggle, () =>
    toggle.content.rules.findIndex(({ conditions }) => conditions.every(matches)),
  );
}

const meetings = new WeakMap<Prerequisite, Map<unknown, boolean>>();

function meets(prerequisite: Prerequisite, given: string): boolean {
  const { type, value } = prerequisite;
  return once(meetings, prerequisite, given, () => typed(type, given) === typed(type, value));
}

/** 2. Equal texts are equal values; an integer and a fraction differ. */
function typed(type: string, text: string): string {
  if (type === 'boolean') return String(/^true$/i.test(text));
  if (type === 'json') return JSON.stringify(sorted(JSON.parse(text)));
  if (type !== 'number') return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const isWhole = fraction.length === Number(exponent);
  return isWhole ? String(BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)) : `double ${Number(text)}`;
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)] as const);
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

const truths = new WeakMap<Condition, Map<unknown, boolean>>();

/** 4. */
export function holds(condition: Condition, user: User): boolean {
  const { type, subject, predicate, objects } = condition;
  if (type === 'segment') {
    const isIn = objects.some((key) => user.segments.has(key));
    return predicate === 'is in' ? isIn : predicate === 'is not in' && !isIn;
  }
  const attribute = user.attributes.get(subject);
  const now = user.now ?? present;
  const name = `${now} ${attribute === undefined ? 'absent' : `"${attribute}`}`;
  return once(truths, condition, name, () => isTrue(condition, attribute, now));
}

function isTrue(condition: Condition, attribute: string | undefined, now: number): boolean {
  const { type, predicate, leftPredicate = '', rightPredicate = '', rightObjects = [] } = condition;
  const objects = condition.objects.map((object) => object.replace(/[\ud800-\udfff]/gu, '?'));
  // 4.6
  if (predicate === 'between')
    return (
      isTrue({ ...condition, predicate: leftPredicate }, attribute, now) &&
      isTrue({ ...condition, predicate: rightPredicate, objects: rightObjects }, attribute, now)
    );
  if (type === 'datetime') return datetime(predicate, attribute, objects, now);
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

/** 4.3 and 4.5. @param orders whether the attribute is below, equal to or above each object */
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

export function readNumber(source: string): number | undefined {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(source)) return Number(source);
  const sign = /^([+-]?)inf(?:inity)?$/i.exec(source)?.[1];
  if (sign !== undefined) return Number(`${sign}Infinity`);
  return /^[+-]?nan$/i.test(source) ? NaN : undefined;
}

/** 4.3. NaN is neither below, equal nor above, and infinity is equal to itself. */
function number(predicate: string, attribute: string, objects: readonly string[]): boolean {
  const value = readNumber(attribute);
  if (value === undefined) return false;
  return compared(
    predicate,
    objects.map((object) => orderOf(value, readNumber(object) ?? NaN)),
  );
}

function orderOf(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : a > b ? 1 : NaN;
}

/** 4.4. Seconds have 64 bits. */
export function readSeconds(attribute: string): number | undefined {
  if (!/^[+-]?\d+$/.test(attribute)) return undefined;
  const seconds = BigInt(attribute.replace('+', ''));
  return BigInt.asIntN(64, seconds) === seconds ? Number(seconds) : undefined;
}

function datetime(predicate: string, attribute: string | undefined, objects: readonly string[], now: number): boolean {
  const seconds = attribute === undefined || attribute === '' ? now : readSeconds(attribute);
  if (seconds === undefined) return false;
  const others = objects.map(instantOf);
  if (predicate === 'after') return others.some((other) => seconds >= other);
  return predicate === 'before' && others.some((other) => seconds < other);
}

const DAY = 86_400;
/** 15 October 1582: the Julian calendar, in which every fourth year is a leap year, ended ten days earlier. */
const GREGORIAN_FROM = -141_427;

/** Unix seconds. Months and days roll over. Days of the Julian calendar are counted from the day when both calendars agreed. */
export function instantOf(object: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offset = 0, rest = 0] = object
    .split(/[-T:+]/)
    .map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const days = date.getTime() / 1_000 / DAY;
  // The Gregorian calendar leaves out three leap days in 400 years; on 1 March 200, both calendars had the same date.
  const march = new Date(Date.UTC(2_000, month - 1, 1));
  const yearFromMarch = year + march.getUTCFullYear() - 2_000 - (march.getUTCMonth() < 2 ? 1 : 0);
  const century = Math.floor(yearFromMarch / 100);
  const julian = days + century - Math.floor(century / 4) - 2;
  const count = days >= GREGORIAN_FROM ? days : julian;
  return count * DAY + hour * 3_600 + minute * 60 + second - offset * 3_600 - rest * 60;
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

type Identifier = bigint | string;

/** Numbers without leading zeros, then the identifiers of the pre-release. */
export function readVersion(source: string): readonly Identifier[] | undefined {
  const [, core, pre, build] = /^(\d+\.\d+\.\d+)(?:-([\dA-Za-z-.]+))?(?:\+([\dA-Za-z-.]+))?$/.exec(source) ?? [];
  const parts = [...(core?.split('.') ?? ['']), ...(pre?.split('.') ?? [])];
  if (parts.some((part) => part === '' || /^0\d+$/.test(part)) || build?.split('.').includes('') === true)
    return undefined;
  return parts.map((part) => (/^\d+$/.test(part) ? BigInt(part) : part));
}

export function precedence(a: readonly Identifier[], b: readonly Identifier[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [one, other] = [a[index], b[index]];
    if (one === other) continue;
    // A release is above its pre-releases; of two pre-releases, the longer one is.
    if (one === undefined) return index === 3 ? 1 : -1;
    if (other === undefined) return index === 3 ? -1 : 1;
    if (typeof one !== typeof other) return typeof one === 'bigint' ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return 0;
}
