/** What a toggle requires, and what these toggles require in their turn. */
import type { Environment } from '../evaluation/evaluate.js';
import type { Condition, Toggle } from '../evaluation/toggles.js';

/** All toggles that are known among those that it requires, itself first. */
export function withRequired(toggle: Toggle, environment: Environment): readonly Toggle[] {
  const found = new Map([[toggle.key, toggle]]);
  for (const each of found.values()) {
    for (const { key = '' } of each.prerequisites) {
      const required = environment.toggle(key);
      if (typeof required !== 'string' && !found.has(key)) found.set(key, required);
    }
  }
  return [...found.values()];
}

export function conditionsOf(toggles: readonly Toggle[]): readonly Condition[] {
  return toggles.flatMap(({ rules }) => rules.flatMap(({ conditions }) => conditions));
}

/** Tells apart what a key stands for in two environments: the toggle and all that it requires, as a text. */
export function contentOf(key: string, environment: Environment): string {
  const toggle = environment.toggle(key);
  return JSON.stringify(typeof toggle === 'string' ? toggle : withRequired(toggle, environment));
}
