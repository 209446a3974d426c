/** What was read of the services that the file goes to, as proposals need it: each with its name, and how long ago that was. */
import { t } from '@vscode/l10n';
import type { ServiceKnowledge } from '../../protocol.js';
import { relativeTime } from '../layout/relativeTime.js';
import type { Outside, OtherToggle } from './proposal.js';
import { booleans } from './variations.js';

/** Those first that have a file beside this one: of them more is known. */
export function knownToggles(outside: Outside): readonly OtherToggle[] {
  const inService = new Map<string, OtherToggle>();
  for (const service of outside.services ?? []) {
    const read = whenRead(service, outside);
    for (const { key, name, returnType } of service.toggles) {
      const values = returnType === 'boolean' ? booleans : [];
      inService.set(key, { key, values, returnType, detail: inARow(returnType, nameBeside(key, name), read) });
    }
  }
  const beside = outside.toggles?.() ?? [];
  const both = beside.map(({ key, values, returnType }) => {
    const { returnType: read = returnType, detail = returnType } = inService.get(key) ?? {};
    return { key, values, returnType: read, detail };
  });
  for (const { key } of beside) inService.delete(key);
  return [...both, ...inService.values()];
}

/** With what is to be said of each. */
export function knownSegments(outside: Outside): ReadonlyMap<string, string> {
  const segments = new Map<string, string>();
  for (const service of outside.services ?? []) {
    const read = whenRead(service, outside);
    for (const { key, name } of service.segments) segments.set(key, inARow(nameBeside(key, name), read));
  }
  return segments;
}

export function knownAttributes({ services = [] }: Outside): readonly string[] {
  return services.flatMap(({ attributes }) => attributes);
}

export function whenRead({ age }: ServiceKnowledge, { locale = 'en' }: Pick<Outside, 'locale'>): string {
  return t('in the service, read {0}', relativeTime(-age, locale));
}

/** Undefined where it says no more than the key. */
function nameBeside(key: string, name: string): string | undefined {
  return name === key ? undefined : name;
}

function inARow(...words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined && word !== '').join(' · ');
}
