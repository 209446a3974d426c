/** Determines from the live version whether a push without a response was applied. Does not import vscode. */
import { t } from '../../core/t.js';
import type { Target } from '../../core/protocol.js';
import type { State } from '../../core/targeting/state/state.js';
import { sameState } from '../../core/targeting/state/state.js';
import type { Targeting, Version } from '../http/answers/answers.js';
import type { Service } from '../http/service.js';
import { environmentName } from '../http/target.js';

export interface SentState {
  /** The live version before the push, to which the push was locked. */
  readonly before: number;
  readonly state: State;
}

export type Arrival = { readonly sentence: string } & (
  | { readonly kind: 'applied'; readonly as: Pick<Version, 'version' | 'state'> }
  /** `other`: another change won. `still`: the previous version is live. `unknown`: the history is unreadable. */
  | { readonly kind: 'other' | 'still' | 'unknown' }
);

/** @param now the live version, read after the push */
export async function arrivalOf(
  service: Pick<Service, 'history'>,
  target: Target,
  sent: SentState | undefined,
  now: Pick<Targeting, 'version' | 'state'>,
): Promise<Arrival> {
  const { version } = now;
  const name = environmentName(target);
  if (version === sent?.before)
    return { kind: 'still', sentence: t('{0} still has version {1}: so far, it has not been applied.', name, version) };
  const as = sent && (version === sent.before + 1 ? now : await versionAfter(service, sent.before));
  if (sent === undefined || as === undefined)
    return { kind: 'unknown', sentence: t('{0} has version {1} now.', name, version) };
  if (!sameState(as.state, sent.state))
    return { kind: 'other', sentence: t('It was not applied: version {0} is another change.', as.version) };
  const sentence =
    as.version === version
      ? t('It was applied: version {0} is live.', version)
      : t('It was applied as version {0}. Version {1} is live now.', as.version, version);
  return { kind: 'applied', as, sentence };
}

/** The version after `version`: the push, if it was applied. Undefined if the history lacks it or is unreadable. */
async function versionAfter(service: Pick<Service, 'history'>, version: number): Promise<Version | undefined> {
  const page = await service.history(version + 2);
  return page.kind === 'read' ? page.value.versions.find((each) => each.version === version + 1) : undefined;
}
