/** Proves that a toggle has no dead targeting, with a few sample users instead of a search. Works for most toggles. */
import { official, none } from '../../evaluation/sdks/sdks.js';
import type { Condition, Rule, Serve, Toggle } from '../../evaluation/toggles.js';
import { User } from '../../evaluation/user.js';
import { everyOf } from '../../evaluation/verdict.js';
import { areSameRanges, Outcomes } from '../impact/outcomes.js';
import type { Finding } from './findings.js';
import { neverServed } from './served.js';

/** Up to `MAX_USERS` sample users are created per rule, and each user is evaluated against the other rules. */
const [MAX_RULES, MAX_USERS] = [500, 8];
/** Maximum number of objects in a condition: the same limit as in the search for redundant objects. */
const MAX_OBJECTS = 64;

/** @returns undefined if a search is needed to find dead targeting */
export function* findingsAtOnce(toggle: Toggle): Generator<readonly Finding[], readonly Finding[] | undefined> {
  const { rules, prerequisites, hasUnknownRules, defaultServe } = toggle;
  if (hasUnknownRules || prerequisites.length > 0 || rules.length > MAX_RULES) return undefined;
  const outcomes = new Outcomes(toggle);
  for (const rule of rules) {
    if (!areIndependent(rule.conditions) || !isAlive(rule, toggle, outcomes)) return undefined;
    yield [];
  }
  // Users without attributes match no rule, so the default is not dead either.
  const serves = [...rules.map(({ serve }) => serve), defaultServe];
  return neverServed(toggle, serves).map((variation) => ({ code: 'never-served', variation }));
}

function isAlive(rule: Rule, toggle: Toggle, outcomes: Outcomes): boolean {
  const { conditions, serve } = rule;
  for (let which = 0; which < MAX_USERS; which += 1) {
    const user = userOf(conditions, which);
    const other = user && servedWithout(rule, toggle, user);
    if (other !== undefined) return !areSameRanges(outcomes.of(serve), outcomes.of(other));
  }
  return false;
}

/** Whether nothing is redundant: all conditions read different attributes, and all objects match different texts. */
function areIndependent(conditions: readonly Condition[]): boolean {
  // The two bounds of a `between` count as one condition.
  const places = new Map(conditions.map(({ subject, index }) => [subject, index]));
  return conditions.length > 0 && conditions.every((each) => places.get(each.subject) === each.index && isPlain(each));
}

function isPlain({ type, predicate, objects }: Condition): boolean {
  if (type === 'number' || type === 'semver') return objects.length === 1 && predicate !== '!=';
  const isMet = type === 'string' ? tests.get(predicate) : undefined;
  if (isMet === undefined || objects.length === 0) return false;
  if (isMet === equals) return new Set(objects).size === objects.length;
  return (
    objects.length <= MAX_OBJECTS &&
    objects.every((one, at) => objects.every((other, index) => index === at || !isMet(one, other)))
  );
}

const equals = (text: string, object: string) => text === object;
const tests: ReadonlyMap<string, (text: string, object: string) => boolean> = new Map([
  ['is one of', equals],
  ['starts with', (text, object) => text.startsWith(object)],
  ['ends with', (text, object) => text.endsWith(object)],
  ['contains', (text, object) => text.includes(object)],
]);

function userOf(conditions: readonly Condition[], which: number): User | undefined {
  const attributes = new Map<string, string>();
  for (const { type, subject, predicate, objects } of conditions) {
    const object = objects[which % objects.length] ?? '';
    const step = predicate === '>' ? 1 : predicate === '<' ? -1 : 0;
    const value = type === 'number' && step !== 0 ? String(Number(object) + step) : object;
    if (which % 2 === 0 || !attributes.has(subject)) attributes.set(subject, value);
  }
  const user = new User(undefined, attributes, 0);
  return doHold(conditions, user) === true ? user : undefined;
}

/** @returns the user's serve if the rule is removed; undefined if the serve is unknown or an earlier rule matches */
function servedWithout(rule: Rule, { rules, defaultServe }: Toggle, user: User): Serve | undefined {
  let isAbove = true;
  for (const each of rules) {
    if (each === rule) isAbove = false;
    const holds = each === rule ? false : doHold(each.conditions, user);
    if (holds === 'unknown' || (holds && isAbove)) return undefined;
    if (holds) return each.serve;
  }
  return defaultServe;
}

function doHold(conditions: readonly Condition[], user: User): boolean | 'unknown' {
  const { holds, depends } = everyOf(conditions, (condition) => condition.of(user, () => 'unknown'));
  return (depends & official) === none ? (holds & official) !== none : 'unknown';
}
