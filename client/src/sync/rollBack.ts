/** Brings back what a toggle served in an earlier version, as a new one: no version of the history is lost. Pure of vscode. */
import { t } from '@vscode/l10n';
import type { Guarded } from './guard.js';
import type { StatePorts } from './pushState.js';
import { pushState } from './pushState.js';
import type { Version } from './service/live.js';
import type { Place } from './service/service.js';

export function rollBack(ports: StatePorts, place: Place, { version, state }: Version): Promise<Guarded> {
  return pushState(ports, place, state, t('Roll back to version {0}', version));
}
