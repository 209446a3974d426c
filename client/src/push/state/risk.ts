/**
 * How much a push does to the users of a toggle: whether it disables it, and an upper estimate of the part of them that is
 * served another value than before. Which users a condition matches is not known here, so each rule may have all of them:
 * the estimate is the worst that can happen to those of any one rule, or of the default. Pure.
 *
 * It is exact where only serves change, because a user stays at the same place of every split (service.md B). Where a rule
 * comes, goes, moves or has other conditions, its users go to or come from whatever the order of the rules allows.
 */
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
  const groups = groupsOf(before, after);
  let rerouted = 0;
  for (const a of groups)
    for (const b of groups)
      if (mayMove(a, b, anew) && a.was && b.now) rerouted = Math.max(rerouted, differing(a.was.spread, b.now.spread));
  return { disables: after.disabled && !before.disabled, rerouted };
}

/** The users of a rule, or of the default, before and after. */
interface Group {
  readonly was: Served | undefined;
  readonly now: Served | undefined;
  /** Its conditions are the same before and after. */
  readonly stays: boolean;
  readonly isDefault: boolean;
}

interface Served {
  /** Which of several that match is tried first. */
  readonly place: number;
  readonly spread: Spread;
}

/** While a toggle is disabled, everybody is served the same. */
function groupsOf(before: State, after: State): readonly Group[] {
  const served = ({ disabled, content }: State, place: number, serve: unknown): Served => ({
    place,
    spread: spreadOf(disabled ? content['disabledServe'] : serve, content),
  });
  const ofRule = ({ was, now }: RulePair): Group => ({
    was: was && served(before, was.index, was.rule['serve']),
    now: now && served(after, now.index, now.rule['serve']),
    stays: was !== undefined && now !== undefined && same(was.rule['conditions'], now.rule['conditions']),
    isDefault: false,
  });
  const byDefault: Group = {
    was: served(before, Infinity, before.content['defaultServe']),
    now: served(after, Infinity, after.content['defaultServe']),
    stays: true,
    isDefault: true,
  };
  // Of a toggle that is and stays disabled, nobody sees the rules.
  if (before.disabled && after.disabled) return [byDefault];
  return [...pairRules(before.content, after.content).map(ofRule), byDefault];
}

/**
 * Whether a user can be of `a` before and of `b` after. One whom both match, before and after, goes to where the order
 * says; other prerequisites send users of every rule to the default, and back (service.md B).
 */
function mayMove(a: Group, b: Group, anew: boolean): boolean {
  if (a === b || (anew && (a.isDefault || b.isDefault))) return true;
  const wasFirst = !b.stays || placeOf(a.was) < placeOf(b.was);
  const isFirst = !a.stays || placeOf(b.now) < placeOf(a.now);
  return wasFirst && isFirst;
}

function placeOf(served: Served | undefined): number {
  return served?.place ?? -1;
}

/** Which value each place of a split has: up to `end`, in ten-thousandths. Past the last one nothing is served. */
type Spread = readonly { readonly end: number; readonly value: string }[];

const whole = 10_000;

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
