/** Determines whether a toggle serves everyone the same value in every environment until someone changes it. */
import { Budget } from '../../core/budget.js';
import { constantOutcome } from '../../core/analysis/dead/constant.js';
import { MAX_TEXT_LENGTH } from '../../core/json/document.js';
import type { Project } from '../project.js';
import type { CodeScope } from './codeScopes.js';
import type { CodeToggle } from './codeToggles.js';
import { environmentsWithout } from './codeToggles.js';

export interface ConstantValue {
  /** The value that code receives, as JSON; if the return type is unknown, the variation's text. */
  readonly value: string;
  /** The variation's name; undefined if it is empty or differs between environments. */
  readonly name: string | undefined;
}

/** @returns undefined if the value is not proven, or if an environment of the config has no file of the toggle */
export async function constantValue(
  { key, files, returnType }: CodeToggle,
  { targeting }: CodeScope,
  project: Project,
  budget = new Budget(),
): Promise<ConstantValue | undefined> {
  const without = environmentsWithout(files, targeting.parsed.environmentNames);
  if (files.length === 0 || without.length > 0) return undefined;
  const kept = new Map<string, Set<string>>();
  for (const { uri } of files) {
    const json = project.document(uri, MAX_TEXT_LENGTH);
    if (json === undefined || 'unreadable' in json) return undefined;
    const service = { returnType, segments: undefined };
    const { arrival, words } = await project.evaluated(uri, json, { service, toggle: key });
    const constant = constantOutcome(arrival, budget);
    if (constant === undefined) return undefined;
    const name = words.targeting.variations?.[constant.index]?.name ?? '';
    const { text } = constant.value;
    const value = returnType === undefined ? String(JSON.parse(text)) : text;
    kept.set(value, (kept.get(value) ?? new Set()).add(name));
    if (kept.size > 1) return undefined;
  }
  const [[value = '', names = new Set<string>()] = []] = kept;
  const [name = '', another] = names;
  return { value, name: name === '' || another !== undefined ? undefined : name };
}
