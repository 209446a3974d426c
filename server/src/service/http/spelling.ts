/**
 * Compares keys with the service's exact spelling. The service also accepts other spellings (service.md B), but a push
 * with another spelling would bypass the protection of an environment. Pure.
 */
import type { Target } from '../../core/protocol.js';
import type { Missing } from './answers/outcome.js';
import type { ListedProject } from './projects.js';
import type { Reading } from './answers/reading.js';

export interface KnownKeys {
  /** Listed projects, by service address. */
  readonly projects?: Map<string, Promise<Reading<readonly ListedProject[]>>>;
  /** True if a list of toggles contains the exact key; if not, the key's spelling is read from the service. */
  readonly isListed?: () => Promise<boolean>;
}

/** @returns undefined if no key is known to be wrong; protection.ts handles unusual keys that cannot be compared */
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
