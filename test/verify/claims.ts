/** Checks what the product claims about one toggle with all users. */
import { holds, indexIn } from './evaluate.js';
import type { Condition, Serve, Toggle, User } from './model.js';
import type { Combination, Combinations, Side } from './outcomes.js';
import { combinationsOf, involvedIn, outcomeOf } from './outcomes.js';
import type { Problem, Step } from './product.js';
import { applied } from './product.js';
import type { Users } from './users.js';
import { usersOf } from './users.js';
import type { Written } from './write.js';

/** Most users of one toggle; beyond that, a sample. */
const MOST_USERS = 20_000;
/** Most pairs of a distinct user and a combination of buckets. */
const MOST_PAIRS = 40_000;

/** Plain data, so that threads can send it. */
export interface Tally {
  readonly claims: Map<string, { tried: number; false: number }>;
  readonly failures: string[];
  /** Dead rules that are not reported, by their content. */
  readonly missed: Map<string, number>;
  readonly counts: Record<'pairs' | 'dead' | 'found' | 'exact' | 'bounded' | 'unknown', number>;
}

export function newTally(): Tally {
  const counts = { pairs: 0, dead: 0, found: 0, exact: 0, bounded: 0, unknown: 0 };
  return { claims: new Map(), failures: [], missed: new Map(), counts };
}

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

export function hold(kind: string, isTrue: boolean, words: () => string): void {
  const claim = tally.claims.get(kind) ?? { tried: 0, false: 0 };
  tally.claims.set(kind, claim);
  claim.tried += 1;
  if (isTrue) return;
  claim.false += 1;
  if (tally.failures.length < 20) tally.failures.push(`${kind}: ${words()}`);
}

export interface Everyone extends Users {
  readonly combinations: Combinations;
}

export function everyoneOf(sides: readonly Side[], others: readonly Toggle[] = []): Everyone {
  const involved = new Set(sides.flatMap((side) => [...involvedIn(side).values()]));
  const found = usersOf([...involved, ...others], MOST_USERS);
  const combinations = combinationsOf(sides);
  const most = Math.ceil(MOST_PAIRS / combinations.all.length);
  const every = Math.max(1, Math.ceil(found.users.length / most));
  const users = found.users.filter((_, index) => index % every === 0);
  counts.pairs += sides.length * users.length * combinations.all.length;
  return { ...found, users, areAll: found.areAll && every === 1, combinations };
}

export function holdProblems(side: Side, file: Written, problems: readonly Problem[]): void {
  const { rules } = side.toggle.content;
  const fixed = problems
    .filter(({ code }) => saysNothingChanges.includes(code))
    .flatMap(({ code, start, fixes = [] }) =>
      fixes
        .filter((fix) => fix.title.startsWith('Remove'))
        .map(({ title, edits }) => {
          const toggle = JSON.parse(applied(file.text, edits)) as Toggle;
          return { code, words: () => `${title} (line ${start.line})\n${file.text}`, side: { ...side, toggle } };
        }),
    );
  const everyone = everyoneOf(
    [side],
    fixed.map((fix) => fix.side.toggle),
  );
  const { users, combinations, areAll } = everyone;
  const reached = new Set<number>();
  const served = new Set<number>();
  for (const user of users)
    for (const combination of combinations.all) {
      const { decider, index } = outcomeOf(side, user, combination);
      if (typeof decider === 'number') reached.add(decider);
      if (index !== undefined) served.add(index);
    }
  for (const fix of fixed) hold(`fix of ${fix.code}`, areSame(side, fix.side, everyone), fix.words);
  const said = new Set<number>();
  const holdUnreached = (code: string, unreached: readonly number[], words: () => string) => {
    for (const rule of unreached) said.add(rule);
    hold(code, !unreached.some((rule) => reached.has(rule)), words);
  };
  for (const { code, message, start } of problems) {
    const place = file.places.get(start.line);
    const words = () => `${message}\n${file.text}`;
    if (code === 'impossible-prerequisite') holdUnreached(code, [...rules.keys()], words);
    if (place === undefined) continue;
    if ('variation' in place) {
      if (code === 'never-served' || code === 'unused-variation') hold(code, !served.has(place.variation), words);
      continue;
    }
    const condition = rules[place.rule]?.conditions[place.condition ?? -1];
    const isNegative = condition?.predicate === '!=' || condition?.predicate.includes('not') === true;
    const isNever = code === 'impossible-between' || (code === 'no-objects' && !isNegative);
    if (isNever) hold(code, condition !== undefined && !canHold(condition), words);
    if (isNever || saysNobodyReaches.includes(code)) holdUnreached(code, [place.rule], words);
    // Everyone matches it, so nobody goes further.
    if (code === 'unconditional-rule') holdUnreached(code, [...rules.keys()].slice(place.rule + 1), words);
  }
  if (!areAll || !combinations.areAll || side.toggle.disabled) return;
  for (const [index, { conditions }] of rules.entries()) {
    if (reached.has(index)) continue;
    counts.dead += 1;
    if (said.has(index)) counts.found += 1;
    else {
      const kind = conditions.some(({ predicate }) => predicate.includes('regex'))
        ? 'regex'
        : kindOf(side.toggle, index);
      tally.missed.set(kind, (tally.missed.get(kind) ?? 0) + 1);
    }
  }
}

function canHold(condition: Condition): boolean {
  const content = { rules: [{ name: '', serve: {}, conditions: [condition] }], variations: [] };
  const toggle = { disabled: false, content: { ...content, disabledServe: {}, defaultServe: {} } };
  return usersOf([toggle], MOST_USERS).users.some((user) => holds(condition, user));
}

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
export const saysNothingChanges = [
  'shadowed-rule',
  'contradictory-conditions',
  'redundant-condition',
  'redundant-object',
  'rule-without-effect',
];

export function areSame(a: Side, b: Side, { users, combinations }: Everyone): boolean {
  const isSame = (user: User, each: Combination) => outcomeOf(a, user, each).value === outcomeOf(b, user, each).value;
  return users.every((user) => combinations.all.every((each) => isSame(user, each)));
}

export function holdConstant(side: Side, value: string): void {
  const { users, combinations } = everyoneOf([side]);
  const isSame = users.every((user) => combinations.all.every((each) => outcomeOf(side, user, each).value === value));
  hold('everyone gets the same', isSame, () => `${value} ${JSON.stringify(side.toggle)}`);
}

/** Nobody loses the raised variation, exactly the difference gains it, and nobody else changes. */
export function holdStep(serve: Serve, { before = [], after = [] }: Step, raised: number, to: number): void {
  const changes = { lost: 0, gained: 0, others: 0 };
  for (let bucket = 0; bucket < 10_000; bucket += 1) {
    const [had, has] = [indexIn({ split: before }, bucket), indexIn({ split: after }, bucket)];
    if (had !== has) changes[had === raised ? 'lost' : has === raised ? 'gained' : 'others'] += 1;
  }
  const wanted = to - (before[raised] ?? 0);
  const [lost, gained] = [Math.max(0, -wanted), Math.max(0, wanted)];
  counts.pairs += 10_000;
  const isRight = changes.lost === lost && changes.gained === gained && changes.others === 0;
  hold('step', isRight, () => JSON.stringify({ before, after, raised, to, serve }));
}
