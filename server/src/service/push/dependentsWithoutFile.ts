/** Reads toggles that have no file but require pushed toggles, up to a limit. Does not import vscode. */
import { t } from '../../core/t.js';
import type { EnvironmentToggles, OtherToggle, Target } from '../../core/protocol.js';
import { completeBody, normalised } from '../../core/targeting/state/state.js';
import { readLive } from '../http/service.js';
import type { Service } from '../http/service.js';
import { mapConcurrently } from '../pace.js';
import { word } from '../words/harmless.js';
import type { Read } from './look.js';

/** Counts the toggles without a file in the target's environment. Never rejects. */
export type FilesIn = (target: Target) => Promise<EnvironmentToggles>;

export interface Others {
  readonly toggles: readonly OtherToggle[];
  /** Sentences about dependents that may be unknown, by the key of the pushed toggle. */
  readonly unlisted: ReadonlyMap<string, string>;
}

export const noOthers: Others = { toggles: [], unlisted: new Map() };

/** Maximum number of dependents whose own dependents are requested, in addition to the pushed toggles. */
const MAX_LISTED = 50;
const MAX_READ = 20;
const atOnce = 4;

/** @param pushes must all go to the same environment */
export async function othersRequiring(pushes: readonly Read[], filesIn: FilesIn): Promise<Others> {
  const [first] = pushes;
  if (first === undefined) return noOthers;
  const { withoutFile } = await filesIn(first.target);
  const unlisted = new Map<string, string>();
  const found = new Map<string, { readonly requires: string[]; readonly service: Service }>();
  const pushed = new Set(pushes.map(({ target }) => target.toggle));
  let next: readonly Asked[] = pushes.map(({ target: { toggle }, service }) => ({ toggle, service, for: toggle }));
  while (next.length > 0) {
    const level = await mapConcurrently(atOnce, next, async (asked) => ({
      asked,
      said: await asked.service.requiring(),
    }));
    const later: Asked[] = [];
    for (const { asked, said } of level) {
      if (withoutFile !== 0 && (said.kind === 'failed' || !said.value.hasAll))
        unlisted.set(asked.for, notKnown(withoutFile, asked.toggle));
      for (const { key } of said.kind === 'read' ? said.value.items : []) {
        const known = found.get(key);
        known?.requires.push(asked.toggle);
        if (known !== undefined || pushed.has(key)) continue;
        const service = asked.service.beside(key);
        found.set(key, { requires: [asked.toggle], service });
        if (found.size <= MAX_LISTED) later.push({ toggle: key, service, for: asked.for });
        else unlisted.set(asked.for, notKnown(withoutFile, key));
      }
    }
    next = later;
  }
  const toggles = await mapConcurrently(
    atOnce,
    [...[...found].entries()],
    async ([index, [toggle, { requires, service }]]) => {
      const live = index < MAX_READ ? await readLive(service) : undefined;
      return live?.kind === 'read'
        ? { toggle, requires, text: JSON.stringify(normalised(completeBody(live.value.live.state))) }
        : { toggle, requires };
    },
  );
  return { toggles, unlisted };
}

interface Asked {
  readonly toggle: string;
  readonly service: Service;
  /** Key of the pushed toggle through which this toggle was found. */
  readonly for: string;
}

/** @param count the number of toggles without a file; undefined if unknown */
function notKnown(count: number | undefined, toggle: string): string {
  const name = word(toggle);
  if (count === undefined) return t('It is unknown whether toggles without a file here require {0}.', name);
  return count === 1
    ? t('1 toggle of this environment has no file here; it is unknown whether it requires {0}.', name)
    : t('{0} toggles of this environment have no file here; it is unknown whether they require {1}.', count, name);
}
