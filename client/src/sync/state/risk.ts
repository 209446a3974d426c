/**
 * How much a push does to the users of a toggle: whether it disables it, and an upper estimate of the part of them that is
 * served another value than before. Which users a condition matches is not known here, so each rule may have all of them:
 * the estimate is the worst that can happen to those of any one rule, or of the default. Pure.
 *
 * It is exact where only serves change, because a user stays at the same place of every split (service.md B). Where a rule
 * comes, goes, moves or has other conditions, its users go to or come from whatever the order of the rules allows.
 */
import { whole } from '../../../../server/src/targeting/shares.js';
import type { RulePair } from './rules.js';
import { pairRules } from './rules.js';
import type { Plain, State } from './state.js';
import { asObject, listIn, normalised, same } from './state.js';

export interface Risk {
  readonly disables: boolean;
  /** From 0 to 1. */
  readonly rerouted: number;
}

export function riskOf(from: State, to: State): Risk {
  const [before, after] = [normalised(from), normalised(to)];
  const anew = !same(before.content['prerequisites'], after.content['prerequisites']);
  return { disables: after.disabled && !before.disabled, rerouted: worstOf(groupsOf(before, after), anew) };
}

/** The users of a rule, or of the default, before and after. */
interface Group {
  readonly was: Served | undefined;
  readonly now: Served | undefined;
  /** Its conditions are the same before and after. */
  readonly stays: boolean;
}

interface Served {
  /** Which of several that match is tried first. */
  readonly place: number;
  /** The same object wherever it is the same. */
  readonly spread: Spread;
}

/** The default comes last. While a toggle is disabled, everybody is served the same. */
function groupsOf(before: State, after: State): readonly Group[] {
  const spreads = new Map<string, Spread>();
  const served = ({ disabled, content }: State, place: number, serve: unknown): Served => {
    const spread = spreadOf(disabled ? content['disabledServe'] : serve, content);
    const key = JSON.stringify(spread);
    const known = spreads.get(key) ?? spread;
    spreads.set(key, known);
    return { place, spread: known };
  };
  const ofRule = ({ was, now }: RulePair): Group => ({
    was: was && served(before, was.index, was.rule['serve']),
    now: now && served(after, now.index, now.rule['serve']),
    stays: was !== undefined && now !== undefined && same(was.rule['conditions'], now.rule['conditions']),
  });
  const byDefault: Group = {
    was: served(before, behindAll, before.content['defaultServe']),
    now: served(after, behindAll, after.content['defaultServe']),
    stays: true,
  };
  return [...pairRules(before.content, after.content).map(ofRule), byDefault];
}

/** Finite: a rule whose place is unknown may come behind the default's. */
const behindAll = Number.MAX_SAFE_INTEGER;

function worstOf(groups: readonly Group[], anew: boolean): number {
  const spreads = new Set(groups.flatMap(({ was, now }) => [was?.spread, now?.spread]));
  // Each may have to be compared with each: so many that it takes long are not compared at all.
  if (spreads.size > 200) return 1;
  const parts = new Map<Spread, Map<Spread, number>>();
  for (const [was, now] of moves(groups, anew)) {
    const known = parts.get(was) ?? new Map<Spread, number>();
    if (!known.has(now)) known.set(now, differing(was, now));
    parts.set(was, known);
  }
  return Math.max(0, ...[...parts.values()].flatMap((known) => [...known.values()]));
}

type Move = readonly [was: Spread, now: Spread];

function* moves(groups: readonly Group[], anew: boolean): Iterable<Move> {
  const byDefault = groups.at(-1);
  for (const { was, now } of groups) {
    if (was && now) yield [was.spread, now.spread];
    // Other prerequisites send users of every rule to the default, and back (service.md B).
    if (anew && was && byDefault?.now) yield [was.spread, byDefault.now.spread];
    if (anew && now && byDefault?.was) yield [byDefault.was.spread, now.spread];
  }
  yield* movesByOrder(groups);
}

/**
 * Users whom two rules match go from the one that came first to the one that comes first now; where conditions are others,
 * either rule may not have matched them. All rules are looked at in the later order once: a toggle may have thousands.
 */
function* movesByOrder(groups: readonly Group[]): Iterable<Move> {
  const from = groups.flatMap(({ was, now, stays }) =>
    was ? [{ ...was, first: stays && now ? now.place : Infinity }] : [],
  );
  const to = groups.flatMap(({ was, now, stays }) =>
    now ? [{ ...now, first: stays && was ? was.place : Infinity }] : [],
  );
  const rest = to.sort((a, b) => b.place - a.place);
  /** Of those that come before it now, by spread: the last place that one of them had before. */
  const ahead = new Map<Spread, number>();
  for (const { place, spread, first } of from.sort((a, b) => a.first - b.first)) {
    for (let next = rest.at(-1); next !== undefined && next.place < first; next = rest.at(-1)) {
      ahead.set(next.spread, Math.max(ahead.get(next.spread) ?? 0, next.first));
      rest.pop();
    }
    for (const [other, latest] of ahead) if (place < latest) yield [spread, other];
  }
}

/** Which value each place of a split has: up to `end`, in ten-thousandths. Past the last one nothing is served. */
type Spread = readonly { readonly end: number; readonly value: string }[];

function spreadOf(serve: unknown, content: Plain): Spread {
  const object = asObject(serve);
  const select = object?.['select'];
  if (select !== undefined) return [{ end: whole, value: valueAt(select, content) }];
  let end = 0;
  return listIn(object, 'split').map((share, index) => {
    end = Math.min(whole, end + (typeof share === 'number' ? Math.max(0, share) : 0));
    return { end, value: valueAt(index, content) };
  });
}

/** Of an index that does not exist, nothing is served. */
function valueAt(index: unknown, content: Plain): string {
  const variation = typeof index === 'number' ? asObject(listIn(content, 'variations')[index]) : undefined;
  return variation === undefined ? '' : JSON.stringify(variation['value'] ?? index);
}

function differing(was: Spread, now: Spread): number {
  const ends = [...new Set([...was, ...now].map(({ end }) => end)), whole].sort((a, b) => a - b);
  const at = (spread: Spread, place: number) => spread.find(({ end }) => place < end)?.value ?? '';
  let part = 0;
  ends.forEach((end, index) => {
    const start = ends[index - 1] ?? 0;
    if (at(was, start) !== at(now, start)) part += end - start;
  });
  return part / whole;
}
