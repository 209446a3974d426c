/** Reads the projects that a token may see, with their environments (service.md B), for a new config. */
import { prefixOf } from '../../core/targeting/place.js';
import { asObject, listIn } from '../../core/targeting/state/state.js';
import { namedIn, parsed } from './project.js';
import type { Reading, Send } from './answers/reading.js';
import { reading } from './answers/reading.js';

export interface ListedProject {
  readonly key: string;
  /** The project's name, which may be empty. */
  readonly name: string;
  readonly environments: readonly ListedEnvironment[];
}

export interface ListedEnvironment {
  readonly key: string;
  readonly name: string;
  /** True if changes in the environment are submitted for approval. */
  readonly needsApproval: boolean;
}

export async function readProjects(baseUrl: string, send: Send): Promise<Reading<readonly ListedProject[]>> {
  const base = new URL(baseUrl);
  return reading(await send('GET', new URL(`${base.origin}${prefixOf(base)}/api/projects`)), projectsIn);
}

/** Skips items without a key. @returns undefined if the text is not a JSON list */
function projectsIn(text: string): readonly ListedProject[] | undefined {
  const answer = parsed(text);
  if (!Array.isArray(answer)) return undefined;
  return answer.flatMap((item) => {
    const project = asObject(item) ?? {};
    const named = namedIn(project);
    if (named === undefined || named.key === '') return [];
    const environments = listIn(project, 'environments').flatMap((each) => {
      const environment = asObject(each) ?? {};
      const known = namedIn(environment);
      return known === undefined || known.key === ''
        ? []
        : [{ ...known, needsApproval: environment['enableApproval'] === true }];
    });
    return [{ ...named, environments }];
  });
}
