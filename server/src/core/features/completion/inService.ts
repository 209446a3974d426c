/** Toggles, segments and attributes that were read from services, with their names and how long ago they were read. */
import { t } from '../../t.js';
import type { ServiceKnowledge } from '../../protocol.js';
import { relativeTime } from '../layout/relativeTime.js';
import type { CompletionContext, OtherToggle } from './proposal.js';
import { booleans } from './variations.js';

/** The known toggles. Toggles with a local file come first, because more is known about them. */
export function knownToggles(outside: CompletionContext): readonly OtherToggle[] {
  const inService = new Map<string, OtherToggle>();
  for (const service of outside.services ?? []) {
    const read = whenRead(service, outside);
    for (const { key, name, returnType } of service.toggles) {
      const values = returnType === 'boolean' ? booleans : [];
      inService.set(key, {
        key,
        values,
        returnType,
        detail: joinedParts(returnType, nameIfDifferent(key, name), read),
      });
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

export function knownSegments(outside: CompletionContext): ReadonlyMap<string, string> {
  const segments = new Map<string, string>();
  for (const service of outside.services ?? []) {
    const read = whenRead(service, outside);
    for (const { key, name } of service.segments) segments.set(key, joinedParts(nameIfDifferent(key, name), read));
  }
  return segments;
}

export function knownAttributes({ services = [] }: CompletionContext): readonly string[] {
  return services.flatMap(({ attributes }) => attributes);
}

export function whenRead({ age }: ServiceKnowledge, { locale = 'en' }: Pick<CompletionContext, 'locale'>): string {
  return t('in the service, read {0}', relativeTime(-age, locale));
}

/** Returns the name; undefined if it equals the key. */
function nameIfDifferent(key: string, name: string): string | undefined {
  return name === key ? undefined : name;
}

function joinedParts(...words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined && word !== '').join(' · ');
}
