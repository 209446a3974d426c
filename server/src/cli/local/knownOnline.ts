/** What services tell of an environment that their files do not say: types and segments. */
import { t } from '@vscode/l10n';
import type { ReturnType } from '../../core/evaluation/values.js';
import { isReturnType } from '../../core/evaluation/values.js';
import { environmentAtHost } from '../../service/http/target.js';
import { targetsOf } from '../../workspace/config/targets.js';
import type { KnownProject } from '../../workspace/knownProject.js';
import { factsOf, segmentsOf } from '../../workspace/knownProject.js';
import type { Access } from '../deploy/access.js';
import type { EnvironmentFiles } from './environmentFiles.js';

export interface KnownOnline {
  readonly returnTypes: ReadonlyMap<string, ReturnType>;
  readonly segments: ReadonlyMap<string, unknown>;
  /** What could not be asked, as sentences. */
  readonly failures: readonly string[];
}

export const nothingKnownOnline: KnownOnline = { returnTypes: new Map(), segments: new Map(), failures: [] };

export async function knownOnline(
  { project, files }: Pick<EnvironmentFiles, 'project' | 'files'>,
  environment: string,
  access: Access,
): Promise<KnownOnline> {
  const [returnTypes, failures] = [new Map<string, ReturnType>(), new Set<string>()];
  const projects = new Set<KnownProject['knowledge']>();
  for (const { uri, toggle } of files) {
    const config = project.config(uri);
    const targets = config && targetsOf(config.parsed, config.uri, uri);
    if (targets?.kind === 'unusable') failures.add(targets.reason);
    const those = targets?.kind === 'found' ? targets.targets : [];
    for (const target of those.filter((each) => each.environment === environment.normalize())) {
      const known = await access.known(target);
      if ('reason' in known) failures.add(t('{0}: {1}', environmentAtHost(target), known.reason));
      else if (known.reached === undefined) failures.add(notReadable(environmentAtHost(target)));
      else {
        const { returnType } = factsOf(known.reached, toggle);
        if (isReturnType(returnType)) returnTypes.set(toggle, returnType);
        projects.add(known.reached.knowledge);
      }
    }
  }
  const segments = [...projects].flatMap((project) => [...(segmentsOf(project).segments ?? [])]);
  return { returnTypes, segments: new Map(segments), failures: [...failures] };
}

function notReadable(environment: string): string {
  return t('{0} cannot be read: its targeting.config.json does not have "api": "featureprobe".', environment);
}
