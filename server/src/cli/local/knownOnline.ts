/** Asks services for the return types, segments and fields that the files of an environment omit. */
import { t } from '../../core/t.js';
import type { ReturnType } from '../../core/evaluation/values/values.js';
import { isReturnType } from '../../core/evaluation/values/values.js';
import { archivedWarning } from '../../service/push/gates.js';
import { describeRead } from '../../service/http/describe.js';
import { readLive } from '../../service/http/service.js';
import type { State } from '../../core/targeting/state/state.js';
import { completeBody } from '../../core/targeting/state/state.js';
import { atOnce } from '../deploy/lookAt.js';
import { networkWords } from '../deploy/networkWords.js';
import { mapConcurrently } from '../../service/pace.js';
import { environmentAtHost } from '../../service/http/target.js';
import { targetsOf } from '../../workspace/config/targets.js';
import type { KnownElsewhere } from '../../workspace/local/localEnvironment.js';
import type { KnownProject } from '../../workspace/services/knownProject.js';
import { factsOf, segmentsOf } from '../../workspace/services/knownProject.js';
import type { Access } from '../deploy/access.js';
import type { EnvironmentFiles } from './environmentFiles.js';

export interface KnownOnline extends KnownElsewhere {
  /** Error messages, one sentence each. */
  readonly failures: readonly string[];
}

export const nothingKnownOnline: KnownOnline = { returnType: () => undefined, segments: new Map(), failures: [] };

export async function knownOnline(
  { project, files }: Pick<EnvironmentFiles, 'project' | 'files'>,
  environment: string,
  access: Access,
): Promise<KnownOnline> {
  const [returnTypes, failures] = [new Map<string, ReturnType>(), new Set<string>()];
  const [notServed, live] = [new Map<string, string>(), new Map<string, State>()];
  const forServersAlone = new Set<string>();
  const projects = new Map<string, KnownProject>();
  await mapConcurrently(atOnce, files, async ({ uri, toggle }) => {
    const config = project.config(uri);
    const targets = config && targetsOf(config.parsed, config.uri, uri);
    if (targets?.kind === 'unusable') failures.add(targets.reason);
    const those = targets?.kind === 'found' ? targets.targets : [];
    const target = those.find((each) => each.environment === environment.normalize());
    if (target === undefined) return;
    const [known, service] = [await access.known(target), access.service(target)];
    if ('reason' in known) failures.add(t('{0}: {1}', environmentAtHost(target), known.reason));
    else if (known.reached === undefined || 'reason' in service) failures.add(notReadable(environmentAtHost(target)));
    else {
      const { returnType } = factsOf(known.reached, toggle);
      if (isReturnType(returnType)) returnTypes.set(toggle, returnType);
      projects.set(toggle, known.reached);
      const reading = await readLive(service.reached);
      if (reading.kind === 'read') live.set(toggle, completeBody(reading.value.live.state));
      else notServed.set(toggle, describeRead(reading.outcome, target, networkWords).sentence);
      if (await access.isArchived(target, service.reached)) notServed.set(toggle, archivedWarning({ toggle }));
      if (await service.reached.isServerOnly()) forServersAlone.add(toggle);
    }
  });
  const segments = new Map<string, unknown>();
  for (const { knowledge } of new Set(projects.values()))
    for (const [key, segment] of segmentsOf(knowledge).segments ?? []) {
      if (JSON.stringify(segments.get(key) ?? segment) !== JSON.stringify(segment)) failures.add(inTwoProjects(key));
      segments.set(key, segment);
    }
  return {
    returnType: (toggle) => returnTypes.get(toggle),
    segments,
    live,
    forServersAlone,
    notServed: ({ key, rules }) => {
      const listed = projects.get(key)?.segments;
      const named = rules.flatMap(({ conditions }) => conditions.filter(({ type }) => type === 'segment'));
      const missing = named.flatMap(({ objects }) => objects).find((each) => listed?.has(each) === false);
      return missing === undefined ? notServed.get(key) : withoutSegment(missing);
    },
    failures: [...failures],
  };
}

function inTwoProjects(segment: string): string {
  return t('Two projects define the segment {0} differently. Name files of one project.', JSON.stringify(segment));
}

function withoutSegment(segment: string): string {
  return t('The service has no segment {0}, so this toggle would vanish there.', JSON.stringify(segment));
}

function notReadable(environment: string): string {
  return t('{0} cannot be read: its targeting.config.json does not have "api": "featureprobe".', environment);
}
