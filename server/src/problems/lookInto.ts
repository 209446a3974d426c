/** Finds the objects in a plain value that rules look at. */
import type { Path } from '../document/nodes.js';
import { asObject } from '../document/plain.js';
import type { Plain, RuleFact } from './rule.js';
import type { Shape } from './shape.js';

/** @param visit given a path that changes afterwards: copy what is kept. Goes no deeper than shapes do. */
export function lookInto(
  value: unknown,
  shape: Shape,
  visit: (object: Plain, shape: Shape, path: Path) => void,
  path: (string | number)[] = [],
): void {
  if (!shape.isLookedInto || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const { items } = shape;
    if (items?.isLookedInto !== true) return;
    for (let index = 0; index < value.length; index += 1) {
      path.push(index);
      lookInto(value[index], items, visit, path);
      path.pop();
    }
    return;
  }
  visit(value as Plain, shape, path);
  for (const { key, shape: inner } of shape.lookedInto) {
    const property = (value as Plain)[key];
    // What is not there is mostly found out at once.
    if (property === undefined || !Object.hasOwn(value, key)) continue;
    path.push(key);
    lookInto(property, inner, visit, path);
    path.pop();
  }
}

export function ruleFact(rule: Plain): RuleFact {
  const { name, conditions } = rule;
  const isUnconditional = conditions === undefined || (Array.isArray(conditions) && conditions.length === 0);
  return {
    name: typeof name === 'string' ? name : undefined,
    unconditional: isUnconditional ? propertyToMark(rule) : undefined,
  };
}

function propertyToMark(rule: Plain): string {
  return ['conditions', 'name', 'serve'].find((key) => Object.hasOwn(rule, key)) ?? 'conditions';
}

/** Whether a serve says what it serves. */
export function servesSomething(serve: unknown): boolean {
  const { select, split } = asObject(serve) ?? {};
  return select !== undefined || split !== undefined;
}

/** The indices of the variations that a serve serves. */
export function servedIndices(serve: unknown): readonly number[] {
  const { select, split } = asObject(serve) ?? {};
  const selected = typeof select === 'number' ? [select] : [];
  if (!Array.isArray(split)) return selected;
  return selected.concat(
    split.flatMap((share: unknown, index) => (typeof share === 'number' && share > 0 ? [index] : [])),
  );
}

/** All that rules of the file read of a serve. */
export function serveText(serve: Plain): string {
  const { select, split } = serve;
  const has = (key: string) => (Object.hasOwn(serve, key) ? key : '');
  const shares = Array.isArray(split) ? `[${split.map(wordOf).join()}]` : wordOf(split);
  return `${Object.keys(serve).length} ${has('select')} ${wordOf(select)} ${has('split')} ${shares}`;
}

function wordOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : typeof value;
}
