/** Finds the toggles whose files provably serve everyone the same value in every environment. */
import { Budget } from '../../core/budget.js';
import { oneLine } from '../../core/features/variations.js';
import { t } from '../../core/t.js';
import type { ConstantToggle } from '../../core/results/codePages.js';
import type { Project } from '../project.js';
import type { CodeScope } from './codeScopes.js';
import type { CodeToggles } from './codeToggles.js';
import type { Turns } from '../turns.js';
import { constantValue } from './staleToggles.js';

export interface ConstantToggles {
  readonly toggles: readonly ConstantToggle[];
  /** Number of toggles with files. */
  readonly count: number;
  /** Keys of toggles for which the budget was too small to find out whether the value is constant. */
  readonly undecided: readonly string[];
}

export async function constantToggles(
  all: CodeToggles,
  scope: CodeScope,
  project: Project,
  turns: Turns,
): Promise<ConstantToggles> {
  const toggles: ConstantToggle[] = [];
  const undecided: string[] = [];
  const inFiles = [...all.byKey.values()].filter(({ files }) => files.length > 0);
  for (const toggle of inFiles.sort((one, other) => (one.key < other.key ? -1 : 1))) {
    await turns.pause();
    const { key, files } = toggle;
    const budget = new Budget();
    const kept = await constantValue(toggle, scope, project, budget);
    if (kept !== undefined) {
      const value = kept.name === undefined ? kept.value : t('{0} ({1})', oneLine(kept.name), kept.value);
      const named = new Set(files.map(({ environment }) => environment));
      const environments = (scope.targeting.parsed.environmentNames ?? []).filter((name) => named.has(name));
      toggles.push({ key, uri: files[0]?.uri ?? '', value, environments });
    } else if (!budget.spend()) undecided.push(key);
  }
  return { toggles, count: inFiles.length, undecided };
}
