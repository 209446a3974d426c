/** Whether a push whose response was lost has been applied, as the live version shows. Pure of vscode. */
import { t } from '@vscode/l10n';
import type { Target } from '../../core/protocol.js';
import type { State } from '../../core/targeting/state/state.js';
import { sameState } from '../../core/targeting/state/state.js';
import type { Targeting, Version } from '../http/answers.js';
import type { Service } from '../http/service.js';
import { environmentName } from '../http/target.js';

/** A state that was sent, locked to a version. */
export interface SentState {
  /** The version that was live before. */
  readonly before: number;
  readonly state: State;
}

/** Sentences about a version that was read after a push. */
export const arrivalWords = {
  applied: (version: number) => t('It was applied: version {0} is live.', version),
  appliedBefore: (own: number, version: number) =>
    t('It was applied as version {0}. Version {1} is live now.', own, version),
  other: (version: number) => t('It was not applied: version {0} is another change.', version),
  still: (target: Target, version: number) =>
    t('{0} still has version {1}: so far, it was not applied.', environmentName(target), version),
  unknown: (target: Target, version: number) => t('{0} has version {1} now.', environmentName(target), version),
};

/** @param now the live version, read after the push */
export async function arrivalOf(
  service: Pick<Service, 'history'>,
  target: Target,
  { before, state }: SentState,
  now: Pick<Targeting, 'version' | 'state'>,
): Promise<string> {
  if (now.version === before) return arrivalWords.still(target, before);
  const next = now.version === before + 1 ? now : await versionAfter(service, before);
  if (next === undefined) return arrivalWords.unknown(target, now.version);
  if (!sameState(next.state, state)) return arrivalWords.other(next.version);
  return next.version === now.version
    ? arrivalWords.applied(now.version)
    : arrivalWords.appliedBefore(next.version, now.version);
}

/** The version that a push locked to `version` has become, unless it was not applied; undefined if it cannot be read. */
export async function versionAfter(service: Pick<Service, 'history'>, version: number): Promise<Version | undefined> {
  const page = await service.history(version + 2);
  return page.kind === 'read' ? page.value.versions.find((each) => each.version === version + 1) : undefined;
}
