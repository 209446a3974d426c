/** Every claim of the product about one toggle, held against all users. */
import { holds, indexIn } from './evaluate.js';
import type { Toggle, User } from './model.js';
import type { Combination, Side } from './outcomes.js';
import { combinationsOf, outcomeOf } from './outcomes.js';
import type { Difference, Problem, Step } from './product.js';
import { applied } from './product.js';
import { usersOf } from './users.js';
import type { Written } from './write.js';

/** Most users of one toggle; where it could tell more apart, they are a sample. */
const MOST_USERS = 20_000;

/** Plain data, so that threads can tell theirs. */
export interface Tally {
  /** By kind of claim. */
  readonly claims: Map<string, { tried: number; false: number }>;
  readonly failures: string[];
  /** Dead rules that are not reported, by what is in them. */
  readonly missed: Map<string, number>;
  readonly counts: Record<'pairs' | 'dead' | 'found' | 'exact' | 'bounded' | 'unknown', number>;
}

export function newTally(): Tally {
  const counts = { pairs: 0, dead: 0, found: 0, exact: 0, bounded: 0, unknown: 0 };
  return { claims: new Map(), failures: [], missed: new Map(), counts };
}

/** Of this thread. */
export const tally = newTally();
const { counts } = tally;

export function addTally(sum: Tally, other: Tally): void {
  for (const [kind, { tried, false: wrong }] of other.claims) {
    const claim = sum.claims.get(kind) ?? { tried: 0, false: 0 };
    sum.claims.set(kind, { tried: claim.tried + tried, false: claim.false + wrong });
  }
  sum.failures.push(...other.failures);
  for (const [kind, count] of other.missed) sum.missed.set(kind, (sum.missed.get(kind) ?? 0) + count);
  for (const name of Object.keys(sum.counts) as (keyof Tally['counts'])[]) sum.counts[name] += other.counts[name];
}

function hold(kind: string, isTrue: boolean, words: () => string): void {
  const claim = tally.claims.get(kind) ?? { tried: 0, false: 0 };
  tally.claims.set(kind, claim);
  claim.tried += 1;
  if (isTrue) return;
  claim.false += 1;
  if (tally.failures.length < 20) tally.failures.push(`${kind}: ${words()}`);
}

/** What the problems of a file say of rules, conditions and variations. */
export function holdProblems(side: Side, file: Written, problems: readonly Problem[]): void {
  const { toggle, environment } = side;
  const { users, areAll } = usersOf([toggle, ...requiredBy([side])], MOST_USERS);
  const combinations = combinationsOf([side]);
  const reached = new Set<number>();
  const served = new Set<number>();
  const values: (string | undefined)[] = [];
  counts.pairs += users.length * combinations.length;
  for (const user of users)
    for (const combination of combinations) {
      const { decider, serve, value } = outcomeOf(side, user, combination);
      if (typeof decider === 'number') reached.add(decider);
      const index = indexIn(serve, combination.bucket);
      if (index !== undefined) served.add(index);
      values.push(value);
    }
  const said = new Set<number>();
  for (const { code, message, start, fixes = [] } of problems) {
    const place = file.places.get(start.line);
    const words = () => `${message}\n${file.text}`;
    if (place !== undefined && 'variation' in place) {
      if (code === 'never-served' || code === 'unused-variation') hold(code, !served.has(place.variation), words);
      continue;
    }
    if (code === 'impossible-prerequisite') {
      for (const rule of toggle.content.rules.keys()) said.add(rule);
      hold(code, reached.size === 0, words);
    }
    if (place === undefined) continue;
    const { conditions } = toggle.content.rules[place.rule] ?? { conditions: [] };
    if (saysNobodyReaches.includes(code)) {
      said.add(place.rule);
      hold(code, !reached.has(place.rule), words);
    }
    // Everyone matches it, so nobody comes further.
    if (code === 'unconditional-rule') {
      const below = toggle.content.rules.map((_, index) => index).filter((index) => index > place.rule);
      for (const rule of below) said.add(rule);
      hold(code, !below.some((rule) => reached.has(rule)), words);
    }
    if (code === 'impossible-between' || code === 'no-objects') {
      said.add(place.rule);
      const condition = conditions[place.condition ?? -1];
      hold(code, condition !== undefined && !users.some((user) => holds(condition, user)), words);
    }
    if (!saysNothingChanges.includes(code)) continue;
    for (const { title, edits } of fixes.filter((fix) => fix.title.startsWith('Remove'))) {
      const after = { toggle: JSON.parse(applied(file.text, edits)) as Toggle, environment };
      const isSame = values.length === 0 || sameValues(after, values, users, combinations);
      hold(`fix of ${code}`, isSame, () => `${title} (line ${start.line})\n${file.text}`);
    }
  }
  if (!areAll) return;
  for (const [index, { conditions }] of toggle.content.rules.entries()) {
    if (reached.has(index) || toggle.disabled) continue;
    counts.dead += 1;
    if (said.has(index)) counts.found += 1;
    else {
      const kind = conditions.some(({ predicate }) => predicate.includes('regex')) ? 'regex' : kindOf(toggle, index);
      tally.missed.set(kind, (tally.missed.get(kind) ?? 0) + 1);
    }
  }
}

