/** Fields that a file leaves out: a push keeps what the service has. */
import { t } from '@vscode/l10n';
import { listOf } from '../../core/targeting/joined.js';
import type { Effective } from '../../core/targeting/state/state.js';

/** No sentence where the file has all fields. */
export function keptByService({ leftToService }: Pick<Effective, 'leftToService'>): readonly string[] {
  if (leftToService.length === 0) return [];
  return [t('Not in the file, so the service keeps its own: {0}.', listOf(leftToService))];
}

/** Names only the fields that have a value at the service. A file that matches what is live says nothing of them. */
export function keptThere({ leftToService, state }: Effective): readonly string[] {
  const isSomething = (key: string) => {
    const value = key === 'disabled' ? state.disabled : state.content[key];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  };
  return keptByService({ leftToService: leftToService.filter(isSomething) });
}
