/** Derives facts for checks and evaluation from a service's project, for the server and the command line. */
import type { KnownService } from '../../core/checks/check.js';
import type { Sources } from '../../core/evaluation/environment.js';
import type { KnownToggle, ServiceKnowledge } from '../../core/protocol.js';
import type { CheckFacts } from '../fileProblems.js';
import type { ServiceFacts } from '../project.js';

type Lists = Pick<ServiceKnowledge, 'project' | 'toggles' | 'segments' | 'hasAllToggles' | 'hasAllSegments'>;

export interface KnownProject<Known extends Lists = Lists> {
  readonly knowledge: Known;
  readonly toggles: ReadonlyMap<string, KnownToggle>;
  readonly segments: ReadonlySet<string> | undefined;
}

export function knownProject<Known extends Lists>(knowledge: Known): KnownProject<Known> {
  const { toggles, segments, hasAllSegments } = knowledge;
  return {
    knowledge,
    toggles: new Map(toggles.map((toggle) => [toggle.key, toggle])),
    segments: hasAllSegments ? new Set(segments.map(({ key }) => key)) : undefined,
  };
}

export function factsOf({ knowledge, toggles, segments }: KnownProject, toggle = ''): KnownService {
  const { project, hasAllToggles } = knowledge;
  return {
    project,
    returnType: toggles.get(toggle)?.returnType,
    segments,
    hasToggle: (key) => toggles.has(key) || (hasAllToggles ? false : undefined),
  };
}

/** Facts for checks and evaluation. If a file belongs to several projects, the effective segments are unknown. */
export function knownOf(
  projects: readonly KnownProject[],
  toggle?: string,
): CheckFacts & { readonly service: ServiceFacts } {
  const services = projects.map((project) => factsOf(project, toggle));
  const returnType = services.find((each) => each.returnType !== undefined)?.returnType;
  const [only, another] = projects;
  const segments = only === undefined || another !== undefined ? { segments: undefined } : segmentsOf(only.knowledge);
  return { services, service: { returnType, ...segments } };
}

export function segmentsOf({ segments }: Lists): Required<Pick<Sources, 'segments' | 'otherSegments'>> {
  const told = segments.flatMap(({ key, rules }) => (rules === undefined ? [] : [[key, { rules }] as const]));
  return { segments: new Map(told), otherSegments: 'unknown' };
}