/** Of a rule that is dead and not said to be. */
function kindOf({ content }: Toggle, index: number): string {
  const all = content.rules.slice(0, index + 1).flatMap(({ conditions }) => conditions);
  if (all.some(({ predicate }) => predicate.includes('regex'))) return 'regex above it';
  const own = content.rules[index]?.conditions ?? [];
  if (own.some(({ predicate }) => predicate === 'between')) return 'between';
  if (own.some(({ objects }) => objects.includes(''))) return 'empty object';
  if (content.prerequisites !== undefined) return 'prerequisite';
  const types = new Map(all.map(({ subject, type }) => [subject, type]));
  return all.some(({ subject, type }) => types.get(subject) !== type) ? 'several types' : 'other';
}

const saysNobodyReaches = ['shadowed-rule', 'contradictory-conditions', 'unreachable-rule'];
const saysNothingChanges = [
  'shadowed-rule',
  'contradictory-conditions',
  'redundant-condition',
  'redundant-object',
  'rule-without-effect',
];

function sameValues(
  side: Side,
  values: readonly (string | undefined)[],
  users: readonly User[],
  combinations: readonly Combination[],
): boolean {
  let at = 0;
  for (const user of users)
    for (const combination of combinations) {
      if (outcomeOf(side, user, combination).value !== values[at]) return false;
      at += 1;
    }
  return true;
}

/** What becomes of users between two states, or two environments. */
export function holdDifference(
  kind: string,
  before: Side,
  after: Side,
  { who, most, isBroken }: Pick<Difference, 'who' | 'most' | 'isBroken'>,
): void {
  const sides = [before, after];
  const { users, areAll } = usersOf([...sides.map(({ toggle }) => toggle), ...requiredBy(sides)], MOST_USERS);
  const combinations = combinationsOf(sides);
  counts.pairs += 2 * users.length * combinations.length;
  const largest = Math.max(0, ...users.map((user) => shareThatChanges(before, after, user, combinations)));
  const words = () => JSON.stringify({ who, most, largest, before: before.toggle, after: after.toggle });
  if (isBroken) return;
  if (who === 'nobody') hold(`${kind}: nobody changes`, largest === 0, words);
  if (who === 'somebody' && areAll) hold(`${kind}: some users change`, largest > 0, words);
  if (who === 'unknown') counts.unknown += 1;
  hold(`${kind}: at most that share`, largest <= most + 1e-6, words);
  if (who === 'unknown' || !areAll) return;
  if (Math.abs(largest - most) < 1e-6) counts.exact += 1;
  else counts.bounded += 1;
}

function shareThatChanges(before: Side, after: Side, user: User, combinations: readonly Combination[]): number {
  return combinations
    .filter((each) => outcomeOf(before, user, each).value !== outcomeOf(after, user, each).value)
    .reduce((sum, { share }) => sum + share, 0);
}

function requiredBy(sides: readonly Side[]): readonly Toggle[] {
  return sides.flatMap(({ toggle, environment }) =>
    (toggle.content.prerequisites ?? []).flatMap(({ key }) => environment.get(key) ?? []),
  );
}

/** A toggle whose own file does not change: the product says it beside the toggles that it requires, or not at all. */
export function holdDependent(before: Side, after: Side, said: { readonly most: number } | undefined): void {
  const who = said === undefined ? 'nobody' : 'unknown';
  holdDifference('dependents', before, after, { who, most: said?.most ?? 0, isBroken: false });
}

/** Everyone gets that value of the toggle, and always will. */
export function holdConstant(side: Side, value: string): void {
  const { users } = usersOf([side.toggle, ...requiredBy([side])], MOST_USERS);
  const combinations = combinationsOf([side]);
  counts.pairs += users.length * combinations.length;
  const isSame = users.every((user) => combinations.every((each) => outcomeOf(side, user, each).value === value));
  hold('everyone gets the same', isSame, () => `${value} ${JSON.stringify(side.toggle)}`);
}

/** Nobody loses the variation that is raised, and exactly the difference gains it. */
export function holdStep({ content }: Toggle, { before = [], after = [] }: Step, raised: number, to: number): void {
  let [lost, gained] = [0, 0];
  for (let bucket = 0; bucket < 10_000; bucket += 1) {
    const [had, has] = [indexIn({ split: before }, bucket) === raised, indexIn({ split: after }, bucket) === raised];
    if (had && !has) lost += 1;
    if (!had && has) gained += 1;
  }
  const wanted = to - (before[raised] ?? 0);
  const isRight = wanted >= 0 ? lost === 0 && gained === wanted : gained === 0 && lost === -wanted;
  counts.pairs += 10_000;
  hold('step', isRight, () => JSON.stringify({ before, after, raised, to, default: content.defaultServe }));
}
