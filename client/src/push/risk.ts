/**
 * How much a push does to the users of a toggle: whether it disables it, and the greatest part of them who would be served
 * another value by the default or by one rule. What a condition matches is not known here. Pure.
 */
import type { Plain, State } from './state.js';
import { asObject, listIn, normalised } from './state.js';

export interface Risk {
  readonly disables: boolean;
  /** From 0 to 1. */
  readonly rerouted: number;
}

export function riskOf(from: State, to: State): Risk {
  const [before, after] = [normalised(from), normalised(to)];
  const pairs: (readonly [unknown, unknown])[] = [[before.content['defaultServe'], after.content['defaultServe']]];
  const earlier = byName(before.content);
  for (const [name, rule] of byName(after.content)) {
    const was = earlier.get(name);
    if (was !== undefined) pairs.push([was['serve'], rule['serve']]);
  }
  const parts = pairs.map(([was, now]) => moved(shares(was, before.content), shares(now, after.content)));
  return { disables: after.disabled && !before.disabled, rerouted: after.disabled ? 0 : Math.max(...parts) };
}

function byName(content: Plain): ReadonlyMap<unknown, Plain> {
  return new Map(listIn(content, 'rules').map((item) => [asObject(item)?.['name'], asObject(item) ?? {}]));
}

/** The part of the users that each value goes to. */
function shares(serve: unknown, content: Plain): ReadonlyMap<string, number> {
  const object = asObject(serve);
  const select = object?.['select'];
  const found = new Map<string, number>();
  const add = (index: number, part: number) => {
    const value = JSON.stringify(asObject(listIn(content, 'variations')[index])?.['value'] ?? index);
    found.set(value, (found.get(value) ?? 0) + part);
  };
  if (typeof select === 'number') add(select, 1);
  else listIn(object, 'split').forEach((share, index) => add(index, Number(share) / whole));
  return found;
}

/** The least part of the users that must go elsewhere. */
function moved(was: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): number {
  let part = 0;
  for (const [value, share] of was) part += Math.max(0, share - (now.get(value) ?? 0));
  return part;
}

/** Shares are ten-thousandths. */
const whole = 10_000;
