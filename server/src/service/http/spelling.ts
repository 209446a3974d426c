/**
 * The service's database takes many spellings for one key, and no folding of ours equals its own (service.md B). A key in another spelling
 * would pass by whatever protects the place, so each key must be, letter by letter, the key that the service lists. Pure.
 */
import type { Target } from '../../core/protocol.js';
import type { Missing } from './answers/outcome.js';
import type { ListedProject } from './projects.js';
import type { Reading } from './answers/reading.js';

/** Readings that many toggles share. */
export interface KnownKeys {
  /** By the address of a service. */
  readonly projects?: Map<string, Promise<Reading<readonly ListedProject[]>>>;
  /** Whether a list of toggles has the target's key; if not, the service is asked for its spelling. */
  readonly isListed?: () => Promise<boolean>;
}

/** @returns undefined if no key is known to be wrong: protection.ts asks about unusual keys that cannot be compared */
export async function wrongKeyOf(
  { project, environmentKey, toggle }: Target,
  listed: Reading<readonly ListedProject[]>,
  spelling: () => Promise<string | undefined>,
): Promise<Missing | undefined> {
  if (listed.kind === 'read') {
    const found = listed.value.find(({ key }) => key === project);
    if (found === undefined) return { what: 'project', key: project, has: keysOf(listed.value) };
    const environments = keysOf(found.environments);
    if (!environments.includes(environmentKey)) return { what: 'environment', key: environmentKey, has: environments };
  }
  const spelt = await spelling();
  return spelt === undefined || spelt === toggle ? undefined : { what: 'toggle', key: toggle, has: [spelt] };
}

function keysOf(all: readonly { readonly key: string }[]): readonly string[] {
  return all.map(({ key }) => key);
}
