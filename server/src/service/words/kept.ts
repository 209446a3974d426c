/** Sentences about fields that a file omits, for which a push keeps the service's values. */
import { t } from '../../core/t.js';
import { listOf } from '../../core/targeting/joined.js';
import type { Effective } from '../../core/targeting/state/state.js';

export function keptByService({ leftToService }: Pick<Effective, 'leftToService'>): readonly string[] {
  if (leftToService.length === 0) return [];
  return [t("Fields not in the file keep the service's values: {0}.", listOf(leftToService))];
}

/** Like `keptByService`, but names only fields that have a value on the service. */
export function keptThere({ leftToService, state }: Effective): readonly string[] {
  const isSomething = (key: string) => {
    const value = key === 'disabled' ? state.disabled : state.content[key];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  };
  return keptByService({ leftToService: leftToService.filter(isSomething) });
}
